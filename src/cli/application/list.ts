import { applicationStates } from '../../applications/application.ts';
import { listApplications, readApplication } from '../../applications/store.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, idWithin, oneOf, option, wholeNumber } from '../words.ts';

export const applicationList = houseCommand({
  doc: 'Lists applications to take payments, the oldest first, 100 unless --limit says otherwise.',
  words: {
    state: option('STATE', oneOf(applicationStates)),
    business: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
    after: option('BUSINESS/ID', idWithin),
  },
  async work({ db }, { state, business: businessId, limit = 100, after }) {
    if (businessId !== undefined) await businessNamed(db, businessId);
    if (after && !(await readApplication(db, after.businessId, after.id))) {
      throw new OperatorFault(`there is no application ${after.businessId}/${after.id}`);
    }
    const states = state && [state];
    const data = await listApplications(db, { businessId, states, limit, after });
    const rows = data.map((one) => [
      `${one.businessId}/${one.id}`,
      one.state,
      one.createdAt,
      one.expiresAt,
      one.email,
    ]);
    const headings = ['application', 'state', 'handed in', 'expires', 'email'];
    const more = data.length === limit ? `\n\nMore: --after ${rows.at(-1)![0]}` : '';
    return { data, text: table(headings, rows) + more };
  },
});
