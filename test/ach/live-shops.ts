import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import type { Mailbox } from '../../src/ports/mailboxes/mailbox.ts';
import type { Sql } from '../../src/runtime/sql.ts';
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

/** A build whose statements read otherwise. */
export function rewriting(world: World, change: (text: string) => string): World {
  const changed = (sql: Sql): Sql => ({
    query: (text, values) => sql.query(change(text), values),
  });
  const { db } = world;
  return {
    ...world,
    db: { ...db, ...changed(db), begin: (work) => db.begin((tx) => work(changed(tx))) },
  };
}

/** A bank that collects each file as soon as it was put: the outbox is empty when its owner goes on. */
type Collector = {
  /** The names of what it collected. */
  readonly got: string[];
  over(world: World): World;
};

export function collectorOf(folder: string): Collector {
  const got: string[] = [];
  const outbox = join(folder, 'outbox');
  const collecting = (mailbox: Mailbox): Mailbox => ({
    ...mailbox,
    async put(name, text) {
      try {
        await mailbox.put(name, text);
      } finally {
        const there = await readdir(outbox).catch(() => []);
        got.push(...there);
        for (const one of there) await rm(join(outbox, one));
      }
    },
  });
  return {
    got,
    over(world) {
      const { live, sandbox } = world.mailboxes;
      const mailboxes = {
        ...world.mailboxes,
        live: live && collecting(live),
        sandbox: (id: bigint) => collecting(sandbox(id)),
      };
      return { ...world, mailboxes };
    },
  };
}
