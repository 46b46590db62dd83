import {
  linkColumns,
  linkJoins,
  listedLinks,
  toListed,
} from '../../../invoicing/pay-links/list-links.ts';
import {
  leastPartOf,
  leftOf,
  paidInParts,
  paidInPartsColumn,
} from '../../../invoicing/pay-links/parts.ts';
import { currencies } from '../../../kernel/currency.ts';
import { detailsColumn } from '../../../payments/invoice.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { isDayOver, isOverdueAt } from '../../../records/due-day.ts';
import type { World } from '../../../world.ts';
import type { V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, indexIs, payerIs } from '../filters.ts';
import { type Expansion, filter, indexed, type Listing } from '../list.ts';
import {
  commonTexts,
  foundBy,
  idsByOrder,
  idsByOrderStart,
  idsByPayer,
  invoiceNumbered,
  isNumbered,
  isOneOf,
  isOrderInMixedLetters,
  isSum,
  mostSearched,
  numbered,
  type Searcher,
} from '../search.ts';
import {
  amount,
  bool,
  day,
  id,
  integer,
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
import { lineShape, linesWire } from './invoice-line.ts';
import {
  invoicePartShape,
  partialPaymentsShape,
  partialPaymentsWire,
  partsExpansion,
} from './invoice-part.ts';
import {
  type InvoiceRow,
  invoiceHolder,
  invoiceRow,
  invoiceStatuses,
  isInvoiceSo,
  shownInvoice,
  statusOf,
} from './invoice-status.ts';
import { ofLinks, payLinkShape, payLinkWire } from './pay-link-view.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

export const invoiceShape = object(
  {
    id: text('The invoice.'),
    number: text('Ten digits, as payers see it.'),
    status: word(
      'Open: nobody pays it. Partially paid: a part was paid, and the rest is open. Paying, reserved, paid, returned or ' +
        'canceled, as its payment is; paid in parts: as all of them are. Expired or void: it can no longer be paid.',
      invoiceStatuses,
    ),
    customerId: text('The payer.'),
    orderNumber: text('Your own number of the order, or one that was made.'),
    amount: sum('What is to be paid.'),
    amountPaid: sum('What was paid of it. Refunds are not taken off, since they do not reopen it.'),
    amountLeft: sum('What is still open: neither paid nor being paid, nor ended.'),
    partialPayments: partialPaymentsShape,
    partOfInvoiceId: orNull(text('For a part: the invoice of which it is one.')),
    currency: word('Of its amounts.', currencies),
    dueOn: orNull(day('The day by which it is to be paid.')),
    isOverdue: bool('True if it is open and that day is over.'),
    paymentId: orNull(
      text('The payment that pays it; null while it is open, and once it has ended unpaid.'),
    ),
    description: orNull(text('As it was sent.')),
    externalId: orNull(text('Your own identifier of the invoice.')),
    lines: list(lineShape, 'Parts of the amount.'),
    subscriptionId: orNull(text('The subscription whose period it is for.')),
    period: orNull(integer('Which period: the first has 1.')),
    checkoutSessionId: orNull(text('The session on whose page it is paid.')),
    createdAt: moment('When it was made.'),
    customer: maybe(orNull(customerShape)),
    payment: maybe(orNull(paymentShape)),
    payLinks: maybe(list(payLinkShape, 'The links by which it could be paid, the newest first.')),
    parts: maybe(list(invoicePartShape, 'The parts in which it was paid, the earliest first.')),
  },
  { name: 'Invoice', doc: 'What a payer owes or owed.' },
);
type InvoiceWire = TypeOf<typeof invoiceShape>;

function invoiceWire(
  one: InvoiceRow,
  { today }: Pick<V1Call, 'today'>,
  { vault }: Pick<World, 'vault'>,
): InvoiceWire {
  const { details } = one;
  const dueOn = details.bill?.dueOn;
  return {
    id: String(one.id),
    number: invoiceNumberOf(vault, one.businessId, one.id),
    status: statusOf(one),
    customerId: String(one.customerId),
    orderNumber: one.orderNumber,
    amount: Number(one.amountCents),
    amountPaid: Number(statusOf(one) === 'paid' ? one.amountCents : one.paidCents),
    amountLeft: Number(leftOf(one)),
    partialPayments: partialPaymentsWire(leastPartOf(details)),
    partOfInvoiceId: one.partOf === undefined ? null : String(one.partOf),
    currency: one.currency,
    dueOn: dueOn ?? null,
    isOverdue: one.state === 'open' && isDayOver(dueOn, today),
    paymentId: one.paymentId === undefined ? null : String(one.paymentId),
    description: details.description ?? null,
    externalId: details.invoiceExternalId ?? null,
    lines: linesWire(details),
    subscriptionId: details.period?.subscriptionId ?? null,
    period: details.period === undefined ? null : details.period.number + 1,
    checkoutSessionId: details.bill?.checkoutSessionId ?? null,
    createdAt: one.createdAt.toISOString(),
  };
}

const payLinks: Expansion<Pick<InvoiceRow, 'id'>> = {
  async load(world, { business, today }, rows) {
    const found = await listedLinks.read(
      world.db,
      `select ${linkColumns} from pay_links l ${linkJoins}
       where l.business_id = $1 and l.invoice_id = any($2::int8[]) order by l.id desc`,
      [business.id, rows.map(({ id: invoiceId }) => invoiceId)],
    );
    const byInvoice = Map.groupBy(found, ({ invoiceId }) => invoiceId);
    return rows.map(({ id: invoiceId }) =>
      (byInvoice.get(invoiceId) ?? []).map((link) =>
        payLinkWire(toListed(link, world.now()), { today }, world),
      ),
    );
  },
};

const columnsOfCommon = { payer: 'v.customer_id', order: 'v.order_number' };
const common = commonTexts(columnsOfCommon, (q, $, searcher) => [
  ...isNumbered('v.id', q, $),
  ...invoiceNumbered(q, $, searcher).map((number) => `v.id = (${number})`),
  ...isSum('v.amount_cents', q, $),
]);

/** Invoices under an order number: of payments, of links, and of periods, whose numbers name them. */
function ordered(q: string, $: (value: unknown) => string): string[] {
  const order = $(q);
  return [
    ...idsByOrder(q, $, 'invoice_id'),
    ...ofLinks.halves.map(
      (part) =>
        `select invoice_id from pay_links where business_id = $1 and order_number = ${order} and ${part}`,
    ),
    ...ofPeriod(q, $),
  ];
}

function ofPeriod(q: string, $: (value: unknown) => string): string[] {
  const [, subscription, number] = /^SUB-([1-9]\d{0,17})-([1-9]\d{0,8})$/.exec(q) ?? [];
  if (subscription === undefined) return [];
  return [
    `select invoice_id from subscription_periods where business_id = $1
     and subscription_id = ${$(BigInt(subscription))} and n = ${$(Number(number) - 1)}`,
  ];
}

/** What may name a part exactly, in the path or in the query. */
const namesParts = ['invoiceId', 'partOf', 'paymentId', 'orderNumber'];

function partsNamed(q: string, $: (value: unknown) => string, searcher: Searcher): string[] {
  return [...numbered(q, $), ...invoiceNumbered(q, $, searcher), ...idsByOrder(q, $, 'invoice_id')];
}

export const invoiceListing: Listing<(typeof invoiceRow)['fields'], InvoiceWire> = {
  rows: invoiceRow,
  select: `${shownInvoice.of('v')}, ${detailsColumn('v')}, ${paidInPartsColumn}, p.state as "paymentState", ${invoiceHolder.of('p')}`,
  from: 'invoices v',
  joins: `left join payments p on p.business_id = v.business_id and p.id = v.payment_id ${paidInParts}`,
  business: 'v.business_id',
  // Beside their invoices, what parts are for would stand there twice: only what names them finds them.
  where: ({ params, query }, $, searcher) => {
    if (namesParts.some((name) => name in params || name in query)) return 'true';
    const { q } = query as { readonly q?: string };
    const named = q === undefined || !searcher ? [] : isOneOf('v.id', partsNamed(q, $, searcher));
    return `(${['v.part_of is null', ...named].join(' or ')})`;
  },
  key: [{ sql: 'v.id', type: 'int8' }],
  filters: {
    status: filter(
      list(word('One or more.', invoiceStatuses), 'Separated by commas.', 10),
      (value) => {
        // Each once and in one order: other texts are other statements.
        const asked = invoiceStatuses.filter((one) => value.includes(one));
        return asked.map((one) => `(${isInvoiceSo(one)})`).join(' or ');
      },
    ),
    overdue: indexed(bool('Whether it is overdue: see isOverdue.'), (value, $, today) => {
      const isSo = isOverdueAt('v', $(today.toString()));
      return value ? isSo : `(${isSo}) is not true`;
    }),
    customerId: payerIs('v.customer_id', id('The payer.')),
    orderNumber: indexed(
      text('Exactly this one.', { maxLength: 50 }),
      (value, $) => `v.order_number = ${$(value)} and ${foundBy('v.id', ordered(value, $))}`,
    ),
    paymentId: indexed(
      id('The payment, also one that did not succeed.'),
      (value, $) =>
        `v.id = (select invoice_id from payments where business_id = $1 and id = ${$(BigInt(value))})`,
    ),
    payLinkId: indexed(
      id('A link by which it could be paid.'),
      (value, $) =>
        `v.id = (select invoice_id from pay_links where business_id = $1 and id = ${$(BigInt(value))})`,
    ),
    subscriptionId: indexed(
      id('The subscription whose periods it is for.'),
      (value, $) =>
        `v.id = any (array(select invoice_id from subscription_periods
           where business_id = $1 and subscription_id = ${$(BigInt(value))}))`,
    ),
    partOf: indexIs('v.part_of', id('The invoice of which they are parts: lists parts alone.')),
    currency: columnIs('v.currency', word('Three letters.', currencies)),
    amount: columnIs('v.amount_cents', amount('Exactly this one.')),
    amountFrom: filter(amount('At least.'), (value, $) => `v.amount_cents >= ${$(BigInt(value))}`),
    amountTo: filter(amount('At most.'), (value, $) => `v.amount_cents <= ${$(BigInt(value))}`),
    ...createdBetween('v.created_at'),
  },
  search: {
    doc:
      'id; number of ten digits; order number, or mail address, phone, first or last name of the payer, or the beginning of one ' +
      `of them; the beginning of an amount among the newest ${mostSearched}.`,
    isIndexed: () => true,
    where(q, $, searcher) {
      const any = [
        ...isSum('n.amount_cents', q, $),
        ...isOrderInMixedLetters('n.order_number', q, $),
      ];
      const newest = `select n.id from (select id, amount_cents, order_number from invoices where business_id = $1
        order by id desc limit ${mostSearched}) n where ${any.join(' or ')}`;
      return foundBy('v.id', [
        ...numbered(q, $),
        ...invoiceNumbered(q, $, searcher),
        ...ofPeriod(q, $),
        ...idsByOrderStart(q, $, 'invoice_id'),
        ...idsByOrderStart(q, $, 'invoice_id', ofLinks),
        ...idsByPayer(q, $, 'invoices'),
        ...(any.length > 0 ? [newest] : []),
      ]);
    },
    exact: (q, $) => foundBy('v.id', ordered(q, $)),
    common,
  },
  expand: {
    customer: customerExpansion,
    payment: paymentExpansion,
    payLinks,
    parts: partsExpansion,
  },
  item: invoiceShape,
  wire: invoiceWire,
};
