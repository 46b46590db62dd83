import { type Flaw, flaw } from './parsed.ts';

const controlCharacter = flaw('control_character', 'must not contain control characters');
const brokenText = flaw('invalid_text', 'must be whole Unicode text');

// U+FFFE and U+FFFF are treated as control characters: XML cannot contain them.
const notInALine = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/;
const notInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;

/** Tabs and line breaks are allowed only in texts of several lines. */
export function flawInText(text: string, { multiline }: { multiline: boolean }): Flaw | undefined {
  if (!text.isWellFormed()) return brokenText;
  return (multiline ? notInLines : notInALine).test(text) ? controlCharacter : undefined;
}
