import { freeOrder } from '../../payments/follow-ups/free-order.ts';
import { lockSubject, type Subject } from '../../payments/follow-ups/subject.ts';
import { type Cause, voidQueuedPayment } from '../../payments/follow-ups/turn-round.ts';
import { optional, text } from '../../runtime/column.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Entry, entries } from '../entry.ts';
import { moveEntry } from '../entry-moves.ts';
import { returnRule, returnRules } from '../return-codes.ts';
import { payerIsAsked, returnedEvent } from '../returns/apply-returned-debit.ts';

type Account = {
  readonly businessId: bigint;
  readonly numberOwner: string;
  /** True: also debits that wait to be presented again. */
  readonly alsoAgain: boolean;
};

/** A code for programs, a sentence for persons. */
export type Why = Pick<Cause, 'code' | 'reason'> & Partial<Pick<Cause, 'payerIsAsked'>>;

/** Cancels the queued debits of an account that takes no more payments. */
export async function takeOutQueued(
  world: World,
  tx: Sql,
  { businessId, numberOwner, alsoAgain }: Account,
  cause: Why,
): Promise<void> {
  const queued = await entries.read(
    tx,
    `select ${entries.columns} from ach_entries
     where next_at is not null and business_id = $1 and number_owner = $2 and kind = 'debit'
       and state = 'queued' and (presentment = 1 or $3)
     order by payment_id, id`,
    [businessId, numberOwner, alsoAgain],
  );
  await takeOutEntries(world, tx, queued, cause);
}

/** Cancels queued debits that must not go out; ordered by payment, then by id. */
export async function takeOutEntries(
  world: World,
  tx: Sql,
  queued: readonly Entry[],
  cause: Why,
): Promise<void> {
  for (const entry of queued) await takeOut(world, tx, entry, cause);
}

const corrected = returnRules.filter(({ again }) => again === 'corrected').map(({ code }) => code);
const withCode = entries.with({ code: optional(text) });

/**
 * The same for entries that are about to be filed: one may have been queued just when its token was disabled, or its
 * file was rejected after that. An entry stays if a person corrected it and presented it again: only that is allowed to an
 * account that is disabled. Returns the entries that may be filed.
 */
export async function withoutDisabled(
  world: World,
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await withCode.read(
    tx,
    `select ${entries.of('e')}, (
       select o.return_code from ach_entries o
       where o.business_id = $1 and o.number_owner = e.number_owner and o.return_code is not null
       order by o.returned_at desc limit 1) as code
     from ach_entries e
     join tokens t on t.business_id = e.business_id and t.token = e.number_owner
     left join ach_entries b on b.business_id = e.business_id and b.id = e.represents_id
     where e.business_id = $1 and e.id = any($2::int8[]) and e.state = 'queued' and e.kind = 'debit'
       and t.state = 'disabled' and coalesce(b.return_code, '') <> all ($3::text[])
     order by e.payment_id, e.id`,
    [businessId, ids, corrected],
  );
  for (const { code, ...entry } of rows) {
    const reason = code ? `its account came back as ${code}` : 'its account takes no more payments';
    await takeOut(world, tx, entry, { code, reason });
  }
  const gone = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !gone.has(id));
}

/**
 * A payment that was never sent is voided; one that came back is returned for good. Either way its order number and
 * its invoice are free.
 */
async function takeOut(world: World, tx: Sql, entry: Entry, cause: Why): Promise<void> {
  const { businessId, paymentId, presentment } = entry;
  const subject = await lockSubject(tx, { businessId, id: paymentId! });
  // It is being filed just now, or was voided.
  if (!subject || !(await moveEntry(tx, entry, 'canceled', { nextAt: undefined }))) return;
  if (presentment === 1) await voidQueuedPayment(world, tx, subject, causeOf(subject, cause));
  else await writeGivenUp(world, tx, subject, entry, cause);
  await freeOrder(tx, subject.payment, world.now());
  world.log.info('ach.taken_out', { businessId, paymentId, code: cause.code });
}

/** A subscription asks for its period itself. */
function causeOf({ details }: Subject, { code, reason, payerIsAsked: wanted }: Why): Cause {
  const byCode = payerIsAsked[returnRule(code ?? '').group];
  const asked = details.period ? undefined : (byCode ?? wanted);
  return { code, reason, payerIsAsked: asked };
}

/** The event of its return announced another presentment. */
async function writeGivenUp(
  world: World,
  tx: Sql,
  { payment, details }: Subject,
  entry: Entry,
  { code }: Why,
): Promise<void> {
  const { businessId, id: objectId } = payment;
  const rule = returnRule(code ?? entry.returnCode ?? '');
  const event = returnedEvent(world, payment, details, entry, rule, 'givenUp');
  await writeEvents(tx, [{ ...event, businessId, objectId, at: world.now() }]);
}
