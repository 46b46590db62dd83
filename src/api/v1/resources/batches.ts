import { entries } from '../../../ach/entry.ts';
import { currencies } from '../../../kernel/currency.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { processorsOf } from '../../../payments/accounts/open-account.ts';
import type { RowOf } from '../../../runtime/table.ts';
import { batches, batchStates } from '../../../settlement/batch.ts';
import { closeBatch, closeBatches } from '../../../settlement/close.ts';
import { endpoint } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import {
  bool,
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
import { batchItems } from './batch-items.ts';

const batchShape = object(
  {
    id: text('The batch.'),
    status: word('What it is by now.', batchStates),
    processor: text('The account that it was taken at.'),
    reference: text('Its name at the processor.'),
    currency: word('Of its amounts.', currencies),
    itemCount: integer('Payments and refunds in it.'),
    net: sum('Captures less refunds.'),
    fees: sum('Fees of the platform.'),
    processorItemCount: orNull(integer('What the processor counts.')),
    processorNet: orNull(sum('What the processor says.')),
    payoutId: orNull(text('The payout that has its money.')),
    actor: text('Who closed it.'),
    createdAt: moment('When it was begun to be closed.'),
    closedAt: orNull(moment('When the processor took it.')),
    reconciledAt: orNull(moment('When its totals were found equal.')),
  },
  { name: 'Batch' },
);

const shown = batches.omit('businessId', 'epoch', 'leaseUntil', 'resolveAt', 'inquiries', 'sentAt');

function batchWire(row: RowOf<typeof shown>): TypeOf<typeof batchShape> {
  return {
    id: String(row.id),
    status: row.state,
    processor: row.processor,
    reference: row.reference,
    currency: row.currency,
    itemCount: row.itemCount,
    net: Number(row.netCents),
    fees: Number(row.feeCents),
    processorItemCount: row.processorCount ?? null,
    processorNet: row.processorCents === undefined ? null : Number(row.processorCents),
    payoutId: row.payoutId === undefined ? null : String(row.payoutId),
    actor: row.actor,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    reconciledAt: row.reconciledAt?.toISOString() ?? null,
  };
}

const batchListing: Listing<(typeof shown)['fields'], TypeOf<typeof batchShape>> = {
  rows: shown,
  select: shown.of('b'),
  from: 'batches b',
  business: 'b.business_id',
  key: [{ sql: 'b.id', type: 'int8' }],
  filters: {
    status: columnIs('b.state', word('What it is.', batchStates)),
    processor: columnIs('b.processor', text('The account.')),
    payoutId: columnIs('b.deposit_id', id('The payout.')),
    ...createdBetween('b.created_at'),
  },
  search: { doc: 'reference.', where: (q, $) => `b.reference = ${$(q)}` },
  item: batchShape,
  wire: batchWire,
};

const noAccount = { code: 'unknown', rule: 'is no account of this business' };

const payoutShape = object(
  {
    id: text('The payout.'),
    status: word('What it is by now.', payoutStates()),
    amount: sum('What is paid out, in US dollars.'),
    last4: text('Of the bank account that it goes to.'),
    isSameDay: bool('Whether it settles on the day of its file.'),
    traceNumber: orNull(text('Its number in the file to the bank.')),
    returnCode: orNull(text('Why it came back.')),
    createdAt: moment('When it was made.'),
    settledAt: orNull(moment('When the bank had it.')),
    returnedAt: orNull(moment('When it came back.')),
  },
  { name: 'Payout' },
);

function payoutStates() {
  return [
    'queued',
    'filed',
    'originated',
    'settled',
    'available',
    'returned',
    'late_returned',
    'canceled',
  ] as const;
}

const payouts = entries.pick(
  'id',
  'state',
  'amountCents',
  'last4',
  'isSameDay',
  'traceNumber',
  'returnCode',
  'createdAt',
  'settledAt',
  'returnedAt',
);

const payoutListing: Listing<(typeof payouts)['fields'], TypeOf<typeof payoutShape>> = {
  rows: payouts,
  select: payouts.of('e'),
  from: 'ach_entries e',
  business: 'e.business_id',
  where: () => `e.kind = 'deposit'`,
  key: [{ sql: 'e.id', type: 'int8' }],
  filters: {
    status: columnIs('e.state', word('What it is.', payoutStates())),
    ...createdBetween('e.created_at'),
  },
  search: { doc: 'trace number.', where: (q, $) => `e.trace_number = ${$(q)}` },
  item: payoutShape,
  wire: (row) => ({
    id: String(row.id),
    status: row.state,
    amount: Number(row.amountCents),
    last4: row.last4,
    isSameDay: row.isSameDay,
    traceNumber: row.traceNumber ?? null,
    returnCode: row.returnCode ?? null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  }),
};

export const batchEndpoints = [
  listEndpoint(
    { id: 'batches.list', path: '/v1/batches', doc: 'Lists batches, the newest first.' },
    batchListing,
  ),
  retrieveEndpoint(
    {
      id: 'batches.retrieve',
      path: '/v1/batches/{batchId}',
      doc: 'Returns a batch.',
      param: 'batchId',
      shape: id('The batch.'),
      column: 'b.id',
    },
    batchListing,
  ),
  batchItems,
  endpoint({
    id: 'batches.close',
    method: 'POST',
    path: '/v1/batches',
    doc: 'Closes what is open now, at one account or at all.',
    right: 'administer',
    body: object({
      processor: maybe(text('One account; all of them when left out.', { maxLength: 50 })),
    }),
    answer: object({
      data: list(batchShape, 'The batches that were closed; none if nothing was open.'),
    }),
    status: 201,
    refuses: ['wrong_state', 'busy'],
    async handle(world, { business, body, actor }) {
      const { processor } = body ?? {};
      if (processor !== undefined && !(await processorsOf(world, business)).includes(processor)) {
        throw new Refusal('wrong_fields', { details: [fieldFault('processor', noAccount)] });
      }
      const closed = processor
        ? await closeBatch(world, business.id, processor, actor)
        : await closeBatches(world, business, actor);
      return { body: { data: closed.map(batchWire) } };
    },
  }),
  listEndpoint(
    {
      id: 'payouts.list',
      path: '/v1/payouts',
      doc: 'Lists payouts to the bank of the business, the newest first.',
    },
    payoutListing,
  ),
  retrieveEndpoint(
    {
      id: 'payouts.retrieve',
      path: '/v1/payouts/{payoutId}',
      doc: 'Returns a payout. Its batches are found by payoutId.',
      param: 'payoutId',
      shape: id('The payout.'),
      column: 'e.id',
    },
    payoutListing,
  ),
];
