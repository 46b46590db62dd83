import type { PhoneFacts } from './phone-type.ts';

type TestRange = PhoneFacts & { readonly from: string; readonly to: string };

/**
 * Numbers that nobody can own, so that an integrator meets every kind in the sandbox: the last four digits
 * behind the exchange 555, under any area code.
 */
export const testRanges: readonly TestRange[] = [
  { from: '0100', to: '0109', type: 'mobile', carrier: 'Sandbox Wireless' },
  { from: '0110', to: '0119', type: 'landline', carrier: 'Sandbox Telephone' },
  { from: '0120', to: '0129', type: 'voip', carrier: 'Sandbox Voice' },
  { from: '0130', to: '0139', type: 'tollfree', carrier: undefined },
  { from: '0140', to: '0149', type: 'premium', carrier: undefined },
];

/** Nothing for a number that plays no part. */
export function testNumber(number: string): PhoneFacts | undefined {
  const line = number.slice(6);
  const range = testRanges.find(({ from, to }) => from <= line && line <= to);
  return range && { type: range.type, carrier: range.carrier };
}
