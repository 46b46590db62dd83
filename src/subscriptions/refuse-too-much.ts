import { maxCents } from '../base/money.ts';
import { flaw } from '../base/parsed.ts';
import { fieldFault, Refusal } from '../base/refusal.ts';
import type { Terms } from './price.ts';

const tooMuch = flaw('too_large', 'must leave Amount and Tax together at most 999999.99');

/** No payment is larger; what a change left over may wait, but a price that never fits would never be paid. */
export function refuseTooMuch({ amountCents, taxCents }: Terms): void {
  if (amountCents + taxCents <= maxCents) return;
  throw new Refusal('wrong_fields', { details: [fieldFault('Tax', tooMuch)] });
}
