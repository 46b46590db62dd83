import { listLeads } from '../../leads/store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { id, needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';

const states = ['waiting', 'acknowledged'] as const;

export const leadList = houseCommand({
  doc: 'Lists the leads of a business, the newest first: 50 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    state: option(states.join('|'), oneOf(states)),
    form: option('FORM', id),
    limit: option('N', wholeNumber(1, 1000)),
  },
  async work({ db }, { business: name, state, form: formId, limit: most = 50 }) {
    const { id: businessId } = await businessNamed(db, name);
    const leads = await listLeads(db, businessId, { state, formId, most });
    const headings = ['lead', 'state', 'source', 'form', 'customer', 'name', 'made', 'last said'];
    const text = rowsOf(headings, leads, (one) => [
      `${businessId}/${one.id}`,
      one.state,
      one.source,
      one.formId,
      one.customerId,
      visible(`${one.details.firstName} ${one.details.lastName}`.trim()),
      one.createdAt,
      visible((one.returnMessage ?? '').slice(0, 60)),
    ]);
    return { data: { business: businessId, leads }, text: text || 'There are no such leads.' };
  },
});
