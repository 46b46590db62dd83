import { formatMoney } from '../base/money.ts';
import type { Customer } from '../customers/customer.ts';
import type { InvoiceTotals } from '../customers/totals.ts';
import type { StoredToken } from '../tokens/store.ts';
import { detailNames, statusWords } from './customer-details.ts';
import type { Reply } from './operation.ts';

/** A customer by the names of UpdateCustomer; what was never told is null. */
export function customerReply(
  customer: Customer,
  tokens: readonly StoredToken[],
  totals: InvoiceTotals,
  subscriptions: readonly Readonly<Record<string, unknown>>[],
): Reply {
  const told = (text: string) => (text === '' ? null : text);
  const details = detailNames.map((name) => [name, customer.details[name] ?? null] as const);
  return {
    status: 200,
    body: {
      IsSuccess: true,
      Message: 'Customer found.',
      Data: {
        IndividualID: String(customer.id),
        ExternalID: customer.externalId ?? null,
        Status: statusWord(customer),
        FirstName: told(customer.firstName),
        LastName: told(customer.lastName),
        Email: told(customer.email),
        PhoneNumber: told(customer.phone),
        Address1: told(customer.address1),
        Address2: told(customer.address2),
        City: told(customer.city),
        StateCode: told(customer.stateCode),
        PostalCode: told(customer.postalCode),
        CountryCode: customer.countryCode,
        ...Object.fromEntries(details),
        PaymentMethods: tokens.map(methodOf),
        Invoices: {
          Count: Number(totals.count),
          Invoiced: formatMoney(totals.invoicedCents),
          Paid: formatMoney(totals.paidCents),
          Refunded: formatMoney(totals.refundedCents),
          Open: formatMoney(totals.openCents),
        },
        Subscriptions: subscriptions,
      },
      OrderNumber: null,
      SMSID: null,
    },
  };
}

function statusWord({ status }: Customer): string {
  return Object.entries(statusWords).find(([, meant]) => meant === status)![0];
}

/** The token by the name under which it is sent. Of the number nothing but its last four digits. */
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
