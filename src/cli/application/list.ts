import { applicationStates } from '../../applications/application.ts';
import { listApplications } from '../../applications/store.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, oneOf, option, wholeNumber } from '../words.ts';

export const applicationList = houseCommand({
  doc: 'Lists applications to take payments, the oldest first, 100 unless --limit says otherwise.',
  words: {
    state: option('STATE', oneOf(applicationStates)),
    business: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { state, business: businessId, limit = 100 }) {
    const data = await listApplications(db, { businessId, states: state && [state], limit });
    const rows = data.map((one) => [
      `${one.businessId}/${one.id}`,
      one.state,
      one.createdAt,
      one.expiresAt,
      one.email,
    ]);
    return { data, text: table(['application', 'state', 'handed in', 'expires', 'email'], rows) };
  },
});
