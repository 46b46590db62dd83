import { atClockOf } from '../../businesses/clock.ts';
import { bpsOf, mostBps, ratedDays, returnRates } from '../../clearing/returned-rates.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, option } from '../words.ts';

const dayMs = 24 * 3600 * 1000;
const shares = ['returned', 'administrative', 'unauthorized'] as const;

export const achRates = houseCommand({
  doc: 'Shows what share of its bank debits came back to each business in 60 days; ! is more than the network lets it be.',
  words: { business: option('ID', id) },
  async work(world, { business }) {
    const { now } = business ? atClockOf(world, await businessNamed(world.db, business)) : world;
    const since = new Date(now().getTime() - ratedDays * dayMs);
    const rates = await returnRates(world.db, since, business);
    const data = rates.map((rate) => ({
      ...rate,
      ...Object.fromEntries(shares.map((share) => [`${share}Bps`, bpsOf(rate[share], rate)])),
      isTooMuch: shares.filter((share) => bpsOf(rate[share], rate) > mostBps[share]),
    }));
    const rows = rates.map((rate) => [
      rate.businessId,
      rate.debits,
      ...shares.map((share) => {
        const bps = bpsOf(rate[share], rate);
        return `${rate[share]} (${(bps / 100).toFixed(2)}%)${bps > mostBps[share] ? ' !' : ''}`;
      }),
    ]);
    return { data, text: table(['business', 'debits', ...shares], rows) };
  },
});
