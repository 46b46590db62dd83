import { lengths } from '../../base/lengths.ts';
import { maxCents, parseAmountToPay, parseMoney } from '../../base/money.ts';
import { parsePercentage } from '../../base/percentage.ts';
import { type Interval, intervals } from '../../subscriptions/interval.ts';
import type { Terms } from '../../subscriptions/price.ts';
import { OperatorFault } from '../command.ts';
import { dollars } from '../money.ts';
import { needed, oneOf, option, verbatim } from '../words.ts';

export const business = needed('ID|USERNAME', verbatim(100));
export const planCode = verbatim(lengths.externalId);

const intervalNames = Object.keys(intervals) as Interval[];

/** What a period is to cost, and how long it is. */
export const terms = {
  amount: option('12.50', parseAmountToPay),
  interval: option(intervalNames.join('|'), oneOf(intervalNames)),
  discount: option('PERCENT', parsePercentage),
  tax: option('0.50', parseMoney),
};

type Said = {
  readonly amount: bigint | undefined;
  readonly interval: Interval | undefined;
  readonly discount: bigint | undefined;
  readonly tax: bigint | undefined;
};

type TermsWish = Partial<Terms> & { readonly interval?: Interval };

/** Only what was said. */
export function termsIn({ amount: amountCents, interval, discount, tax: taxCents }: Said) {
  const all = { amountCents, interval, discount, taxCents };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as TermsWish;
}

/** An invoice has room for no more. */
export function refuseTooMuch({ amountCents, taxCents }: Pick<Terms, 'amountCents' | 'taxCents'>) {
  if (amountCents + taxCents <= maxCents) return;
  throw new OperatorFault(
    `amount and tax are ${dollars(amountCents + taxCents)} together: they must be at most ${dollars(maxCents)}`,
  );
}

export function percentOf(hundredths: bigint): string {
  return `${dollars(hundredths)} %`;
}
