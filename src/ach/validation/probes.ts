import { nextCutoff } from '../../kernel/ach-windows.ts';
import { int8, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { accountNow } from '../account-now.ts';
import { type Entry, type EntryKey, entries } from '../entry.ts';
import type { ValidationKey } from './validation.ts';

/** Micro-deposits of a sandbox business are always these, since no bank shows them to its payer. */
export const sandboxCents = [32n, 45n] as const;

type Probe = { readonly kind: Entry['kind']; readonly cents: bigint; readonly secCode: string };

/** The probe of an account without money. */
export const prenote: readonly Probe[] = [{ kind: 'prenote', cents: 0n, secCode: 'WEB' }];

/**
 * Two amounts below a dollar, each with the debit that takes it back: no entry is of a dollar or more, and no more is
 * taken back than was sent. The payer agreed to the debits online, so they are WEB.
 */
export function microDeposits(
  { randomBytes }: Pick<World, 'randomBytes'>,
  environment: 'sandbox' | 'live',
): readonly Probe[] {
  const amounts =
    environment === 'sandbox' ? sandboxCents : [drawCents(randomBytes), drawCents(randomBytes)];
  return amounts.flatMap((cents) => [
    { kind: 'micro_credit', cents, secCode: 'PPD' } as const,
    { kind: 'micro_debit', cents, secCode: 'WEB' } as const,
  ]);
}

const mostCents = 99;

/** From 1 to 99, with equal probability: bytes that would favor some are drawn again. */
function drawCents(randomBytes: World['randomBytes']): bigint {
  for (;;) {
    const drawn = randomBytes(1)[0] ?? 255;
    if (drawn < 2 * mostCents) return BigInt((drawn % mostCents) + 1);
  }
}

const rows = rowSet({ id: int8, kind: text, cents: int8, secCode: text }, 6);

/** Queues entries to the account of a debit, for the file of the next evening. */
export async function queueProbes(
  world: World,
  tx: Sql,
  { businessId, id }: ValidationKey,
  debit: EntryKey,
  probes: readonly Probe[],
): Promise<void> {
  const made: (Probe & { readonly id: bigint })[] = [];
  for (const probe of probes) made.push({ ...probe, id: await world.ids.next(businessId) });
  const now = world.now();
  await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, next_at, created_at, validation_id)
     select e.business_id, r.id, r.kind, 'queued', r.cents, r.sec_code, ${accountNow.kind},
       ${accountNow.routingNumber}, ${accountNow.last4}, e.holder, e.number_owner, false, $3, $4, $5
     from ${rows.sql} join ach_entries e on e.business_id = $1 and e.id = $2 ${accountNow.joins}`,
    [businessId, debit.id, nextCutoff(now, false), now, id, ...rows.encode(made)],
  );
}

const amounts = entries.pick('state', 'amountCents');

/** The amounts that the payer must name, in no order. Undefined while they are not on their way. */
export async function sentCents(
  sql: Sql,
  { businessId, id }: ValidationKey,
): Promise<readonly bigint[] | undefined> {
  const credits = await amounts.read(
    sql,
    `select ${amounts.columns} from ach_entries
     where business_id = $1 and validation_id = $2 and kind = 'micro_credit'`,
    [businessId, id],
  );
  const areSent = credits.every(({ state }) => state === 'originated' || state === 'settled');
  return areSent && credits.length > 0 ? credits.map(({ amountCents }) => amountCents) : undefined;
}

const members = entries.pick('id', 'validationId');

/**
 * Leaves out micro-deposits whose companions are not among the entries about to be filed: the rules require that they
 * settle together. They wait for the next file.
 */
export async function wholeProbes(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rest = await members.read(
    tx,
    `select ${members.of('e')} from ach_entries e
     where e.business_id = $1 and e.id = any($2::int8[]) and e.kind in ('micro_credit', 'micro_debit')
       and exists (
         select from ach_entries o
         where o.business_id = $1 and o.validation_id = e.validation_id
           and o.kind in ('micro_credit', 'micro_debit') and o.state = 'queued' and o.id <> all($2::int8[]))`,
    [businessId, ids],
  );
  const apart = new Set(rest.map(({ id }) => id));
  return ids.filter((id) => !apart.has(id));
}
