import { flaw, type Parsed, parsed } from './parsed.ts';

const notAPercentage = flaw(
  'malformed',
  'must be a percentage with at most two decimals, for example 12.5',
);
const tooMuch = flaw('too_large', 'must be at most 100');

/** Hundredths of a percent, so that a share of an amount is exact in integers. Never through a float. */
export function parsePercentage(text: string): Parsed<bigint> {
  const digits = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!digits) return notAPercentage;
  const [, whole = '', decimals = ''] = digits;
  const hundredths = BigInt(whole + decimals.padEnd(2, '0'));
  return hundredths > 10_000n ? tooMuch : parsed(hundredths);
}
