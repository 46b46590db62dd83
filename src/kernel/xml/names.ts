import { malformed, overLimit, xmlLimits } from './fault.ts';

/** A name as it is written, with where it ends. */
export type WrittenName = {
  readonly written: string;
  /** '' when there is none. */
  readonly prefix: string;
  readonly local: string;
  readonly end: number;
};

export function nameAt(text: string, from: number): WrittenName {
  const end = endOfName(text, from);
  if (text.charCodeAt(end) !== 0x3a) {
    const written = text.slice(from, end);
    return { written, prefix: '', local: written, end };
  }
  const fullEnd = endOfName(text, end + 1);
  if (fullEnd - from > xmlLimits.name) throw overLimit(text, from, tooLong);
  return {
    written: text.slice(from, fullEnd),
    prefix: text.slice(from, end),
    local: text.slice(end + 1, fullEnd),
    end: fullEnd,
  };
}

/** The end of a name without a colon, which must begin here. */
export function endOfName(text: string, from: number): number {
  const end = endOfAsciiName(text, from);
  const fullEnd = text.charCodeAt(end) < 0x80 ? end : endOfAnyName(text, from, end);
  if (fullEnd === from)
    throw malformed(text, from, 'A name is missing or begins with a wrong character.');
  if (fullEnd - from > xmlLimits.name) throw overLimit(text, from, tooLong);
  return fullEnd;
}

const tooLong = `A name is longer than ${xmlLimits.name} characters.`;

function endOfAsciiName(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  if (!(code < 0x80 && roles[code] === begins)) return from;
  do {
    at += 1;
    code = text.charCodeAt(at);
  } while (code < 0x80 && roles[code] !== 0);
  return at;
}

const begins = 1;
const goesOn = 2;
const roles = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Z_a-z]/.test(character)) return begins;
  return /[-.0-9]/.test(character) ? goesOn : 0;
});

function endOfAnyName(text: string, from: number, asciiEnd: number): number {
  // Behind the end of the document there is no character to judge.
  if (asciiEnd >= text.length) return asciiEnd;
  anyName.lastIndex = from;
  return anyName.test(text) ? anyName.lastIndex : from;
}

const first =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const anyName = new RegExp(`[${first}][${first}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`, 'uy');
