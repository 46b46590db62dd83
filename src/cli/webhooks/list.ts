import { countDeliveries } from '../../notices/delivery-log.ts';
import { readEndpoints } from '../../notices/endpoint-store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { business } from './words.ts';

export const webhooksList = houseCommand({
  doc: 'Shows the webhooks of a business, how they do, and how many deliveries wait or were given up.',
  words: { business },
  async work({ db }, { business: name }) {
    const { id } = await businessNamed(db, name);
    const counts = await countDeliveries(db, id);
    const endpoints = (await readEndpoints(db, id)).map(({ businessId: _, ...endpoint }) => {
      const own = counts.filter(({ kind }) => kind === endpoint.kind);
      const sum = (...states: readonly string[]) =>
        own.reduce(
          (all, { state, count }) => all + (states.includes(state) ? Number(count) : 0),
          0,
        );
      return {
        ...endpoint,
        waiting: sum('pending', 'in_flight', 'scheduled'),
        succeeded: sum('succeeded'),
        givenUp: sum('exhausted', 'discarded'),
      };
    });
    const headings = ['webhook', 'url', 'state', 'last success', 'failing since', 'failures'];
    const text = rowsOf([...headings, 'waiting', 'succeeded', 'given up'], endpoints, (one) => [
      one.kind,
      one.url,
      one.disabledReason ? `${one.state}: ${one.disabledReason}` : one.state,
      one.succeededAt,
      one.failingSince,
      one.failures,
      one.waiting,
      one.succeeded,
      one.givenUp,
    ]);
    return { data: { business: id, endpoints }, text: text || `Business ${id} has no webhooks.` };
  },
});
