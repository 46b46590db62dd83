import { paymentStages, stageOfPayment } from '../../../invoicing/pay-links/link.ts';
import {
  linkColumns,
  linkJoins,
  listedLinks,
  toListed,
} from '../../../invoicing/pay-links/list-links.ts';
import { currencies } from '../../../kernel/currency.ts';
import { detailsColumn, storedDetails } from '../../../payments/invoice.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { paymentStates } from '../../../payments/moves.ts';
import { invoices } from '../../../payments/open-invoice.ts';
import { payments } from '../../../payments/payment.ts';
import { isDayOver, isOverdueAt } from '../../../records/due-day.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import type { V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { type Expansion, filter, indexed, type Listing } from '../list.ts';
import {
  commonTexts,
  foundBy,
  idsByOrder,
  idsByOrderStart,
  idsByPayer,
  invoiceNumbered,
  isNumbered,
  isOrderInMixedLetters,
  isSum,
  mostSearched,
  numbered,
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
import { ofLinks, payLinkShape, payLinkWire } from './pay-link-view.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

const statuses = ['open', ...paymentStages, 'expired', 'void'] as const;
type Status = (typeof statuses)[number];

export const invoiceShape = object(
  {
    id: text('The invoice.'),
    number: text('Ten digits, as payers see it.'),
    status: word(
      'Open: nobody pays it. Paying, reserved, paid, returned or canceled, as its payment is. Expired or void: it can no ' +
        'longer be paid.',
      statuses,
    ),
    customerId: text('The payer.'),
    orderNumber: text('Your own number of the order, or one that was made.'),
    amount: sum('What is to be paid.'),
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
  },
  { name: 'Invoice', doc: 'What a payer owes or owed.' },
);
type InvoiceWire = TypeOf<typeof invoiceShape>;

const shown = invoices.omit('externalId', 'details');
const holder = payments.pick('method', 'capturedCents');
const row = shown.with({
  details: storedDetails,
  ...holder.outer().fields,
  paymentState: payments.pick('state').outer().fields.state,
});
type InvoiceRow = RowOf<typeof row>;

export function statusOf({ state, paymentState, method, capturedCents }: InvoiceRow): Status {
  if (state !== 'held') return state;
  if (paymentState === undefined || method === undefined || capturedCents === undefined)
    throw new Error('a held invoice without its payment');
  return stageOfPayment({ state: paymentState, method, capturedCents });
}

/** The same in SQL: the payments with this `stageOfPayment`. */
function isSo(status: Status): string {
  if (status === 'open' || status === 'expired' || status === 'void')
    return `v.state = '${status}'`;
  const cases = paymentStates.flatMap((state) =>
    (['card', 'bank'] as const).flatMap((method) =>
      [0n, 1n]
        .filter((capturedCents) => stageOfPayment({ state, method, capturedCents }) === status)
        .map((cents) => `('${state}', '${method}', ${cents > 0n})`),
    ),
  );
  return `v.state = 'held' and (p.state, p.method, p.captured_cents > 0) in (${cases.join(', ')})`;
}

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

export const invoiceListing: Listing<(typeof row)['fields'], InvoiceWire> = {
  rows: row,
  select: `${shown.of('v')}, ${detailsColumn('v')}, p.state as "paymentState", ${holder.of('p')}`,
  from: 'invoices v',
  joins: 'left join payments p on p.business_id = v.business_id and p.id = v.payment_id',
  business: 'v.business_id',
  key: [{ sql: 'v.id', type: 'int8' }],
  filters: {
    status: filter(list(word('One or more.', statuses), 'Separated by commas.', 10), (value) => {
      // Each once and in one order: other texts are other statements.
      const asked = statuses.filter((one) => value.includes(one));
      return asked.map((one) => `(${isSo(one)})`).join(' or ');
    }),
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
  expand: { customer: customerExpansion, payment: paymentExpansion, payLinks },
  item: invoiceShape,
  wire: invoiceWire,
};
