import { businessStates } from '../../businesses/business.ts';
import { listBusinesses } from '../../businesses/store.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, oneOf, option, wholeNumber } from '../words.ts';
import { businessNamed, summary } from './named.ts';

export const businessList = houseCommand({
  doc: 'Lists businesses in the order of their ids, 100 unless --limit says otherwise.',
  words: {
    state: option('STATE', oneOf(businessStates)),
    parent: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
    after: option('ID', id),
  },
  async work({ db }, { state, parent, limit = 100, after }) {
    if (parent !== undefined) await businessNamed(db, parent);
    const found = await listBusinesses(db, { state, parentId: parent, after, limit });
    const data = found.map(summary);
    const headings = ['id', 'username', 'environment', 'state', 'parent', 'name'];
    const rows = data.map((one) => [
      one.id,
      one.username,
      one.environment,
      one.state,
      one.parent,
      one.name,
    ]);
    const isCut = found.length === limit;
    const more = isCut ? `\n\nMore: --after ${found.at(-1)!.id}` : '';
    return { data, text: table(headings, rows) + more };
  },
});
