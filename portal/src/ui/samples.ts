import type {
  Customer,
  Invoice,
  PayLink,
  Payment,
  PaymentMessage,
} from '../../../clients/typescript/src/index.ts';
import { Quittance } from '../../../clients/typescript/src/index.ts';
import type { Here } from '../data/business.tsx';
import type { Right, Session } from '../data/session.ts';

/* Sample data for the components: a business, its payments, and a service that answers with them. */

const now = '2030-01-22T15:31:00.000Z';
const rights: readonly Right[] = ['read', 'charge', 'refund', 'approve', 'administer', 'operate'];
const business = {
  id: '100002',
  name: 'Lee Flowers',
  environment: 'sandbox',
  status: 'payments_enabled',
  timeZone: 'America/New_York',
  currency: 'USD',
  isRoot: false,
  now,
  clockAheadSeconds: 0,
} as const;
const membership = {
  userId: '1',
  name: 'Mara Lee',
  role: 'administrator',
  rights,
  business,
} as const;
const session: Session = {
  id: '1',
  stage: 'whole',
  email: 'mara@example.com',
  hasPassword: true,
  hasPasskey: false,
  recoveryCodesLeft: 8,
  hasSecondFactor: true,
  mustSetSecondFactor: false,
  antiForgery: 'x',
  provedUntil: now,
  endsAt: now,
  memberships: [membership],
};

const customer: Customer = {
  id: '7',
  externalId: null,
  status: 'active',
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@example.com',
  phone: '2125550101',
  address1: '1 Main Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  postalCode: '10001',
  country: 'US',
  language: null,
  further: {} as Customer['further'],
  createdAt: now,
  updatedAt: null,
  mergedInto: null,
};

const base: Payment = {
  id: '1',
  status: 'captured',
  method: 'card',
  amount: 125_000,
  currency: 'USD',
  amountApproved: 125_000,
  amountCaptured: 125_000,
  amountVoided: 0,
  amountRefunded: 0,
  amountDisputed: 0,
  capture: true,
  decline: null,
  customerId: '7',
  customer,
  orderNumber: '2030-0117',
  invoiceId: '9',
  invoiceNumber: '1009',
  partOfInvoiceId: null,
  receiptNumber: 'R-1009',
  token: null,
  brand: 'visa',
  last4: '4242',
  expiresOn: '2031-12',
  addressCheck: 'match',
  securityCodeCheck: 'match',
  description: 'Wedding flowers, balance',
  externalId: null,
  invoiceExternalId: null,
  statementDescriptor: null,
  subscriptionId: null,
  processor: 'simulator',
  authorizationCode: '123456',
  batchId: null,
  isTest: false,
  actor: 'api:lee-flowers/2',
  createdAt: now,
  finishedAt: now,
};

const longOrder = 'subscription-2030-01-7f3a9c5e-0042';
export const payments: readonly Payment[] = [
  base,
  {
    ...base,
    id: '2',
    status: 'settled',
    amount: 7275,
    amountCaptured: 7275,
    amountRefunded: 2000,
    orderNumber: longOrder,
  },
  {
    ...base,
    id: '3',
    status: 'unknown',
    amount: 214_000,
    amountCaptured: 0,
    brand: 'amex',
    last4: '0005',
  },
  {
    ...base,
    id: '4',
    status: 'declined',
    amount: 6420,
    amountCaptured: 0,
    receiptNumber: null,
    decline: { code: 'insufficient_funds', message: 'Insufficient funds' },
  },
  {
    ...base,
    id: '5',
    status: 'queued',
    method: 'bank',
    brand: null,
    amount: 41_250,
    amountCaptured: 0,
    last4: '6789',
  },
  {
    ...base,
    id: '6',
    status: 'settled',
    amount: 95_40,
    amountCaptured: 95_40,
    amountDisputed: 95_40,
    isTest: true,
  },
  {
    ...base,
    id: '7',
    status: 'voided',
    amountVoided: 125_000,
    customer: null,
    description: null,
    receiptNumber: null,
  },
];

/** The answer of the service to a path; undefined: it never answers. */
export type Answers = (path: string) => object | undefined;

const page = (data: readonly unknown[]) => ({ data, hasMore: false, next: null, previous: null });
const usual: Answers = (path) =>
  page(path === '/v1/payments' ? payments : path === '/v1/customers' ? [customer] : []);

/** No payment, by what the address asks of the list. */
export const noRows: Answers = () => page([]);
export const silence: Answers = () => undefined;
export const failure: Answers = () => {
  throw new TypeError('The network is gone.');
};

/** The business as a person with every right sees it. */
export function hereWith(answers: Answers = usual): Here {
  const answer = async (url: string | URL | Request) => {
    const found = answers(new URL(String(url)).pathname);
    if (!found) return await new Promise<never>(() => {});
    const headers = { 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(found), { headers });
  };
  const options = { baseUrl: location.origin, session: { antiForgery: 'x' }, retries: 0 };
  return {
    session,
    membership,
    business,
    client: new Quittance({ ...options, fetch: answer }),
    may: (right) => rights.includes(right),
    now: () => new Date(now),
  };
}

const payLink: PayLink = {
  id: '21',
  status: 'opened',
  invoiceId: '20',
  invoiceNumber: '7534200186',
  customerId: customer.id,
  orderNumber: 'A-20',
  amount: 8600,
  amountPaid: 0,
  amountLeft: 8600,
  partialPayments: null,
  currency: 'USD',
  dueOn: null,
  isOverdue: false,
  messageId: '22',
  paymentId: null,
  expiresAt: null,
  openedAt: now,
  createdAt: now,
};
const open: Invoice = {
  id: '20',
  number: '7534200186',
  status: 'open',
  customerId: customer.id,
  orderNumber: 'A-20',
  amount: 8600,
  amountPaid: 0,
  amountLeft: 8600,
  partialPayments: null,
  currency: 'USD',
  dueOn: null,
  isOverdue: false,
  paymentId: null,
  description: null,
  externalId: null,
  lines: [],
  subscriptionId: null,
  period: null,
  checkoutSessionId: null,
  createdAt: now,
  partOfInvoiceId: null,
  payLinks: [payLink],
};

/** Opened, paid in part, only sent, and void. */
export const invoices: readonly Invoice[] = [
  open,
  {
    ...open,
    id: '50',
    status: 'partially_paid',
    amountPaid: 3000,
    amountLeft: 5600,
    partialPayments: { minimum: 1000 },
  },
  { ...open, id: '30', payLinks: [{ ...payLink, status: 'sent', openedAt: null }] },
  { ...open, id: '40', status: 'void' },
];

export const payLinkMessages: readonly PaymentMessage[] = [
  {
    id: '22',
    channel: 'text',
    template: 'pay_link',
    to: '2125550101',
    status: 'delivered',
    errorCode: null,
    conversationId: '1',
    createdAt: now,
    sendsAt: null,
    sentAt: now,
    finishedAt: now,
  },
];
