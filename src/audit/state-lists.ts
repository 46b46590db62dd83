import { isSettled, moves, type PaymentState, tookMoney } from '../payments/payment.ts';

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
