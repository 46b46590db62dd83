import { formatMoney } from '../base/money.ts';

/** As people write it; what is not there is left out. */
export function dollars(cents: bigint | undefined): string | undefined {
  return cents === undefined ? undefined : formatMoney(cents);
}
