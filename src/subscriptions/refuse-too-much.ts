import { maxCents } from '../base/money.ts';
import { flaw } from '../base/parsed.ts';
import { fieldFault, Refusal } from '../base/refusal.ts';
import type { Terms } from './price.ts';

const tooMuch = flaw('too_large', 'must leave Amount and Tax together at most 999999.99');

const past = flaw('too_early', 'must not lie in the past');

/** Said once it is known that nothing was made of it while its day was still to come. */
export function refusePast(): never {
  throw new Refusal('wrong_fields', { details: [fieldFault('StartDate', past)] });
}

/** No payment is larger; what a change left over may wait, but a price that never fits would never be paid. */
export function refuseTooMuch({ amountCents, taxCents }: Terms): void {
  if (amountCents + taxCents <= maxCents) return;
  throw new Refusal('wrong_fields', { details: [fieldFault('Tax', tooMuch)] });
}
