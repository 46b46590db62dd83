import { balances } from '../../ledger/balance.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { dollars } from '../money.ts';
import { moment, momentWords, needed, option, verbatim } from '../words.ts';

export const ledgerBalance = houseCommand({
  doc:
    'Shows what each account of a business comes to, debits less credits, now or as of a moment of the past. ' +
    `Income stands below zero; clearing is what may be paid out. ${momentWords}`,
  words: { business: needed('ID|USERNAME', verbatim(100)), at: option('TIME', moment) },
  async work({ db }, { business: name, at }) {
    const { id, timeZone } = await businessNamed(db, name);
    const asOf = at?.(timeZone);
    const data = await balances(db, id, asOf);
    const rows = data.map(({ account, cents }) => [account, dollars(cents)]);
    return {
      data: { business: id, at: asOf, accounts: data },
      text: table(['account', 'balance'], rows),
    };
  },
});
