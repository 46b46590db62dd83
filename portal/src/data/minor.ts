/* Amounts as people type them, and in the smallest unit of their currency. */

export const exponents: Readonly<Record<string, number>> = { USD: 2, CAD: 2 };

const grouped = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;

/** 12.50 in a field, to 1250; undefined: it is no amount, such as 12,50, whose comma groups no thousands. */
export function minorOf(typed: string, currency: string): number | undefined {
  const exponent = exponents[currency] ?? 2;
  const sum = typed.trim().replace(/^(?:CA|US)?\$/, '');
  const clean = grouped.test(sum) ? sum.replaceAll(',', '') : '';
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{0,4}))?$/.exec(clean) ?? [];
  if (whole === undefined || fraction.length > exponent) return undefined;
  return Number(whole) * 10 ** exponent + Number(fraction.padEnd(exponent, '0') || 0);
}

/** 1250 to 12.50, for a field. */
export function typedOf(minor: number, currency: string): string {
  const exponent = exponents[currency] ?? 2;
  return (minor / 10 ** exponent).toFixed(exponent);
}
