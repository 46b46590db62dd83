import { maxCents } from '../../kernel/money.ts';
import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Terms } from './price.ts';

const tooMuch = flaw('too_large', 'must leave Amount and Tax together at most 999999.99');

const past = flaw('too_early', 'must not lie in the past');

/** Said once it is known that nothing was made of it while its day was still to come. */
export function refusePast(): never {
  throw new Refusal('wrong_fields', { details: [fieldFault('StartDate', past)] });
}

/** The limit of a payment. An amount carried over may wait, but a price above the limit could never be paid. */
export function refuseTooMuch({ amountCents, taxCents }: Terms): void {
  if (amountCents + taxCents <= maxCents) return;
  throw new Refusal('wrong_fields', { details: [fieldFault('Tax', tooMuch)] });
}
