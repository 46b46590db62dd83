import { currencies } from '../../../kernel/currency.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { retryWhileAway } from '../../../payments/asking.ts';
import { followUps } from '../../../payments/follow-ups/follow-up.ts';
import { payments } from '../../../payments/payment.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { indexed, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import {
  commonTexts,
  endsIn,
  foundBy,
  idsByOrder,
  isNumbered,
  isSum,
  madeUnderKey,
  mostSearched,
  numbered,
  paymentsFound,
} from '../search.ts';
import {
  amount,
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
import { paymentExpansion, paymentShape } from './payment-view.ts';

const kinds = ['refund', 'void', 'give_back'] as const;
const states = ['processing', 'unknown', 'succeeded', 'failed', 'returned'] as const;

export const refundShape = object(
  {
    id: text('The refund.'),
    paymentId: text('What is refunded.'),
    payment: maybe(orNull(paymentShape)),
    customer: maybe(orNull(customerShape)),
    kind: word(
      'A void withdraws what is not settled; give_back reverses an approval that was found late.',
      kinds,
    ),
    status: word('What it is by now.', states),
    amount: sum('What is refunded.'),
    currency: word('Of the payment.', currencies),
    failure: orNull(
      object(
        { code: text('For programs.'), message: text('In a sentence.') },
        { name: 'RefundFailure', doc: 'Why it was not made.' },
      ),
    ),
    reason: orNull(text('As it was sent.')),
    actor: text('Who asked for it.'),
    createdAt: moment('When it was asked for.'),
    finishedAt: orNull(moment('When its outcome was known.')),
  },
  { name: 'Refund' },
);

const shown = followUps.pick(
  'id',
  'paymentId',
  'kind',
  'state',
  'amountCents',
  'outcomeCode',
  'message',
  'reason',
  'actor',
  'createdAt',
  'finishedAt',
);
const ofPayment = payments.pick('currency', 'customerId');
const row = shown.with(ofPayment.fields);
const select = `${shown.of('f')}, ${ofPayment.of('p')}`;
const from = 'followups f';
const joins = 'join payments p on p.business_id = f.business_id and p.id = f.payment_id';
const ofKind = `f.kind <> 'capture'`;

function refundWire(refund: RowOf<typeof row>): TypeOf<typeof refundShape> {
  const { outcomeCode } = refund;
  return {
    id: String(refund.id),
    paymentId: String(refund.paymentId),
    kind: kinds.find((kind) => kind === refund.kind)!,
    status: refund.state,
    amount: Number(refund.amountCents),
    currency: refund.currency,
    failure:
      outcomeCode === undefined ? null : { code: outcomeCode, message: refund.message ?? '' },
    reason: refund.reason ?? null,
    actor: refund.actor,
    createdAt: refund.createdAt.toISOString(),
    finishedAt: refund.finishedAt?.toISOString() ?? null,
  };
}

export async function refundView(world: World, businessId: bigint, refundId: bigint) {
  const found = await retryWhileAway(world, () =>
    row.readOne(
      world.db,
      `select ${select} from ${from} ${joins} where f.business_id = $1 and f.id = $2 and ${ofKind}`,
      [businessId, refundId],
    ),
  );
  if (!found) throw new Refusal('not_found');
  return refundWire(found);
}

/** The number of refunds that are examined with their payments, which lie as far apart as refunds are rare. */
const mostJoined = 2000;

/** Among the newest: the amount of the refund, or the end of the card or account that was charged. */
function amongNewest(q: string, $: (value: unknown) => string): string[] {
  const newest = (most: number) => `(select id, payment_id, amount_cents from followups
    where business_id = $1 and kind <> 'capture' order by id desc limit ${most}) n`;
  return [
    ...isSum('n.amount_cents', q, $).map(
      (isIt) => `select n.id from ${newest(mostSearched)} where ${isIt}`,
    ),
    ...endsIn('p.last4', q, $).map(
      (isIt) => `select n.id from ${newest(mostJoined)}
        join payments p on p.business_id = $1 and p.id = n.payment_id where ${isIt}`,
    ),
  ];
}

const columnsOfCommon = { payer: 'p.customer_id', order: 'p.order_number' };
const common = commonTexts(columnsOfCommon, (q, $) => [
  ...isNumbered('f.id', q, $),
  ...isNumbered('f.payment_id', q, $),
  ...isSum('f.amount_cents', q, $),
  ...endsIn('p.last4', q, $),
]);

const refundListing: Listing<(typeof row)['fields'], TypeOf<typeof refundShape>> = {
  rows: row,
  select,
  from,
  joins,
  business: 'f.business_id',
  where: () => ofKind,
  key: [{ sql: 'f.id', type: 'int8' }],
  looksAt: mostJoined,
  filters: {
    status: columnIs('f.state', word('What it is.', states)),
    kind: columnIs('f.kind', word('Its kind.', kinds)),
    paymentId: indexIs('f.payment_id', id('The payment.')),
    idempotencyKey: indexed(
      text('The key under which it was asked for.', { maxLength: 255 }),
      (value, $) => foundBy('f.id', madeUnderKey('followup', value, $)),
    ),
    batchId: columnIs('f.batch_id', id('The batch.')),
    amount: columnIs('f.amount_cents', amount('Exactly this one.')),
    actor: columnIs('f.actor', text('Who asked for it.', { maxLength: 200 })),
    ...createdBetween('f.created_at'),
  },
  search: {
    doc:
      'its id, that of its payment; its order number, or mail address, phone, first or last name of the payer, or the beginning ' +
      `of one of them; the beginning of an amount among the newest ${mostSearched}, last four digits among ${mostJoined}.`,
    isIndexed: () => true,
    where: (q, $) =>
      foundBy('f.id', [
        ...numbered(q, $),
        `select r.id from followups r where r.business_id = $1 and ${foundBy('r.payment_id', paymentsFound(q, $))}`,
        ...amongNewest(q, $),
      ]),
    exact: (q, $) => foundBy('f.payment_id', idsByOrder(q, $)),
    common,
  },
  expand: { payment: paymentExpansion, customer: customerExpansion },
  item: refundShape,
  wire: refundWire,
};

export const refundEndpoints = [
  listEndpoint(
    { id: 'refunds.list', path: '/v1/refunds', doc: 'Lists refunds and voids, the newest first.' },
    refundListing,
  ),
  retrieveEndpoint(
    {
      id: 'refunds.retrieve',
      path: '/v1/refunds/{refundId}',
      doc: 'Returns a refund.',
      param: 'refundId',
      shape: id('The refund.'),
      column: 'f.id',
    },
    refundListing,
  ),
];
