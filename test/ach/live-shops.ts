import { join } from 'node:path';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { type Bank, bankAt } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

export const liveSettings = {
  ACH_ODFI: '021000021',
  ACH_ORIGIN: '1123456789',
  ACH_ORIGIN_NAME: 'Platform Inc.',
  ACH_DESTINATION_NAME: 'First Bank',
};

/** Live businesses of one service: their entries share files. */
export async function openLiveShops(
  scope: Scope,
  fixture: Fixture,
  count: number,
  beside?: AchShop,
): Promise<AchShop[]> {
  const shops: AchShop[] = [];
  for (let i = 0; i < count; i += 1) {
    const first = beside ?? shops[0];
    const where = first ? { beside: first } : { fixture };
    shops.push(await openAchShop(scope, { ...where, environment: 'live' }));
  }
  return shops;
}

/** What the bank of all live businesses sees of one of them. */
export function liveBankOf(shop: AchShop): Bank {
  const { config, clock } = shop.fixture;
  return bankAt(shop, join(config.achFolder, 'live'), () => bankDay(clock.now()));
}

/** Its queued entries wait for this cut-off. */
export async function waitFor({ fixture, businessId }: AchShop, cutoffAt: Date): Promise<void> {
  await fixture.db.query(
    `update ach_entries set next_at = $2 where business_id = $1 and state = 'queued'`,
    [businessId, cutoffAt],
  );
}

/** What happens between the upload of a live file and the next step of its owner. */
export function whilePutting(world: World, meanwhile: () => Promise<void>): World {
  const live = world.mailboxes.live!;
  const put = async (name: string, text: string) => {
    await live.put(name, text);
    await meanwhile();
  };
  return { ...world, mailboxes: { ...world.mailboxes, live: { ...live, put } } };
}
