import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyLedger } from '../../ledger/verify.ts';
import { readBook } from '../../processors/simulator/auditor-view.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { option, verbatim } from '../words.ts';

const mostShown = 10_000;

export const ledgerVerify = houseCommand({
  doc:
    'Explains the ledger cent for cent by payments, refunds, batches, bank transfers and deposits, and by the ' +
    'book of the simulated bank where there is one; 1 if something is not explained.',
  words: { business: option('ID|USERNAME', verbatim(100)), book: option('FILE', verbatim(1000)) },
  async work({ db, config, now }, { business: name, book: given }) {
    const business = name === undefined ? undefined : await businessNamed(db, name);
    const path = given ?? join(config.dataFolder, 'simulated-bank.jsonl');
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (given !== undefined && !isThere) throw new OperatorFault(`cannot read the book ${given}`);
    const findings = [];
    const book = isThere ? { processor: 'simulator', read: () => readBook(path) } : undefined;
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
    const text = `${found}${findings.length} ${more}findings.`;
    return { data: findings, text, code: findings.length === 0 ? 0 : 1 };
  },
});
