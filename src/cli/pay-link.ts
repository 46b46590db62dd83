import { type ListedLink, listLinks } from '../invoicing/pay-links/list-links.ts';
import { showAddress } from '../invoicing/pay-links/send-link.ts';
import { revokePayLink } from '../invoicing/subscriptions/void-invoice.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import type { World } from '../world.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { facts, money, nameOf } from './layout.ts';
import { list } from './list.ts';
import { type Key, object, ofBusiness } from './names.ts';

/** With the world by the clock of its business. */
async function linkNamed(
  world: World,
  key: Key,
): Promise<{ own: World; business: Business; link: ListedLink }> {
  const { businessId, id } = key;
  const business = await readBusiness(world.db, businessId);
  const own = business && atClockOf(world, business);
  const [link] = own ? await listLinks(world.db, businessId, { id, most: 1, now: own.now() }) : [];
  if (!business || !own || !link) throw new ExpectedError(`there is no pay link ${nameOf(key)}`);
  return { own, business, link };
}

export const payLinkCommands = {
  'pay-link list': list({
    doc: 'Lists the pay links of a business',
    of: 'pay links',
    filters: { business: ofBusiness },
    async rows(world, { business, before, limit }) {
      const { now } = atClockOf(world, business);
      const page = { before: before?.id, most: limit, now: now() };
      const links = await listLinks(world.db, business.id, page);
      return links.map(({ requestFingerprint: _, ...link }) => link);
    },
    columns: {
      link: (one) => nameOf(one),
      order: 'orderNumber',
      amount: (one) => money(one.amountCents, one.currency),
      stage: 'stage',
      made: 'createdAt',
      expires: 'expiresAt',
      opened: 'openedAt',
      payment: 'paymentId',
    },
  }),
  'pay-link address': dataCommand({
    doc: 'Shows the address of a pay link, for its payer. The audit log records that it was shown.',
    words: { link: object },
    async work(world, { link: key }, actor) {
      const { own, link } = await linkNamed(world, key);
      const address = await showAddress(own, link, actor);
      const name = nameOf(key);
      return {
        data: { link: name, address },
        text: facts({ link: name, stage: link.stage, address }),
      };
    },
  }),
  'pay-link revoke': dataCommand({
    doc: 'Revokes a pay link, its invoice and its text if that was not sent yet. A payment that has begun is not affected.',
    words: { link: object },
    async work(world, { link: key }, actor) {
      const { own, business, link } = await linkNamed(world, key);
      const name = nameOf(key);
      await revokePayLink(own, business, link, actor).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
        throw new ExpectedError(`pay link ${name} is ${link.stage}: it cannot be revoked`);
      });
      return { data: { link: name }, text: `Pay link ${name} is revoked.` };
    },
  }),
} as const;
