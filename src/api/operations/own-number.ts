import { foldDigits, luhnValid } from '../../kernel/digits.ts';
import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Token } from '../../payments/tokens/token.ts';
import type { Call } from './operation.ts';

const holdsNumber = flaw('contains_card_number', 'must not contain the card or account number');
const [shortest, longest] = [12, 19];

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Refuses unmasked texts that may be the number of the charged token, though only the token was sent. (Numbers sent in
 * the request are checked before.) The text is never compared with the number itself, because the answer would confirm
 * a guess: every text that matches the visible digits is refused, so all such guesses look alike.
 */
export function refuseOwnNumber({ idempotencyKey }: Call, token: Token, texts: Texts): void {
  if (token.kind === 'bank') return;
  for (const [field, text] of Object.entries({
    ...texts,
    'Idempotency-Key': idempotencyKey?.key,
  })) {
    if (text === undefined || !couldHoldNumber(text, token)) continue;
    throw new Refusal('wrong_fields', { details: [fieldFault(field, holdsNumber)] });
  }
}

/** Ten digits in place and a valid check digit: no order number by chance. */
function couldHoldNumber(text: string, { first6, last4 }: { first6: string; last4: string }) {
  const digits = foldDigits(text).replace(/\D/g, '');
  if (digits.length < shortest) return false;
  for (let from = digits.indexOf(first6); from !== -1; from = digits.indexOf(first6, from + 1)) {
    for (let to = from + shortest; to <= Math.min(from + longest, digits.length); to += 1) {
      const run = digits.slice(from, to);
      if (run.endsWith(last4) && luhnValid(run)) return true;
    }
  }
  return false;
}
