import type { Terms } from '../parties/businesses/terms.ts';
import type { Transfer } from './ledger/transfer.ts';

/*
 * What the platform takes from a business. The rates are terms of the business (src/parties/businesses/terms.ts).
 * Only what brings money costs a fee: a refund costs nothing and brings no fee back. A payout has no fee of its own:
 * the fees of its payments left the clearing account before.
 */

/** Of a captured card payment: a share of its `captured_cents`, rounded half up, and a fixed amount; as SQL. */
export function cardFee(
  { cardFeeBps, cardFeeCents }: Pick<Terms, 'cardFeeBps' | 'cardFeeCents'>,
  firstParameter: number,
): { readonly sql: string; readonly values: readonly bigint[] } {
  const [bps, fixed] = [`$${firstParameter}`, `$${firstParameter + 1}`];
  return {
    sql: `(captured_cents * ${bps} + 5000) / 10000 + ${fixed}`,
    values: [BigInt(cardFeeBps), BigInt(cardFeeCents)],
  };
}

/** The same for one payment. */
export function cardFeeOf(
  { cardFeeBps, cardFeeCents }: Pick<Terms, 'cardFeeBps' | 'cardFeeCents'>,
  capturedCents: bigint,
): bigint {
  return (capturedCents * BigInt(cardFeeBps) + 5000n) / 10_000n + BigInt(cardFeeCents);
}

/** Of a bank payment, when its money is available. */
export function achFee({ achFeeCents }: Pick<Terms, 'achFeeCents'>): Transfer[] {
  return feeTransfer(BigInt(achFeeCents));
}

/** Of a bank payment that came back. */
export function returnFee({ returnFeeCents }: Pick<Terms, 'returnFeeCents'>): Transfer[] {
  return feeTransfer(BigInt(returnFeeCents));
}

/** The ledger's side of a fee. */
export function feeTransfer(cents: bigint): Transfer[] {
  return cents > 0n ? [{ debit: 'platform_fees', credit: 'clearing', cents }] : [];
}
