import { referenceOf } from '../../payments/payment.ts';

/** One conversation with a processor, as our tables name it. */
export type Key = { readonly businessId: bigint; readonly paymentId: bigint; readonly n: number };

/** The business and payment of a reference. Undefined for one that the service does not make. */
export function keyOf(reference: string): Key | undefined {
  const parts = /^([0-9a-z]{1,12})-([0-9a-z]{1,12})-(\d{1,5})$/.exec(reference);
  if (!parts) return undefined;
  const [businessId, paymentId, n] = [base36(parts[1]!), base36(parts[2]!), Number(parts[3])];
  const isOurs = n < 32_768 && referenceOf(businessId, paymentId, n) === reference;
  return isOurs ? { businessId, paymentId, n } : undefined;
}

/** Names a row by the key that it was requested with, to find it again. */
export function nameOf({ businessId, paymentId, n }: Key): string {
  return `${businessId} ${paymentId} ${n}`;
}

function base36(text: string): bigint {
  let value = 0n;
  for (const letter of text) value = value * 36n + BigInt(Number.parseInt(letter, 36));
  return value;
}
