import { moves, type PaymentState } from '../../payments/moves.ts';
import { isSettled, tookMoney } from '../../payments/payment.ts';

/*
 * The states of payments by what they mean, as lists for statements. Derived from the states that there are, so
 * that a new one is in its lists.
 */
const all = Object.keys(moves) as PaymentState[];

/** The outcome of the charge is not known yet. */
export const unsettled = listOf(all.filter((state) => !isSettled(state)));

/** The charge took or promised money, whatever was done about it later. */
export const charged = listOf(all.filter(tookMoney));

/** Those of them in which the payer's money is held, or its taking is promised, still. */
export const standing = listOf(
  all.filter((state) => tookMoney(state) && !['voided', 'expired', 'returned'].includes(state)),
);

/** A follow-up whose outcome is not known yet. */
export const underWay = `('processing', 'unknown')`;

function listOf(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}

/** Of every bank payment, the entry that asked for it last. */
export const latestDebits = `
  select distinct on (business_id, payment_id) business_id, payment_id, state, presentment, amount_cents
  from ach_entries where kind = 'debit' order by business_id, payment_id, presentment desc`;

/** Payments that were voided, each once. */
export const voidedPayments = `
  select distinct business_id, payment_id from followups where kind = 'void' and state = 'succeeded'`;

/*
 * Of payments `p`: who watches what became of each, by itself (`w`) or among those that began with it (`g`); that is
 * over with the answer, though the row of the watch goes later.
 */
export const withWatches = `
  left join payment_watches w on w.business_id = p.business_id and w.id = p.id
    and (w.kind = 'decided' or w.kind = 'unknown' and p.state in ${unsettled})
  left join (
    select business_id, unnest(payment_ids) as id, look_at from payment_watches where kind = 'begun'
  ) g on g.business_id = p.business_id and g.id = p.id and p.state = 'processing'`;

export const watchedAs = `coalesce(w.kind, case when g.id is not null then 'begun' end)`;
