import { flawInLength, lengths } from '../base/lengths.ts';
import { flaw } from '../base/parsed.ts';
import { fieldFault, Refusal } from '../base/refusal.ts';
import { scrub } from '../base/scrub.ts';
import { flawInText } from '../base/text.ts';

const missing = flaw('required', 'must be given');

/** Why somebody moved something, as it is kept for ever: so no number of a card or person may be in it. */
export function parseReason(text: string): string {
  const reason = text.trim();
  const wrong =
    reason === ''
      ? missing
      : (flawInText(reason, { multiline: true }) ?? flawInLength(reason, lengths.description));
  if (wrong) throw new Refusal('wrong_fields', { details: [fieldFault('reason', wrong)] });
  return scrub(reason).slice(0, lengths.description);
}
