import { readBook } from '#sandbox';
import { formatMoney } from '../kernel/money.ts';
import { balances, listLines } from '../payments/ledger/balance.ts';
import { verifyLedger } from '../payments/ledger/verify.ts';
import { findBook } from './bank-book.ts';
import { dataCommand } from './data-command.ts';
import { money, table } from './layout.ts';
import { catalogue, list } from './list.ts';
import { objectOption, ofAnyBusiness, ofBusiness } from './names.ts';
import { showProgress } from './show-progress.ts';
import { moment, momentHelp, verbatim } from './values.ts';
import { option } from './words.ts';

const mostFindings = 10_000;
const withoutBook =
  "Judged without the bank's book: there is none in the data folder, and --book names none.";

export const ledgerCommands = {
  'ledger balance': catalogue({
    doc: 'Shows the balance of each account of a business, debits less credits, now or at a moment of the past',
    more: `Income is below zero; clearing is what may be paid out. ${momentHelp}`,
    of: 'accounts',
    filters: { business: ofBusiness, at: option('TIME', moment) },
    rows: async ({ db }, { business: { id, timeZone }, at }) =>
      await balances(db, id, at?.(timeZone)),
    columns: {
      account: 'account',
      currency: 'currency',
      balance: (one) => formatMoney(one.cents, one.currency),
    },
    json: (accounts, { business: { id, timeZone }, at }) => ({
      business: id,
      at: at?.(timeZone),
      accounts,
    }),
  }),
  'ledger list': list({
    doc: 'Lists the transfers in the ledger of a business',
    of: 'transfers',
    filters: {
      business: ofBusiness,
      account: option('NAME', verbatim(50)),
      payment: objectOption,
    },
    async rows({ db }, { business, account, payment, before, limit }) {
      const filter = { account, paymentId: payment?.id, before: before?.id, limit };
      return await listLines(db, business.id, filter);
    },
    columns: {
      id: 'id',
      at: 'at',
      debit: 'debit',
      credit: 'credit',
      amount: (one) => money(one.cents, one.currency),
      payment: 'paymentId',
      batch: 'batchId',
      transfer: 'entryId',
    },
  }),
  'ledger verify': dataCommand({
    doc:
      'Explains the ledger to the cent by payments, refunds, batches, bank transfers and payouts, and by the book of the ' +
      'simulated bank. Without a book it says so. The exit code is 1 if something is not explained.',
    words: { business: ofAnyBusiness, book: option('FILE', verbatim(1000)) },
    async work({ db, config, now }, { business, book: given }, _, { err }) {
      const path = await findBook(config, given);
      const findings = [];
      const book = path ? { processor: 'simulator', read: () => readBook(path) } : undefined;
      const progress = showProgress('ledger verify', { to: err });
      try {
        const evidence = { db, businessId: business?.id, now: now(), book, progress };
        for await (const finding of verifyLedger(evidence)) {
          if (findings.length === mostFindings) break;
          findings.push(finding);
        }
      } finally {
        progress.end();
      }
      const columns = {
        business: 'businessId',
        payment: 'paymentId',
        rule: 'rule',
        says: 'says',
      } as const;
      const more = findings.length === mostFindings ? 'or more ' : '';
      const beside = path === undefined ? withoutBook : undefined;
      const total = [`${findings.length} ${more}findings.`, beside].filter(Boolean).join('\n');
      const text = [table(columns, findings), total].filter((part) => part !== '').join('\n\n');
      return { data: findings, text, beside, code: findings.length === 0 ? 0 : 1 };
    },
  }),
} as const;
