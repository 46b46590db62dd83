import { abaCheckDigitValid, allDigits } from '../../base/digits.ts';
import { isPrintable, plainText } from './characters.ts';
import type { Rule } from './rules.ts';

/** How one sort of field is written and read. What cannot be written throws; what cannot be read breaks a rule. */
export type Kind<T> = {
  readonly write: (value: T, width: number) => string;
  readonly read: (text: string) => Reading<T>;
};
type Reading<T> = { readonly value: T } | { readonly breaks: Rule };

const malformed = { breaks: 'field' } as const;
const blank = { breaks: 'blank' } as const;

/** Always the same; nobody has to say it. */
export type Constant = Kind<undefined> & { readonly isConstant: true };

export function always(literal: string): Constant {
  return {
    isConstant: true,
    write: () => literal,
    read: (text) => (text === literal ? { value: undefined } : malformed),
  };
}

export const reserved: Constant = {
  isConstant: true,
  write: (_, width) => ' '.repeat(width),
  read: (text) => (text.trim() === '' ? { value: undefined } : malformed),
};

/** For people to read: made plain and cut to what fits. */
export const words: Kind<string> = {
  write: (text, width) => plainText(text).slice(0, width).padEnd(width),
  read: (text) => ({ value: text.trimEnd() }),
};

/** An account, a company, a reference: it is written as it is or not at all, since half of one is another one. */
export const identifier: Kind<string> = {
  write: (text, width) => {
    if (!isPrintable(text) || text.endsWith(' ') || text.length > width) throw unfit();
    return text.padEnd(width);
  },
  read: (text) => ({ value: text.trimEnd() }),
};

export const someWords = filled(words);
export const someIdentifier = filled(identifier);

function filled(kind: Kind<string>): Kind<string> {
  return {
    write: (value, width) => {
      const text = kind.write(value, width);
      if (text.trim() === '') throw unfit();
      return text;
    },
    read: (text) => (text.trim() === '' ? blank : kind.read(text)),
  };
}

/** A number in digits that is counted with. */
export const count: Kind<number> = {
  write: (value, width) => {
    if (!Number.isSafeInteger(value) || value < 0) throw unfit();
    return fitted(String(value), width);
  },
  read: (text) => (allDigits(text) ? { value: Number(text) } : malformed),
};

export const cents: Kind<bigint> = {
  write: (value, width) => {
    if (value < 0n) throw unfit();
    return fitted(String(value), width);
  },
  read: (text) => (allDigits(text) ? { value: BigInt(text) } : malformed),
};

/** A number in digits that is a name, so that its zeros count. */
export const digits: Kind<string> = {
  write: (text, width) => {
    if (!allDigits(text) || text.length !== width) throw unfit();
    return text;
  },
  read: (text) => (allDigits(text) ? { value: text } : malformed),
};

export function oneOf<const T extends number>(...numbers: readonly T[]): Kind<T> {
  return {
    write: (value, width) => fitted(String(value), width),
    read: (text) => {
      const value = numbers.find((number) => String(number) === text);
      return value === undefined ? malformed : { value };
    },
  };
}

export function matching(pattern: RegExp): Kind<string> {
  const blankMeansNothing = (text: string) => (text.trim() === '' ? '' : text);
  return {
    write: (text, width) => {
      if (!pattern.test(text)) throw unfit();
      return text.padEnd(width);
    },
    read: (text) => {
      const value = blankMeansNothing(text);
      return pattern.test(value) ? { value } : malformed;
    },
  };
}

export const routing: Kind<string> = {
  write: (text) => {
    if (!abaCheckDigitValid(text)) throw unfit();
    return text;
  },
  read: (text) => {
    if (!allDigits(text)) return malformed;
    return abaCheckDigitValid(text) ? { value: text } : { breaks: 'checkDigit' };
  },
};

/** Nine characters stand behind a blank, ten fill the field: a bank, or a number that the bank gave out. */
export const nineOrTen: Kind<string> = {
  write: (text, width) => {
    if (!/^[!-~]{9,10}$/.test(text)) throw unfit();
    return text.padStart(width);
  },
  read: (text) => (/^[ !-~][!-~]{9}$/.test(text) ? { value: text.trimStart() } : malformed),
};

function fitted(number: string, width: number): string {
  if (number.length > width) throw unfit();
  return number.padStart(width, '0');
}

/** Says nothing of the value, which may be an account number; `writeRecord` adds the name of the field. */
export function unfit(): RangeError {
  return new RangeError('does not fit');
}
