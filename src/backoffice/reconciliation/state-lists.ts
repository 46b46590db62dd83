import { moves, type PaymentState } from '../../payments/moves.ts';
import { isSettled, tookMoney } from '../../payments/payment.ts';

/*
 * The states of payments by their meaning, as lists for statements. Derived from all states, so that a new one is in
 * its lists.
 */
const all = Object.keys(moves) as PaymentState[];

/** The outcome of the charge is not known yet. */
export const unsettled = listOf(all.filter((state) => !isSettled(state)));

/** The charge took or promised money, whatever was done about it later. */
export const charged = listOf(all.filter(tookMoney));

/** The states among them in which the payer's money is still held, or its taking still promised. */
export const standing = listOf(
  all.filter((state) => tookMoney(state) && !['voided', 'expired', 'returned'].includes(state)),
);

/** A follow-up whose outcome is not known yet. */
export const underWay = `('processing', 'unknown')`;

function listOf(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}

/** The latest debit entry of every bank payment. */
export const latestDebits = `
  select distinct on (business_id, payment_id) business_id, payment_id, state, presentment, amount_cents
  from ach_entries where kind = 'debit' order by business_id, payment_id, presentment desc`;

/** Payments that were voided, each once. */
export const voidedPayments = `
  select distinct business_id, payment_id from followups where kind = 'void' and state = 'succeeded'`;

/*
 * The watch of each payment `p`: its own (`w`), or that of the group it began with (`g`). A watch is over with the
 * answer, though its row is deleted later.
 */
export const withWatches = `
  left join payment_watches w on w.business_id = p.business_id and w.id = p.id
    and (w.kind = 'decided' or w.kind = 'unknown' and p.state in ${unsettled})
  left join (
    select business_id, unnest(payment_ids) as id, look_at from payment_watches where kind = 'begun'
  ) g on g.business_id = p.business_id and g.id = p.id and p.state = 'processing'`;

export const watchedAs = `coalesce(w.kind, case when g.id is not null then 'begun' end)`;
