/* Hints while a card number is typed. The service judges it; here nothing is kept. */

export function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

const ranges: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
];

export function brandOf(digits: string): string | null {
  return ranges.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;
}

/** The last digit of every card number follows from the others. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const digit = Number(char) * (i % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

/** 4/31, 04 / 2031. */
export function expiryOf(typed: string): { month: number; year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? [];
  if (month === undefined || year === undefined) return undefined;
  const read = {
    month: Number(month),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
  };
  return read.month >= 1 && read.month <= 12 ? read : undefined;
}
