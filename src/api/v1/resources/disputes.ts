import { disputes } from '../../../payments/disputes/dispute.ts';
import { disputeStates } from '../../../payments/disputes/moves.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { id, maybe, moment, object, orNull, sum, type TypeOf, text, word } from '../shape.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

const disputeShape = object(
  {
    id: text('The dispute.'),
    status: word('What it is by now.', disputeStates),
    amount: sum('What is disputed.'),
    amountTaken: sum('What the bank has of it now.'),
    paymentId: orNull(text('The payment; null if none fits.')),
    payment: maybe(orNull(paymentShape)),
    processor: text('The account that tells of it.'),
    processorId: text('Its name there.'),
    reasonCode: text('Of the card network.'),
    reason: text('In words.'),
    answerUntil: orNull(moment('The last moment for evidence.')),
    toldAt: moment('When the processor told the latest state.'),
    createdAt: moment('When it was first heard of.'),
  },
  { name: 'Dispute' },
);

const shown = disputes.omit('businessId', 'chargeReference', 'chargeId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof disputeShape>> = {
  rows: shown,
  select: shown.of('d'),
  from: 'disputes d',
  business: 'd.business_id',
  key: [{ sql: 'd.id', type: 'int8' }],
  filters: {
    status: columnIs('d.state', word('What it is.', disputeStates)),
    paymentId: indexIs('d.payment_id', id('The payment.')),
    processor: columnIs('d.processor', text('The account.')),
    answerTo: filter(
      moment('To be answered before this moment.'),
      (v, $) => `d.answer_until < ${$(v)}::timestamptz`,
    ),
    ...createdBetween('d.created_at'),
  },
  search: {
    doc: 'name at the processor, or reason code.',
    where: (q, $) => {
      const asText = $(q);
      return `d.processor_id = ${asText} or d.reason_code = ${asText}`;
    },
  },
  expand: { payment: paymentExpansion },
  item: disputeShape,
  wire: (row) => ({
    id: String(row.id),
    status: row.state,
    amount: Number(row.amountCents),
    amountTaken: Number(row.takenCents),
    paymentId: row.paymentId === undefined ? null : String(row.paymentId),
    processor: row.processor,
    processorId: row.processorId,
    reasonCode: row.reasonCode,
    reason: row.reason,
    answerUntil: row.answerUntil?.toISOString() ?? null,
    toldAt: row.toldAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }),
};

export const disputeEndpoints = [
  listEndpoint(
    { id: 'disputes.list', path: '/v1/disputes', doc: 'Lists disputes, the newest first.' },
    listing,
  ),
  retrieveEndpoint(
    {
      id: 'disputes.retrieve',
      path: '/v1/disputes/{disputeId}',
      doc: 'Returns a dispute.',
      param: 'disputeId',
      shape: id('The dispute.'),
      column: 'd.id',
    },
    listing,
  ),
];
