import { formatMoney } from '../base/money.ts';

/** $1,234.50 */
export function dollars(cents: bigint): string {
  const [whole = '', part = ''] = formatMoney(cents < 0n ? -cents : cents).split('.');
  return `${cents < 0n ? '-' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${part}`;
}

/** (212) 555-0123; what has not ten digits stays as it is. */
export function phoneWords(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

const moments = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Intl.DateTimeFormat>();

/** January 15, 2030 at 10:00 AM EST */
export function momentWords(at: Date, timeZone: string): string {
  const format = formatOf(moments, timeZone, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  // Newer tables put a narrow blank before AM, which not every letter can show.
  return format.format(at).replace(/\s/g, ' ');
}

/** January 15, 2030 */
export function dayWords(at: Date, timeZone: string): string {
  return formatOf(days, timeZone, day).format(at);
}

/** Jan 15 */
export function shortDayWords(at: Date, timeZone: string): string {
  return dayWords(at, timeZone).replace(/^(\w{3})\w* (\d+),.*$/, '$1 $2');
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Making one takes longer than all the rest of a letter. */
function formatOf(
  known: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  let format = known.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    known.set(timeZone, format);
  }
  return format;
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

type Method = {
  readonly method: 'card' | 'bank';
  readonly brand: string | undefined;
  readonly last4: string;
  readonly accountKind: 'checking' | 'savings' | undefined;
};

const accounts = { checking: 'Checking account', savings: 'Savings account' } as const;

/** Visa ending 4242; Checking account ending 6789 */
export function methodWords({ method, brand, last4, accountKind }: Method): string {
  const card = brands[brand ?? ''] ?? 'Card';
  const account = accountKind ? accounts[accountKind] : 'Bank account';
  return `${method === 'card' ? card : account} ending ${last4}`;
}
