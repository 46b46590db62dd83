import type { AccountType } from '../base/bank-account.ts';
import { formatMoney } from '../base/money.ts';
import type { Draft, Parameters } from './operation.ts';

/** Kept elsewhere: in columns of their own, or as the place in the tree. */
const elsewhere: ReadonlySet<string> = new Set([
  'Email',
  'Phone',
  'BusinessTypeId',
  'ParentId',
  'MobileNumberAssigned',
  'PaymentsWebhookURL',
  'MessagesWebhookURL',
  'CustomersWebhookURL',
  'PaymentWebhookUsername',
]);

export type Details = Readonly<Record<string, string>>;

/** What was told of a business, as texts by the names of the table. Secrets go to the vault instead. */
export function detailsOf<P extends Parameters>(parameters: P, values: Draft<P>): Details {
  const told = Object.entries(parameters).flatMap(([name, { isSecret }]) => {
    const value: unknown = values[name];
    if (value === undefined || isSecret || elsewhere.has(name)) return [];
    return [[name, textOf(value)] as const];
  });
  return Object.fromEntries(told);
}

/** What of these was told. */
export function present(values: Readonly<Record<string, string | undefined>>): Details {
  const told = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as Details;
}

/** Amounts and percentages alike are hundredths. */
function textOf(value: unknown): string {
  if (typeof value === 'bigint') return formatMoney(value);
  return typeof value === 'object' ? accountTypeText(value as AccountType) : String(value);
}

function accountTypeText({ kind, holder }: AccountType): string {
  const words = { checking: 'Checking', savings: 'Savings' };
  return holder === 'business' ? `Business ${words[kind]}` : words[kind];
}
