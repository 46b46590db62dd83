import { currencies } from '../../../kernel/currency.ts';
import { balances } from '../../../payments/ledger/balance.ts';
import { transfers } from '../../../payments/ledger/transfer.ts';
import { verifyLedger } from '../../../payments/ledger/verify.ts';
import { endpoint } from '../endpoint.ts';
import { indexIs } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { foundBy, idsByOrder, isSum, mostSearched, numbered } from '../search.ts';
import { id, list, maybe, moment, object, orNull, sum, type TypeOf, text, word } from '../shape.ts';
import { paymentExpansion, paymentShape } from './payment-view.ts';

const transferShape = object(
  {
    id: text('The transfer.'),
    debit: text('The account that is debited.'),
    credit: text('The account that is credited.'),
    amount: sum('What moves from one to the other.'),
    currency: word('Of the amount.', currencies),
    paymentId: orNull(text('The payment that it follows from.')),
    payment: maybe(orNull(paymentShape)),
    refundId: orNull(text('The refund or capture that it follows from.')),
    batchId: orNull(text('The batch that it follows from.')),
    entryId: orNull(text('The bank transfer that it follows from.')),
    disputeId: orNull(text('The dispute that it follows from.')),
    madeAt: moment('When it was written.'),
  },
  { name: 'LedgerTransfer' },
);

const shown = transfers.omit('businessId');
const idOf = (value: bigint | undefined) => (value === undefined ? null : String(value));

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof transferShape>> = {
  rows: shown,
  select: shown.of('t'),
  from: 'transfers t',
  business: 't.business_id',
  key: [{ sql: 't.id', type: 'int8' }],
  filters: {
    account: filter(text('Debited or credited.', { maxLength: 50 }), (value, $) => {
      const name = $(value);
      return `t.debit = ${name} or t.credit = ${name}`;
    }),
    paymentId: indexIs('t.payment_id', id('The payment.')),
    batchId: indexIs('t.batch_id', id('The batch.')),
    disputeId: indexIs('t.dispute_id', id('The dispute.')),
    madeFrom: filter(
      moment('At this moment or later.'),
      (v, $) => `t.made_at >= ${$(v)}::timestamptz`,
    ),
    madeTo: filter(moment('Before this moment.'), (v, $) => `t.made_at < ${$(v)}::timestamptz`),
  },
  search: {
    doc:
      'its id; the beginning of an amount, an account, an order number, or the id of a payment, refund, batch, bank transfer or ' +
      `dispute among the newest ${mostSearched}. The filters find older ones too.`,
    isIndexed: () => true,
    where(q, $) {
      const asText = $(q);
      const causes = ['payment_id', 'followup_id', 'batch_id', 'entry_id', 'dispute_id'];
      const any = [
        `n.debit = ${asText} or n.credit = ${asText}`,
        foundBy('n.payment_id', idsByOrder(q, $)),
        ...isSum('n.cents', q, $),
        ...numbered(q, $).flatMap((one) => causes.map((cause) => `n.${cause} = (${one})`)),
      ];
      return foundBy('t.id', [
        ...numbered(q, $),
        `select n.id from (select * from transfers where business_id = $1
           order by id desc limit ${mostSearched}) n where ${any.join(' or ')}`,
      ]);
    },
  },
  expand: { payment: paymentExpansion },
  item: transferShape,
  wire: (row) => ({
    id: String(row.id),
    debit: row.debit,
    credit: row.credit,
    amount: Number(row.cents),
    currency: row.currency,
    paymentId: idOf(row.paymentId),
    refundId: idOf(row.followupId),
    batchId: idOf(row.batchId),
    entryId: idOf(row.entryId),
    disputeId: idOf(row.disputeId),
    madeAt: row.madeAt.toISOString(),
  }),
};

const accounts = object({
  data: list(
    object(
      {
        account: text('Its name.'),
        currency: word('Of the balance.', currencies),
        balance: sum('Debits less credits: income is below zero.'),
      },
      { name: 'LedgerAccount' },
    ),
    'Every account that was ever used.',
  ),
});

const findings = object({
  data: list(
    object(
      {
        rule: text('The rule that does not hold.'),
        paymentId: orNull(text('The payment.')),
        says: text('What was found.'),
      },
      { name: 'LedgerFinding' },
    ),
    'The first 1,000 that were found; none if all is explained.',
  ),
});
const mostFindings = 1000;

export const ledgerEndpoints = [
  endpoint({
    id: 'ledgerAccounts.list',
    method: 'GET',
    path: '/v1/ledger/accounts',
    doc:
      'Lists the balance of each account, now or at a moment of the past. All are in one answer: they are few, and pages of ' +
      'sums that grow meanwhile would not balance.',
    right: 'read',
    query: { at: maybe(moment('Now when left out.')) },
    answer: accounts,
    async handle({ db }, { business, query: { at } }) {
      const found = await balances(db, business.id, at === undefined ? undefined : new Date(at));
      const data = found.map(({ account, currency, cents }) => ({
        account,
        currency,
        balance: Number(cents),
      }));
      return { body: { data } };
    },
  }),
  listEndpoint(
    {
      id: 'ledgerTransfers.list',
      path: '/v1/ledger/transfers',
      doc: 'Lists the transfers of the ledger, the newest first.',
    },
    listing,
  ),
  retrieveEndpoint(
    {
      id: 'ledgerTransfers.retrieve',
      path: '/v1/ledger/transfers/{transferId}',
      doc: 'Returns a transfer of the ledger.',
      param: 'transferId',
      shape: id('The transfer.'),
      column: 't.id',
    },
    listing,
  ),
  endpoint({
    id: 'ledger.verify',
    method: 'GET',
    path: '/v1/ledger/verify',
    doc: 'Explains the ledger to the cent by payments, refunds, batches, bank transfers and payouts.',
    right: 'administer',
    answer: findings,
    async handle({ db, now }, { business }) {
      const data = [];
      for await (const one of verifyLedger({
        db,
        businessId: business.id,
        now: now(),
        book: undefined,
      })) {
        if (data.length === mostFindings) break;
        const { rule, says, paymentId } = one;
        data.push({ rule, says, paymentId: paymentId === undefined ? null : String(paymentId) });
      }
      return { body: { data } };
    },
  }),
];
