import { listLines } from '../../ledger/balance.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { dollars } from '../money.ts';
import { id, needed, option, verbatim, wholeNumber } from '../words.ts';

export const ledgerList = houseCommand({
  doc: 'Lists what moved in the ledger of a business, the latest first, 50 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    account: option('NAME', verbatim(50)),
    payment: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { business: name, account, payment: paymentId, limit = 50 }) {
    const { id: businessId } = await businessNamed(db, name);
    const data = await listLines(db, businessId, { account, paymentId, limit });
    const headings = ['id', 'at', 'debit', 'credit', 'amount', 'payment', 'batch', 'transfer'];
    const rows = data.map((one) => [
      one.id,
      one.at,
      one.debit,
      one.credit,
      dollars(one.cents),
      one.paymentId,
      one.batchId,
      one.entryId,
    ]);
    return { data, text: table(headings, rows) };
  },
});
