import { nextOdfiEvent } from '../ach/files/simulated-odfi.ts';
import { nextCutoff } from '../kernel/ach-windows.ts';
import { isHeld } from '../notify/conversations/message-store.ts';
import { bool, int8, text, timestamptz } from '../runtime/column.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';

const dueTimers = shape({ name: text, at: timestamptz });
const counted = shape({ count: int8 });

/** The next timer that falls due, and when; `name` tells one timer from another. */
export type Due = RowOf<typeof dueTimers>;

type Span = {
  readonly after: Date;
  readonly until: Date;
  /** Timers to leave out: nothing depends on them any more. */
  readonly but: readonly string[];
};

/** Whatever waits for a moment, under a name of its own: the rows that say themselves when they are due. */
const timers = `
  select 'job ' || kind || ' ' || key as name, run_at as at from jobs where business_id = $1
  union all
  select 'payment ' || id, look_at from payment_watches where business_id = $1 and kind <> 'begun'
  union all
  select 'payment ' || p.id, g.look_at
  from (select unnest(payment_ids) as id, look_at from payment_watches where business_id = $1 and kind = 'begun') g
  join payments p on p.business_id = $1 and p.id = g.id and p.state = 'processing'
  union all
  select 'followup ' || id, resolve_at from followups
  where business_id = $1 and resolve_at is not null
  union all
  select 'batch ' || id, resolve_at from batches where business_id = $1 and resolve_at is not null
  union all
  select 'ach_entry ' || id, next_at from ach_entries where business_id = $1 and next_at is not null
  union all
  select 'account_validation ' || id, due_at from account_validations
  where business_id = $1 and due_at is not null
  union all
  select 'ach_file ' || id, resolve_at from ach_files
  where business_id = $1 and resolve_at is not null
  union all
  select 'ach_file_part ' || file_id, look_at from ach_file_parts
  where business_id = $1 and look_at is not null
  union all
  select 'application ' || id, expires_at from applications
  where business_id = $1 and expires_at is not null
  union all
  select 'delivery ' || id, due_at from deliveries
  where business_id = $1 and finished_at is null and due_at is not null
  union all
  select 'subscription ' || id, due_at from subscriptions where business_id = $1 and due_at is not null
  union all
  select 'notice ' || id, notice_at from subscriptions where business_id = $1 and notice_at is not null
  union all
  select 'period ' || subscription_id || ' ' || n, due_at from subscription_periods
  where business_id = $1 and due_at is not null
  union all
  select 'end of period ' || subscription_id || ' ' || n, gives_up_at from subscription_periods
  where business_id = $1 and gives_up_at is not null
  union all
  select 'pay_link ' || id, due_at from pay_links where business_id = $1 and due_at is not null
  union all
  select 'mail ' || id, due_at from mails where business_id = $1 and due_at is not null
  union all
  select 'message ' || id, due_at from messages where business_id = $1 and due_at is not null
  union all
  select 'webhook ' || kind, disable_at from webhook_endpoints
  where business_id = $1 and disable_at is not null`;

/** A timer that is in no row, or in none whose moment is still to come. By the clock of the business. */
type Outside = (world: World, businessId: bigint) => Promise<Date | undefined>;
const outside: Readonly<Record<string, Outside>> = {
  'file of the simulated bank': nextOdfiEvent,
  'cut-off of the bank': nextWindow,
};

const lateEntries = shape({ isSameDay: bool });

/** Entries that missed their cut-off go with the next one. */
async function nextWindow({ db, now }: World, businessId: bigint): Promise<Date | undefined> {
  const at = now();
  const late = await lateEntries.readOne(
    db,
    `select ${lateEntries.columns} from ach_entries
     where business_id = $1 and state = 'queued' and next_at <= $2 order by is_same_day desc limit 1`,
    [businessId, at],
  );
  if (!late) return undefined;
  const evening = nextCutoff(at, false);
  const day = late.isSameDay ? nextCutoff(at, true) : evening;
  return day < evening ? day : evening;
}

/** The earliest of all that falls due behind `after` and not behind `until`. */
export async function nextDue(
  world: World,
  businessId: bigint,
  { after, until, but }: Span,
): Promise<Due | undefined> {
  const found = await dueTimers.read(
    world.db,
    `select name, at from (${timers}) due
     where at > $2 and at <= $3 and name <> all($4::text[]) order by at, name limit 1`,
    [businessId, after, until, but],
  );
  for (const [name, ask] of Object.entries(outside)) {
    const at = but.includes(name) ? undefined : await ask(world, businessId);
    if (at && at > after && at <= until) found.push({ name, at });
  }
  const [first] = found.sort((one, other) => one.at.getTime() - other.at.getTime());
  // Finer than our clocks: the moment after is soon enough, and gets us on.
  return first && { ...first, at: new Date(Math.max(first.at.getTime(), after.getTime() + 1)) };
}

/** Waiting timers, the earliest first. */
export async function readTimers(
  { db }: Pick<World, 'db'>,
  businessId: bigint,
  limit: number,
): Promise<Due[]> {
  // A timer that is held until its business is resumed has no moment.
  return await dueTimers.read(
    db,
    `select name, at from (${timers}) due where not ${isHeld('at')} order by at, name limit $2`,
    [businessId, limit],
  );
}

/** How many timers are due by now. */
export async function countDue({ db, now }: World, businessId: bigint): Promise<number> {
  const due = await counted.readRow(
    db,
    `select count(*) as count from (${timers}) due where at <= $2`,
    [businessId, now()],
  );
  return Number(due.count);
}
