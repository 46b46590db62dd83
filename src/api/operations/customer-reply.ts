import type { Currency } from '../../kernel/currency.ts';
import { formatMoney } from '../../kernel/money.ts';
import type { Customer } from '../../parties/customers/customer.ts';
import {
  type InvoiceTotals,
  noInvoices,
  type TotalsOfCurrency,
} from '../../parties/customers/totals.ts';
import type { StoredToken } from '../../payments/tokens/store.ts';
import { changed, freeText } from './fields.ts';
import type { Reply } from './operation.ts';

const customField = () =>
  changed(freeText('A field of your own, stored with the customer.', 'customField'));

/** Details that are stored and never searched, in the order of the wire. */
export const customFields = {
  CustomField1: customField(),
  CustomField2: customField(),
  CustomField3: customField(),
  CustomField4: customField(),
  CustomField5: customField(),
  CustomField6: customField(),
  CustomField7: customField(),
};

export const detailNames = [
  'Title',
  'CompanyName',
  'OriginCode',
  ...(Object.keys(customFields) as (keyof typeof customFields)[]),
] as const;

/** The customer's status in words of the wire. */
export const statusWords = {
  Active: 'active',
  Inactive: 'inactive',
  DoNotContact: 'do_not_contact',
} as const;

/** A customer by the names of UpdateCustomer; unknown values are null. */
export function customerReply(
  customer: Customer,
  tokens: readonly StoredToken[],
  totals: readonly TotalsOfCurrency[],
  own: Currency,
  subscriptions: readonly Readonly<Record<string, unknown>>[],
): Reply {
  const orNull = (text: string) => (text === '' ? null : text);
  const details = detailNames.map((name) => [name, customer.details[name] || null] as const);
  return {
    status: 200,
    body: {
      IsSuccess: true,
      Message: 'Customer found.',
      Data: {
        IndividualID: String(customer.id),
        ExternalID: customer.externalId ?? null,
        Status: statusWord(customer),
        FirstName: orNull(customer.firstName),
        LastName: orNull(customer.lastName),
        Email: orNull(customer.email),
        PhoneNumber: orNull(customer.phone),
        Address1: orNull(customer.address1),
        Address2: orNull(customer.address2),
        City: orNull(customer.city),
        StateCode: orNull(customer.stateCode),
        PostalCode: orNull(customer.postalCode),
        CountryCode: customer.countryCode,
        ...Object.fromEntries(details),
        PaymentMethods: tokens.map(methodOf),
        Invoices: invoicesOf(totals, own),
        Subscriptions: subscriptions,
      },
      OrderNumber: null,
      SMSID: null,
    },
  };
}

/** In the currency of the business; invoices in another one, if there are any, name it. */
function invoicesOf(totals: readonly TotalsOfCurrency[], own: Currency) {
  const others = totals.filter(({ currency }) => currency !== own);
  return {
    ...sumsOf(totals.find(({ currency }) => currency === own) ?? noInvoices),
    ...(others.length > 0 && {
      OtherCurrencies: others.map((one) => ({ Currency: one.currency, ...sumsOf(one) })),
    }),
  };
}

function sumsOf({ count, invoicedCents, paidCents, refundedCents, openCents }: InvoiceTotals) {
  return {
    Count: Number(count),
    Invoiced: formatMoney(invoicedCents),
    Paid: formatMoney(paidCents),
    Refunded: formatMoney(refundedCents),
    Open: formatMoney(openCents),
  };
}

function statusWord({ status }: Customer): string {
  return Object.entries(statusWords).find(([, meant]) => meant === status)![0];
}

/** A stored card or account by its parameter name. Contains only the last four digits of the number. */
function methodOf({ token, isDisabled }: StoredToken): Readonly<Record<string, string>> {
  const Status = isDisabled ? 'Disabled' : 'Active';
  const { holder: Name, last4: LastFour } = token;
  if (token.kind === 'card') {
    return {
      PaymentType: 'CreditCard',
      CardToken: token.token,
      Status,
      Name,
      CardType: token.brand,
      LastFour,
      ExpirationDate: `${two(token.expiryMonth)}${two(token.expiryYear)}`,
    };
  }
  const kind = token.accountKind === 'checking' ? 'Checking' : 'Savings';
  return {
    PaymentType: 'ACH',
    ACHToken: token.token,
    Status,
    Name,
    AccountType: token.accountHolder === 'business' ? `Business ${kind}` : kind,
    RoutingNumber: token.routingNumber,
    LastFour,
  };
}

function two(number: number): string {
  return String(number % 100).padStart(2, '0');
}
