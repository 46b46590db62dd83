import { longestCardNumber, maskCardNumbers } from '../../kernel/mask.ts';

const most = 200;

/**
 * A sent value, safe to quote in an answer: no control characters, no card numbers, and short, so that an answer is no
 * larger than its request.
 */
export function quoted(text: string): string {
  const start = text.slice(0, most + longestCardNumber);
  // Masked before it is cut: part of a card number is not recognized.
  const clean = maskCardNumbers(start.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd'));
  return text.length > most ? `${clean.slice(0, most)}...` : clean;
}
