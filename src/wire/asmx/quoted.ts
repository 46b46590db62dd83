import { maskCardNumbers } from '../../base/mask.ts';

/** What was sent, as far as an answer may say it again: control characters and card numbers are not. */
export function quoted(text: string): string {
  return maskCardNumbers(text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd'));
}
