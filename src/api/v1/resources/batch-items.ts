import { Refusal } from '../../../kernel/refusal.ts';
import { firstAttempt, partsOfReference, referenceOf } from '../../../payments/payment.ts';
import { int4, int8, text as textColumn, timestamptz } from '../../../runtime/column.ts';
import { shape } from '../../../runtime/table.ts';
import { readBatch } from '../../../settlement/store.ts';
import type { Endpoint } from '../endpoint.ts';
import { columnIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { id, moment, object, orNull, sum, type TypeOf, text, word } from '../shape.ts';

const kinds = ['payment', 'refund'] as const;

const itemShape = object(
  {
    kind: word('What it is.', kinds),
    paymentId: text('The payment, or that which was refunded.'),
    refundId: orNull(text('The refund.')),
    reference: text('Of the payment or refund at the processor.'),
    amount: sum('In the currency of the batch; below zero for a refund.'),
    createdAt: moment('When it was asked for.'),
  },
  { name: 'BatchItem' },
);

const row = shape({
  businessId: int8,
  id: int8,
  kind: textColumn,
  paymentId: int8,
  n: int4,
  cents: int8,
  createdAt: timestamptz,
});

/**
 * Payments and refunds share one counter, so each arm is read in the order of the key, and a page reads no more of either
 * than it shows. An arm with conditions of its own would be read whole and sorted.
 */
const items = `(
  select p.business_id, p.batch_id, p.id, 'payment' as kind, p.id as payment_id, coalesce((
      select c.n from followups c where not p.capture and c.business_id = p.business_id and c.payment_id = p.id
        and c.kind = 'capture' and c.state = 'succeeded'), ${firstAttempt})::integer as n,
    p.captured_cents as cents, p.created_at
  from payments p
  union all
  select f.business_id, f.batch_id, f.id, 'refund', f.payment_id, f.n::integer, -f.amount_cents, f.created_at
  from followups f
) i`;

const listing: Listing<(typeof row)['fields'], TypeOf<typeof itemShape>> = {
  rows: row,
  select: row.of('i'),
  from: items,
  business: 'i.business_id',
  where({ params }, $) {
    const { batchId, firstId, lastId } = params as Record<string, string>;
    const [batch, first, last] = [batchId, firstId, lastId].map((one) => $(BigInt(one!)));
    return `i.batch_id = ${batch} and i.id between ${first} and ${last}`;
  },
  key: [{ sql: 'i.id', type: 'int8' }],
  filters: {
    kind: columnIs('i.kind', word('What it is.', kinds)),
    paymentId: columnIs('i.payment_id', id('The payment.')),
  },
  search: {
    doc: 'reference, or id of the payment or refund.',
    where(q, $) {
      const named = partsOfReference(q.toLowerCase());
      const any = ['false'];
      if (named) any.push(`i.payment_id = ${$(named.paymentId)} and i.n = ${$(named.n)}`);
      if (/^\d{1,18}$/.test(q))
        any.push(`i.id = ${$(BigInt(q))} or i.payment_id = ${$(BigInt(q))}`);
      return any.join(' or ');
    },
  },
  item: itemShape,
  wire: ({ businessId, id: itemId, kind, paymentId, n, cents, createdAt }) => ({
    kind: kinds.find((one) => one === kind)!,
    paymentId: String(paymentId),
    refundId: kind === 'refund' ? String(itemId) : null,
    reference: referenceOf(businessId, paymentId, n),
    amount: Number(cents),
    createdAt: createdAt.toISOString(),
  }),
};

const list = listEndpoint(
  {
    id: 'batches.items',
    path: '/v1/batches/{batchId}/items',
    doc: 'Lists the payments and refunds in a batch, the newest first.',
    params: { batchId: id('The batch.') },
  },
  listing,
);

export const batchItems: Endpoint = {
  ...list,
  refuses: ['not_found'],
  async handle(world, call) {
    const { business, params } = call;
    const batch = await readBatch(world.db, {
      businessId: business.id,
      id: BigInt(params.batchId!),
    });
    if (!batch) throw new Refusal('not_found');
    const [firstId, lastId] = [String(batch.firstId), String(batch.lastId)];
    return await list.handle(world, { ...call, params: { ...params, firstId, lastId } });
  },
};
