import type { AccountType } from '../../kernel/bank-account.ts';
import { formatMoney } from '../../kernel/money.ts';
import type { Draft, Parameters } from './operation.ts';

/** Stored elsewhere: in columns of their own, or as the parent. */
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

/** The sent values of a business, as texts by the names of the table. Secrets go to the vault instead. */
export function detailsOf<P extends Parameters>(parameters: P, values: Draft<P>): Details {
  const entered = Object.entries(parameters).flatMap(([name, { isSecret }]) => {
    const value: unknown = values[name];
    if (value === undefined || isSecret || elsewhere.has(name)) return [];
    return [[name, textOf(value)] as const];
  });
  return Object.fromEntries(entered);
}

/** The values that are present. */
export function present(values: Readonly<Record<string, string | undefined>>): Details {
  const entered = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entered) as Details;
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
