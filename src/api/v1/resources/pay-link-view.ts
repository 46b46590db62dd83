import { linkStages, linkStates } from '../../../invoicing/pay-links/link.ts';
import {
  type ListedLink,
  linkColumns,
  linkJoins,
  listedLinks,
  listLinks,
  toListed,
} from '../../../invoicing/pay-links/list-links.ts';
import { linkAddress } from '../../../invoicing/pay-links/send-link.ts';
import { currencies } from '../../../kernel/currency.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { isDayOver, isOverdueAt } from '../../../records/due-day.ts';
import type { World } from '../../../world.ts';
import type { V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { filter, indexed, type Listing } from '../list.ts';
import {
  commonTexts,
  foundBy,
  idsByOrderStart,
  idsByPayer,
  isNumbered,
  isOrderInMixedLetters,
  mostSearched,
  numbered,
} from '../search.ts';
import {
  bool,
  day,
  id,
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
import { partialPaymentsShape, partialPaymentsWire } from './invoice-part.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

export const payLinkShape = object(
  {
    id: text('The link.'),
    status: word('What it is by now, as its text and its payment tell.', linkStages),
    invoiceId: text('The invoice that it asks to pay.'),
    invoiceNumber: text('Ten digits.'),
    customerId: text('The payer.'),
    orderNumber: text('Your own number of the invoice, or one that was made.'),
    amount: sum('What is to be paid.'),
    amountPaid: sum('What was paid of it. Refunds are not taken off, since they do not reopen it.'),
    amountLeft: sum('What is still open: neither paid nor being paid, nor ended.'),
    partialPayments: partialPaymentsShape,
    currency: word('Of the amount.', currencies),
    dueOn: orNull(day('The day by which it is to be paid.')),
    isOverdue: bool('True if that day is over and it can still be paid.'),
    messageId: orNull(text('The text that it was sent with.')),
    paymentId: orNull(text('The payment that pays it.')),
    expiresAt: orNull(moment('Until when it can be paid.')),
    openedAt: orNull(moment('When its page was first looked at.')),
    createdAt: moment('When it was made.'),
    address: maybe(text('Where it is paid; only where it is made or asked for.')),
    customer: maybe(orNull(customerShape)),
    payment: maybe(orNull(paymentShape)),
  },
  { name: 'PayLink', doc: 'An address at which an invoice can be paid.' },
);

export function payLinkWire(
  link: ListedLink,
  { today }: Pick<V1Call, 'today'>,
  { vault }: Pick<World, 'vault'>,
): TypeOf<typeof payLinkShape> {
  return {
    id: String(link.id),
    status: link.stage,
    invoiceId: String(link.invoiceId),
    invoiceNumber: invoiceNumberOf(vault, link.businessId, link.invoiceId),
    customerId: String(link.customerId),
    orderNumber: link.orderNumber,
    amount: Number(link.amountCents),
    amountPaid: Number(link.stage === 'paid' ? link.amountCents : link.paidCents),
    amountLeft: Number(link.leftCents),
    partialPayments: partialPaymentsWire(link.leastCents),
    currency: link.currency,
    dueOn: link.dueOn ?? null,
    isOverdue: isToBePaid(link) && isDayOver(link.dueOn, today),
    messageId: link.messageId === undefined ? null : String(link.messageId),
    paymentId: link.paymentId === undefined ? null : String(link.paymentId),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    openedAt: link.openedAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
  };
}

/** False once somebody pays what is left, or it can no longer be paid. */
function isToBePaid({ stage, leftCents }: ListedLink): boolean {
  return leftCents > 0n && stage !== 'expired' && stage !== 'revoked';
}

type Calling = Pick<V1Call, 'business'>;

export async function linkNamed(
  world: World,
  { business }: Calling,
  key: bigint,
): Promise<ListedLink> {
  const asked = { id: key, most: 1, now: world.now() };
  const [found] = await listLinks(world.db, business.id, asked);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** With its address, for whoever made it. */
export async function madeLink(
  world: World,
  call: Pick<V1Call, 'business' | 'today'>,
  key: bigint,
): Promise<TypeOf<typeof payLinkShape>> {
  const link = await linkNamed(world, call, key);
  return { ...payLinkWire(link, call, world), address: linkAddress(world, link) };
}

export const ofLinks = {
  table: 'pay_links',
  halves: [`state = 'open'`, `state <> 'open'`],
} as const;

/** Links under an order number. */
function ordered(order: string): string[] {
  return ofLinks.halves.map(
    (half) =>
      `select id from pay_links where business_id = $1 and order_number = ${order} and ${half}`,
  );
}

export const payLinkListing: Listing<
  (typeof listedLinks)['fields'],
  TypeOf<typeof payLinkShape>
> = {
  rows: listedLinks,
  select: linkColumns,
  from: 'pay_links l',
  joins: linkJoins,
  business: 'l.business_id',
  key: [{ sql: 'l.id', type: 'int8' }],
  // The payer, the invoice and the payment are looked up for each of them.
  looksAt: 10_000,
  filters: {
    state: columnIs('l.state', word('Whether it was ended: open, expired or revoked.', linkStates)),
    overdue: filter(bool('Whether it is overdue: see isOverdue.'), (value, $, today) => {
      // A scalar subquery, so that no plan reads all invoices that are overdue.
      const isSo = `l.state = 'open' and p.id is null and (select ${isOverdueAt('i', $(today.toString()))}
        from invoices i where i.business_id = $1 and i.id = l.invoice_id)`;
      return value ? isSo : `(${isSo}) is not true`;
    }),
    customerId: payerIs('l.customer_id', id('The payer.')),
    orderNumber: indexed(text('Exactly this one.', { maxLength: 50 }), (value, $) =>
      foundBy('l.id', ordered($(value))),
    ),
    ...createdBetween('l.created_at'),
  },
  search: {
    doc: 'its id; order number, or mail address, phone, first or last name of the payer, or the beginning of one of them.',
    isIndexed: () => true,
    where(q, $) {
      const newest = isOrderInMixedLetters('n.order_number', q, $).map(
        (isSo) => `select n.id from (select id, order_number from pay_links where business_id = $1
          order by id desc limit ${mostSearched}) n where ${isSo}`,
      );
      return foundBy('l.id', [
        ...numbered(q, $),
        ...idsByOrderStart(q, $, 'id', ofLinks),
        ...idsByPayer(q, $, 'pay_links'),
        ...newest,
      ]);
    },
    common: commonTexts({ payer: 'l.customer_id', order: 'l.order_number', of: ofLinks }, (q, $) =>
      isNumbered('l.id', q, $),
    ),
  },
  expand: { customer: customerExpansion, payment: paymentExpansion },
  item: payLinkShape,
  wire: (row, call, world) => payLinkWire(toListed(row, world.now()), call, world),
};
