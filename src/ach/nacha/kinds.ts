import { abaCheckDigitValid, allDigits } from '../../kernel/digits.ts';
import { isPrintable, plainText } from './characters.ts';
import type { Rule } from './rules.ts';

/**
 * How one kind of field is written and read. A value that cannot be written throws; text that cannot be read breaks a
 * rule.
 */
export type Kind<T> = {
  readonly write: (value: T, width: number) => string;
  readonly read: (text: string) => Reading<T>;
};
type Reading<T> = { readonly value: T } | { readonly breaks: Rule };

const malformed = { breaks: 'field' } as const;
const blank = { breaks: 'blank' } as const;

/** A constant: no value is passed for it. */
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

/** For people to read: made plain and cut to fit. */
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

/** Nine characters follow a blank, ten fill the field: a bank, or a number that the bank gave out. */
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
function unfit(): RangeError {
  return new RangeError('does not fit');
}

const two = (part: number) => String(part).padStart(2, '0');

/** YYMMDD. The century is this one: the format has no field for it. */
export const date: Kind<Temporal.PlainDate> = {
  write: ({ year, month, day }) => {
    if (year < 2000 || year > 2099) throw unfit();
    return two(year - 2000) + two(month) + two(day);
  },
  read: (text) => {
    const value = dateFrom(text);
    return value ? { value } : { breaks: 'date' };
  },
};

export const dateIfAny: Kind<Temporal.PlainDate | undefined> = {
  write: (value, width) => (value ? date.write(value, width) : ' '.repeat(width)),
  // Some banks write zeros where they mean nothing.
  read: (text) => (text === '      ' || text === '000000' ? { value: undefined } : date.read(text)),
};

/** HHMM, without seconds. */
export const timeIfAny: Kind<Temporal.PlainTime | undefined> = {
  write: (time) => (time ? two(time.hour) + two(time.minute) : '    '),
  read: (text) => {
    if (text === '    ') return { value: undefined };
    const [hour, minute] = [Number(text.slice(0, 2)), Number(text.slice(2))];
    if (!allDigits(text) || hour > 23 || minute > 59) return { breaks: 'field' };
    return { value: new Temporal.PlainTime(hour, minute) };
  },
};

function dateFrom(text: string): Temporal.PlainDate | undefined {
  if (!allDigits(text)) return undefined;
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number);
  const isDay = month! >= 1 && month! <= 12 && day! >= 1;
  const first = isDay ? new Temporal.PlainDate(2000 + year!, month!, 1) : undefined;
  return first && day! <= first.daysInMonth ? first.with({ day: day! }) : undefined;
}
