import { foldDigits, luhnValid } from '../base/digits.ts';
import { flaw } from '../base/parsed.ts';
import { fieldFault, Refusal } from '../base/refusal.ts';
import type { Token } from '../tokens/token.ts';
import type { Call } from './operation.ts';

const holdsNumber = flaw('contains_card_number', 'must not contain the card or account number');
const [shortest, longest] = [12, 19];

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Texts that are kept to the letter must not be the number behind the token that is charged, though only the
 * token was sent. What is sent beside its own number is judged before there is a call.
 *
 * They are never held against the number itself: the answer would tell whoever guesses when a guess is
 * right. What could be the number by all that is shown of it is refused, and every guess is of that kind.
 */
export function refuseOwnNumber({ retryKey }: Call, token: Token, texts: Texts): void {
  if (token.kind === 'bank') return;
  for (const [field, text] of Object.entries({ ...texts, 'Idempotency-Key': retryKey?.key })) {
    if (text === undefined || !couldHoldNumber(text, token)) continue;
    throw new Refusal('wrong_fields', { details: [fieldFault(field, holdsNumber)] });
  }
}

/** Ten digits where they belong and a right check digit: nobody's order number is that by chance. */
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
