import { maskCardNumbers } from '../../base/mask.ts';

const most = 200;

/**
 * What was sent, as far as an answer may say it again: no control characters, no card numbers, and not so
 * much that an answer is larger than its question.
 */
export function quoted(text: string): string {
  const start = text.length > most ? `${text.slice(0, most)}...` : text;
  return maskCardNumbers(start.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd'));
}
