import { correctionRule } from '../../../ach/correction-codes.ts';
import { entries, isMicro } from '../../../ach/entry.ts';
import { returnRule } from '../../../ach/return-codes.ts';
import { achAnswers } from '../../../ach/returns/answers.ts';
import { columnIs, indexIs } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { foundBy, mostSearched, numbered, paymentsFound } from '../search.ts';
import { bool, id, maybe, moment, object, orNull, sum, type TypeOf, text, word } from '../shape.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

const kinds = ['return', 'correction'] as const;

const returnShape = object(
  {
    id: text('The answer of the bank.'),
    kind: word(
      'A correction says that an accepted transfer needs other data the next time.',
      kinds,
    ),
    code: text('As in R01 or C01.'),
    title: text('The same in words.'),
    isApplied: bool('False: it was kept and changed nothing.'),
    entryId: text('The bank transfer that it answers.'),
    paymentId: orNull(text('The payment.')),
    payment: maybe(orNull(paymentShape)),
    amount: orNull(sum('Of the transfer, in US dollars; null for micro-deposits.')),
    last4: text('The last digits of the account.'),
    traceNumber: orNull(text('Of the transfer in its file to the bank.')),
    fileId: orNull(
      text('The file from the bank. Null: a person told of it, or it is older than this list.'),
    ),
    receivedAt: moment('When it was read.'),
  },
  { name: 'AchReturn', doc: 'What a bank answered to a bank transfer: a return or a correction.' },
);

const answer = achAnswers.omit('businessId');
const transfer = entries.pick('amountCents', 'last4', 'traceNumber');
const row = answer.with({ ...transfer.fields, entryKind: entries.fields.kind });

const listing: Listing<(typeof row)['fields'], TypeOf<typeof returnShape>> = {
  rows: row,
  select: `${answer.of('a')}, ${transfer.of('e')}, e.kind as "entryKind"`,
  from: 'ach_answers a',
  joins: 'join ach_entries e on e.business_id = a.business_id and e.id = a.entry_id',
  business: 'a.business_id',
  key: [{ sql: 'a.id', type: 'int8' }],
  filters: {
    kind: columnIs('a.kind', word('What it is.', kinds)),
    code: filter(
      text('As in R01.', { maxLength: 50 }),
      (value, $) => `a.code = ${$(value.toUpperCase())}`,
    ),
    isApplied: columnIs('a.is_applied', bool('Whether it had its effect.')),
    entryId: indexIs('a.entry_id', id('The bank transfer.')),
    paymentId: indexIs('a.payment_id', id('The payment.')),
    fileId: indexIs('a.file_id', id('The file from the bank.')),
    receivedFrom: filter(
      moment('At this moment or later.'),
      (v, $) => `a.received_at >= ${$(v)}::timestamptz`,
    ),
    receivedTo: filter(
      moment('Before this moment.'),
      (v, $) => `a.received_at < ${$(v)}::timestamptz`,
    ),
  },
  search: {
    doc:
      'its id, the id, order number, mail address, phone or name of the payment; the id of the transfer, its trace number or ' +
      `the last digits of the account among the newest ${mostSearched}.`,
    isIndexed: () => true,
    where(q, $) {
      const asText = $(q);
      const any = [`e.trace_number = ${asText}`, `e.last4 = ${asText}`];
      any.push(...numbered(q, $).map((one) => `e.id = (${one})`));
      return foundBy('a.id', [
        ...numbered(q, $),
        `select p.id from ach_answers p where p.business_id = $1 and ${foundBy('p.payment_id', paymentsFound(q, $))}`,
        `select n.id from (select id, entry_id from ach_answers where business_id = $1
           order by id desc limit ${mostSearched}) n
         join ach_entries e on e.business_id = $1 and e.id = n.entry_id where ${any.join(' or ')}`,
      ]);
    },
  },
  expand: { payment: paymentExpansion },
  item: returnShape,
  wire: (one) => ({
    id: String(one.id),
    kind: one.kind,
    code: one.code,
    title: (one.kind === 'return' ? returnRule(one.code) : correctionRule(one.code)).title,
    isApplied: one.isApplied,
    entryId: String(one.entryId),
    paymentId: one.paymentId === undefined ? null : String(one.paymentId),
    amount: isMicro({ kind: one.entryKind }) ? null : Number(one.amountCents),
    last4: one.last4,
    traceNumber: one.traceNumber ?? null,
    fileId: one.fileId === undefined ? null : String(one.fileId),
    receivedAt: one.receivedAt.toISOString(),
  }),
};

export const achReturnEndpoints = [
  listEndpoint(
    {
      id: 'achReturns.list',
      path: '/v1/ach-returns',
      doc: 'Lists what banks answered: returns, and corrections of accounts, the newest first.',
    },
    listing,
  ),
  retrieveEndpoint(
    {
      id: 'achReturns.retrieve',
      path: '/v1/ach-returns/{returnId}',
      doc: 'Returns a return or a correction.',
      param: 'returnId',
      shape: id('The return or correction.'),
      column: 'a.id',
    },
    listing,
  ),
];
