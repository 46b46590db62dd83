import { type ReturnRule, returnRule } from '../../ach/return-codes.ts';

/** (212) 555-0123; anything but ten digits is unchanged. */
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
  // Newer ICU data has a narrow space before AM, which not every mail program shows.
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

/** Cached: making a formatter takes longer than all the rest of a mail. */
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

/** The reason of a return, for the payer. */
const reasonOfCode: Readonly<Record<string, string>> = {
  account_not_validated: 'the account was not confirmed',
  R02: 'the account is closed',
  R03: 'the bank found no such account under this name',
  R04: 'the account number is not valid',
  R08: 'the payment was stopped at the bank',
  R09: 'money in the account is not available yet',
  R12: 'the account was moved to another bank',
  R13: 'there is no bank with this routing number',
  R20: 'the account does not take payments of this kind',
};

const reasonOfGroup: Readonly<Record<ReturnRule['group'], string>> = {
  funds: 'there was not enough money in the account',
  dead_account: 'the account cannot be used',
  authorization: 'the bank was told that it was not authorized',
  frozen: 'the bank does not allow payments from this account at the moment',
  formatting: 'the bank could not process it',
  asked_back: 'it was asked back',
  contested: 'it is disputed at the bank',
  unknown: 'the bank did not accept it',
};

/** A clause, for use after a colon. */
export function returnReason(code: string | undefined): string {
  return reasonOfCode[code ?? ''] ?? reasonOfGroup[returnRule(code ?? '').group];
}
