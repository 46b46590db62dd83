import { entries, entryMoves, isMicro } from '../../../ach/entry.ts';
import { returnRule } from '../../../ach/return-codes.ts';
import { representByHand } from '../../../ach/returns/represent-by-hand.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { findRow, retrieveEndpoint } from '../retrieve.ts';
import {
  amount,
  bool,
  day,
  id,
  integer,
  maybe,
  moment,
  object,
  orNull,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

const states = Object.keys(entryMoves) as readonly (keyof typeof entryMoves)[];
const kinds = ['debit', 'credit', 'deposit', 'prenote', 'micro_credit', 'micro_debit'] as const;

const entryShape = object(
  {
    id: text('The bank transfer.'),
    kind: word('A payout is a deposit; a prenote tries an account.', kinds),
    status: word('What it is by now.', states),
    amount: orNull(sum('In US dollars; null for micro-deposits, which their payer must find.')),
    paymentId: orNull(text('The payment.')),
    payment: maybe(orNull(paymentShape)),
    refundId: orNull(text('The refund that a credit carries out.')),
    secCode: text('The class of the network.'),
    accountKind: word('Of the account.', ['checking', 'savings']),
    routingNumber: text('Of its bank.'),
    last4: text('The last digits of the account.'),
    isSameDay: bool('Whether it settles on the day of its file.'),
    presentment: integer('The first time is 1.'),
    fileId: orNull(text('The file to the bank.')),
    traceNumber: orNull(text('Its number in the file.')),
    effectiveOn: orNull(day('When the bank books it.')),
    settledAt: orNull(moment('When it settled.')),
    returnCode: orNull(text('Why it came back.')),
    returnReason: orNull(text('The same in words.')),
    returnedAt: orNull(moment('When it came back.')),
    createdAt: moment('When it was made.'),
  },
  { name: 'AchEntry' },
);

const shownEntry = entries.omit(
  'businessId',
  'holder',
  'numberOwner',
  'corrections',
  'validationId',
  'representsId',
  'nextAt',
  'correctionCode',
);
const idOf = (value: bigint | undefined) => (value === undefined ? null : String(value));

const entryListing: Listing<(typeof shownEntry)['fields'], TypeOf<typeof entryShape>> = {
  rows: shownEntry,
  select: shownEntry.of('e'),
  from: 'ach_entries e',
  business: 'e.business_id',
  key: [{ sql: 'e.id', type: 'int8' }],
  filters: {
    kind: columnIs('e.kind', word('Its kind.', kinds)),
    status: columnIs('e.state', word('What it is.', states)),
    isReturned: filter(
      bool('Whether it came back.'),
      (value, $) => `(e.returned_at is not null) = ${$(value)}`,
    ),
    returnCode: columnIs('e.return_code', text('As in R01.', { maxLength: 3 })),
    paymentId: indexIs('e.payment_id', id('The payment.')),
    fileId: indexIs('e.file_id', id('The file.')),
    ...createdBetween('e.created_at'),
  },
  search: {
    doc: 'trace number, or last four digits.',
    where: (q, $) => {
      const asText = $(q);
      return `e.trace_number = ${asText} or e.last4 = ${asText}`;
    },
  },
  expand: { payment: paymentExpansion },
  item: entryShape,
  wire: (row) => ({
    id: String(row.id),
    kind: row.kind,
    status: row.state,
    amount: isMicro(row) ? null : Number(row.amountCents),
    paymentId: idOf(row.paymentId),
    refundId: idOf(row.followupId),
    secCode: row.secCode,
    accountKind: row.accountKind,
    routingNumber: row.routingNumber,
    last4: row.last4,
    isSameDay: row.isSameDay,
    presentment: row.presentment,
    fileId: idOf(row.fileId),
    traceNumber: row.traceNumber ?? null,
    effectiveOn: row.effectiveOn?.toString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    returnCode: row.returnCode ?? null,
    returnReason: row.returnCode === undefined ? null : returnRule(row.returnCode).title,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }),
};

const entryParams = { entryId: id('The bank transfer.') };

export const achEndpoints = [
  listEndpoint(
    {
      id: 'achEntries.list',
      path: '/v1/ach-entries',
      doc: 'Lists bank transfers, the newest first. Those with isReturned are the returns.',
    },
    entryListing,
  ),
  retrieveEndpoint(
    {
      id: 'achEntries.retrieve',
      path: '/v1/ach-entries/{entryId}',
      doc: 'Returns a bank transfer.',
      param: 'entryId',
      shape: entryParams.entryId,
      column: 'e.id',
    },
    entryListing,
  ),
  endpoint({
    id: 'achEntries.represent',
    method: 'POST',
    path: '/v1/ach-entries/{entryId}/represent',
    doc: 'Sends a returned debit again, where the rules of the network allow that.',
    right: 'administer',
    params: entryParams,
    body: object({ amount: maybe(amount('Corrects it, where the bank asks for that.')) }),
    answer: entryShape,
    refuses: ['not_found', 'wrong_state'],
    async handle(world, call) {
      const { business, params, actor, body } = call;
      const before = await findRow(world, entryListing as never, call as unknown as V1Call, [
        'e.id',
        params.entryId,
      ]);
      const key = { businessId: business.id, id: (before as { id: bigint }).id };
      const cents = body?.amount === undefined ? undefined : BigInt(body.amount);
      const again = await representByHand(world, { ...key, amountCents: cents, actor });
      if ('refused' in again)
        throw new Refusal('wrong_state', { message: `It is not sent again: ${again.refused}.` });
      const row = await findRow(world, entryListing as never, call as unknown as V1Call, [
        'e.id',
        params.entryId,
      ]);
      return { body: await entryListing.wire(row as never, call as unknown as V1Call, world) };
    },
  }),
];
