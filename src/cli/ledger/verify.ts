import { verifyLedger } from '../../ledger/verify.ts';
import { readBook } from '../../processors/simulator/auditor-view.ts';
import { findBook } from '../bank-book.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { option, verbatim } from '../words.ts';

const mostShown = 10_000;
const withoutBook =
  "Judged without the bank's book: there is none in the data folder, and --book names none.";

export const ledgerVerify = houseCommand({
  doc:
    'Explains the ledger cent for cent by payments, refunds, batches, bank transfers and deposits, and by the ' +
    'book of the simulated bank where there is one, and says so where there is none; 1 if something is not explained.',
  words: { business: option('ID|USERNAME', verbatim(100)), book: option('FILE', verbatim(1000)) },
  async work({ db, config, now }, { business: name, book: given }) {
    const business = name === undefined ? undefined : await businessNamed(db, name);
    const path = await findBook(config, given);
    const findings = [];
    const book = path ? { processor: 'simulator', read: () => readBook(path) } : undefined;
    for await (const finding of verifyLedger({
      sql: db,
      businessId: business?.id,
      now: now(),
      book,
    })) {
      if (findings.length === mostShown) break;
      findings.push(finding);
    }
    const rows = findings.map((one) => [one.businessId, one.paymentId, one.rule, one.says]);
    const found =
      rows.length === 0 ? '' : `${table(['business', 'payment', 'rule', 'says'], rows)}\n\n`;
    const more = findings.length === mostShown ? 'or more ' : '';
    const beside = path === undefined ? withoutBook : undefined;
    const text = `${found}${findings.length} ${more}findings.${beside ? `\n${beside}` : ''}`;
    return { data: findings, text, beside, code: findings.length === 0 ? 0 : 1 };
  },
});
