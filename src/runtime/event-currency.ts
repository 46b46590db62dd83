import { type Currency, currencies, usualCurrency } from '../kernel/currency.ts';

/** The currency of the amounts of an event, which names it unless it is US dollars. */
export function currencyIn({ currency }: { readonly currency?: string | undefined }): Currency {
  return currencies.find((one) => one === currency) ?? usualCurrency;
}

/** The currency as events name it. */
export function namedCurrency(currency: Currency): Currency | undefined {
  return currency === usualCurrency ? undefined : currency;
}
