import { listActs } from '../../trail/store.ts';
import { platform } from '../../trail/trail.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, needed, option, wholeNumber } from '../words.ts';

export const auditList = houseCommand({
  doc: 'Lists the latest acts in the book of a business, 50 unless --limit says otherwise; 0: the platform.',
  words: { business: needed('ID', id), limit: option('N', wholeNumber(1, 10_000)) },
  async work({ db }, { business, limit = 50 }) {
    const data = await listActs(db, business, limit);
    // Asked last: the book of a business whose own row is gone is shown all the same.
    if (business !== platform && data.length === 0) await businessNamed(db, business);
    const rows = data.map(({ n, at, actor, act, object, facts }) => [
      n,
      at,
      actor,
      act,
      object,
      JSON.stringify(facts),
    ]);
    return { data, text: table(['n', 'at', 'actor', 'act', 'object', 'facts'], rows) };
  },
});
