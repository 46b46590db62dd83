import type { Terms } from '../parties/businesses/terms.ts';
import type { Transfer } from './ledger/transfer.ts';

/*
 * The platform's fees for a business. The rates are terms of the business (src/parties/businesses/terms.ts). Only
 * payments that bring money cost a fee: a refund costs nothing and returns no fee. A payout has no fee of its own: the
 * fees of its payments left the clearing account before.
 */

/** SQL for the fee of a card payment: a share of the `cents` that it brings, rounded half up, and a fixed amount. */
export function cardFee(
  { cardFeeBps, cardFeeCents }: Pick<Terms, 'cardFeeBps' | 'cardFeeCents'>,
  cents: string,
  firstParameter: number,
): { readonly sql: string; readonly values: readonly bigint[] } {
  const [bps, fixed] = [`$${firstParameter}::bigint`, `$${firstParameter + 1}::bigint`];
  return {
    sql: `((${cents} * ${bps} + 5000) / 10000 + ${fixed})`,
    values: [BigInt(cardFeeBps), BigInt(cardFeeCents)],
  };
}

/** The fee of a bank payment, due when its money is available. */
export function achFee({ achFeeCents }: Pick<Terms, 'achFeeCents'>): Transfer[] {
  return feeTransfer(BigInt(achFeeCents));
}

/** The fee of a returned bank payment. */
export function returnFee({ returnFeeCents }: Pick<Terms, 'returnFeeCents'>): Transfer[] {
  return feeTransfer(BigInt(returnFeeCents));
}

/** The ledger's side of a fee. */
export function feeTransfer(cents: bigint): Transfer[] {
  return cents > 0n ? [{ debit: 'platform_fees', credit: 'clearing', cents }] : [];
}
