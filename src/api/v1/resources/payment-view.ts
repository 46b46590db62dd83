import { currencies } from '../../../kernel/currency.ts';
import type { Business } from '../../../parties/businesses/business.ts';
import { detailsColumn, storedDetails } from '../../../payments/invoice.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { paymentStates } from '../../../payments/moves.ts';
import { payments, receiptNumberOf, tookMoney } from '../../../payments/payment.ts';
import { addressChecks, securityCodeChecks } from '../../../ports/processors/card-checks.ts';
import { int8 } from '../../../runtime/column.ts';
import type { Flush } from '../../../runtime/gather.ts';
import { type RowOf, rowSet } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween, indexIs, payerIs } from '../filters.ts';
import { filter, indexed, type Listing } from '../list.ts';
import { foundBy, idsByOrder, mostSearched } from '../search.ts';
import {
  amount,
  bool,
  id,
  list,
  maybe,
  moment,
  object,
  orNull,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { customerExpansion, customerShape } from './customer-view.ts';
import { moneyExpansion, moneyShape } from './payment-money.ts';
import { common, inBatch, searched, underKey } from './payment-search.ts';
import { subscriptionExpansion, subscriptionShape } from './subscription-view.ts';

/** The reason why a payment took no money. */
const declineShape = object(
  {
    code: text('For programs; /declines lists them.'),
    message: text('A sentence that the payer may read.'),
  },
  { name: 'Decline', doc: 'Why a payment took no money.' },
);

export const paymentShape = object(
  {
    id: text('The payment.'),
    status: word('What it is by now.', paymentStates),
    method: word('What was charged.', ['card', 'bank']),
    amount: sum('What was asked for.'),
    currency: word('Of all its amounts.', currencies),
    amountApproved: sum('What was approved.'),
    amountCaptured: sum('What was taken.'),
    amountVoided: sum('What a void took back of what was taken: such a payment brought nothing.'),
    amountRefunded: sum('What was refunded.'),
    amountDisputed: sum('What disputes took and did not return.'),
    capture: bool('False: it was only authorized.'),
    decline: orNull(declineShape),
    customerId: text('The payer.'),
    customer: maybe(orNull(customerShape)),
    orderNumber: text('Your own number of the order, or one that was made.'),
    invoiceId: text('The invoice that it pays.'),
    invoiceNumber: text('Ten digits.'),
    partOfInvoiceId: orNull(text('The invoice of which it pays a part; `invoiceId` is that part.')),
    receiptNumber: orNull(text('There if money was taken or promised.')),
    token: orNull(text('The saved card or account that was charged, or made of it.')),
    brand: orNull(text('Of the card.')),
    last4: text('The last four digits of the card or account.'),
    expiresOn: orNull(text('The last month of the card, YYYY-MM, as it was charged.')),
    addressCheck: orNull(
      word('What the issuer said about the address; null where it said nothing.', addressChecks),
    ),
    securityCodeCheck: orNull(
      word(
        'What the issuer said about the security code; null where it said nothing.',
        securityCodeChecks,
      ),
    ),
    description: orNull(text('As it was sent.')),
    externalId: orNull(text('Your own identifier of the payment.')),
    invoiceExternalId: orNull(text('Your own identifier of the invoice.')),
    statementDescriptor: orNull(text('On the statement of the payer.')),
    subscriptionId: orNull(text('The subscription whose period it pays.')),
    subscription: maybe(orNull(subscriptionShape)),
    processor: text('The account that it went to.'),
    authorizationCode: orNull(text('Of the bank.')),
    batchId: orNull(text('The batch that it settles with.')),
    money: maybe(moneyShape),
    isTest: bool('A charge at the simulated bank by a live business.'),
    actor: orNull(
      text(
        'Who asked for it: `user:` with a mail address, or `api:` with a business and the number of its key. Null where ' +
          'the payer paid by a link, or a subscription charged it.',
      ),
    ),
    createdAt: moment('When it was asked for.'),
    finishedAt: orNull(moment('When its outcome was known.')),
  },
  { name: 'Payment' },
);
export type PaymentWire = TypeOf<typeof paymentShape>;

const viewRow = payments
  .omit('holdsOrder', 'idempotencyKey', 'orderFreedAt', 'processorId')
  .with({ details: storedDetails });
type ViewRow = RowOf<typeof viewRow>;
const columns = `${payments.omit('holdsOrder', 'idempotencyKey', 'orderFreedAt', 'processorId').of('p')}, ${detailsColumn('v')}`;
const joins = 'join invoices v on v.business_id = p.business_id and v.id = p.invoice_id';

export function paymentWire(row: ViewRow, { vault }: Pick<World, 'vault'>): PaymentWire {
  const { details } = row;
  const took = tookMoney(row.state);
  return {
    id: String(row.id),
    status: row.state,
    method: row.method,
    amount: Number(row.amountCents),
    currency: row.currency,
    amountApproved: Number(row.approvedCents),
    amountCaptured: Number(row.capturedCents),
    amountVoided: row.state === 'voided' ? Number(row.capturedCents - row.refundedCents) : 0,
    amountRefunded: Number(row.refundedCents),
    amountDisputed: Number(row.disputedCents),
    capture: row.capture,
    decline:
      row.outcomeCode === undefined ? null : { code: row.outcomeCode, message: row.message ?? '' },
    customerId: String(row.customerId),
    orderNumber: row.orderNumber,
    invoiceId: String(row.invoiceId),
    invoiceNumber: invoiceNumberOf(vault, row.businessId, row.invoiceId),
    partOfInvoiceId: details.partOf?.invoiceId ?? null,
    receiptNumber: receiptNumberOf(row) ?? null,
    token: (took && row.token) || null,
    brand: row.brand ?? null,
    last4: row.last4,
    expiresOn: row.expiresOn ?? null,
    addressCheck: row.addressCheck ?? null,
    securityCodeCheck: row.securityCodeCheck ?? null,
    description: details.description ?? null,
    externalId: details.externalId ?? null,
    invoiceExternalId: details.invoiceExternalId ?? null,
    statementDescriptor: details.statementDescriptor ?? null,
    subscriptionId: details.period?.subscriptionId ?? null,
    processor: row.processor,
    authorizationCode: row.authorizationCode ?? null,
    batchId: row.batchId === undefined ? null : String(row.batchId),
    isTest: row.isTest,
    actor: row.actor ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

type Key = { readonly businessId: Business['id']; readonly id: bigint };
const keys = rowSet({ businessId: int8, id: int8 });

/** Payments as `/v1` shows them; concurrent readers share a statement. */
export const readPaymentViews: Flush<Key, ViewRow | undefined> = async (sql, asked) => {
  const rows = await viewRow.read(
    sql,
    `select ${columns} from payments p ${joins}
     join ${keys.sql} on p.business_id = r.business_id and p.id = r.id`,
    keys.encode(asked),
  );
  const byKey = new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
  return asked.map(({ businessId, id: key }) => byKey.get(`${businessId} ${key}`));
};

export const paymentExpansions = {
  customer: customerExpansion,
  subscription: subscriptionExpansion((row: ViewRow) => {
    const named = row.details.period?.subscriptionId;
    return named === undefined ? undefined : BigInt(named);
  }),
  money: moneyExpansion,
};

export const paymentListing: Listing<(typeof viewRow)['fields'], PaymentWire> = {
  rows: viewRow,
  select: columns,
  from: 'payments p',
  joins,
  business: 'p.business_id',
  key: [
    { sql: 'p.created_at', type: 'timestamptz' },
    { sql: 'p.id', type: 'int8' },
  ],
  filters: {
    status: filter(
      list(word('One or more.', paymentStates), 'Separated by commas.', 20),
      (value, $) => `p.state = any(${$(value)}::text[])`,
    ),
    method: columnIs('p.method', word('What was charged.', ['card', 'bank'])),
    customerId: payerIs('p.customer_id', id('The payer.')),
    orderNumber: indexed(text('Exactly this one.', { maxLength: 50 }), (value, $) =>
      foundBy('p.id', idsByOrder(value, $)),
    ),
    idempotencyKey: indexed(
      text('Its own key, or that of a capture, void or refund of it.', { maxLength: 255 }),
      (value, $) => foundBy('p.id', underKey(value, $)),
    ),
    createdByKey: indexIs(
      'p.idempotency_key',
      text(
        'The Idempotency-Key of the request that made it: it finds no payment that a repeated order was answered with.',
        { maxLength: 255 },
      ),
    ),
    token: indexIs('p.token', text('The saved card or account.', { maxLength: 100 })),
    brand: columnIs('p.brand', text('Of the card, in small letters.', { maxLength: 20 })),
    last4: columnIs('p.last4', text('The last four digits.', { maxLength: 4 })),
    batchId: indexed(id('The batch.'), (value, $) => inBatch($(BigInt(value)))),
    processor: columnIs('p.processor', text('The account that it went to.', { maxLength: 100 })),
    currency: columnIs('p.currency', word('Three letters.', currencies)),
    amount: columnIs('p.amount_cents', amount('Exactly this one.')),
    amountFrom: filter(amount('At least.'), (value, $) => `p.amount_cents >= ${$(BigInt(value))}`),
    amountTo: filter(amount('At most.'), (value, $) => `p.amount_cents <= ${$(BigInt(value))}`),
    ...createdBetween('p.created_at', indexed),
    isTest: columnIs('p.is_test', bool('Charges at the simulated bank.')),
  },
  search: {
    doc:
      'id; receipt or invoice number; order number, or mail address, phone, first or last name of the payer, or the beginning ' +
      `of one of them; last four digits, approval code or the beginning of an amount among the newest ${mostSearched}. The ` +
      'filters find older ones too.',
    isIndexed: () => true,
    where: searched,
    exact: (q, $) => foundBy('p.id', idsByOrder(q, $)),
    common,
  },
  expand: paymentExpansions,
  item: paymentShape,
  wire: (row, _call, world) => paymentWire(row, world),
};

/** The payments that rows name. */
export const paymentExpansion = expansionTo(paymentListing, {
  sql: 'p.id',
  type: 'int8',
  of: ({ id: key }) => key,
})(({ paymentId }: { readonly paymentId?: bigint | undefined }) => paymentId);
