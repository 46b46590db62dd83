import { maskCardNumbers } from '../../base/mask.ts';

const most = 200;
/** With all that may stand between its digits. */
const longestNumber = 80;

/**
 * What was sent, as far as an answer may say it again: no control characters, no card numbers, and not so
 * much that an answer is larger than its question.
 */
export function quoted(text: string): string {
  const start = text.slice(0, most + longestNumber);
  // Masked before it is cut: half a card number is no longer found.
  const clean = maskCardNumbers(start.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd'));
  return text.length > most ? `${clean.slice(0, most)}...` : clean;
}
