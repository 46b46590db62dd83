import { atClockOf } from '../../businesses/clock.ts';
import { listLinks } from '../../pay-links/list-links.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { dollars } from '../money.ts';
import { needed, option, verbatim, wholeNumber } from '../words.ts';

export const payLinkList = houseCommand({
  doc: 'Lists the pay links of a business, the latest first, 100 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work(world, { business: name, limit: most = 100 }) {
    const owner = await businessNamed(world.db, name);
    const { now } = atClockOf(world, owner);
    const links = await listLinks(world.db, owner.id, { most, now: now() });
    const headings = ['link', 'order', 'amount', 'stage', 'made', 'expires', 'opened', 'payment'];
    const text = rowsOf(headings, links, (one) => [
      `${one.businessId}/${one.id}`,
      one.orderNumber,
      dollars(one.amountCents),
      one.stage,
      one.createdAt,
      one.expiresAt,
      one.openedAt,
      one.paymentId,
    ]);
    const data = links.map(({ requestFingerprint: _, ...link }) => link);
    return { data, text: text || `Business ${owner.id} has no pay links.` };
  },
});
