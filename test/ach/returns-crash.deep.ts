import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { simulateOdfi } from '../../src/ach/files/simulated-odfi.ts';
import type { Answer } from '../../src/ach/nacha/write-return.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { life } from '../crash-world.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

type Scope = { after(work: () => Promise<void>): void };
type Says = string | Answer['says'];

const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;

/** What one file says, of payments that differ. */
const stories: Readonly<Record<string, readonly Says[]>> = {
  'a return for want of funds': ['R01'],
  'a frozen account': ['R16'],
  'a correction': [notice],
  'a return, a correction and what is only kept': ['R02', notice, 'R61'],
};

for (const [name, says] of Object.entries(stories)) {
  test(`a file with ${name} is booked once, at whatever moment its reader dies`, async (t) => {
    const read = async (world: World, { businessId }: AchShop) => {
      await readInboxes(world, businessId);
    };
    const numbers = says.map((_, i) => `123456${i}`);
    await liveThrough(t, numbers, read, async (shop, paid) => {
      const bank = bankOf(shop);
      await bank.post('answers.ach', await bank.answer(says.map((one, i) => [paid[i]!, one])));
    });
  });
}

test('the simulated bank may die at any moment, and what it has to say is heard once', async (t) => {
  const read = async (world: World, { businessId }: AchShop) => {
    await simulateOdfi(world, businessId);
  };
  await liveThrough(
    t,
    [simulatedNumber('return_always', 'R02', 1)],
    read,
    async ({ fixture, world }) => {
      const [due] = await world.mailboxes.scheduled!.list();
      fixture.clock.setTo(due!.dueAt);
    },
  );
});

/**
 * As many businesses as there are moments at which a reader may die, each with the same payments and the same
 * answers to them. Whoever finds the dead one's work must bring it to where nobody ever died.
 */
async function liveThrough(
  scope: Scope,
  numbers: readonly string[],
  read: (world: World, shop: AchShop) => Promise<void>,
  prepare: (shop: AchShop, paid: readonly bigint[]) => Promise<void>,
): Promise<void> {
  const first = await openAchShop(scope, { terms: { returnFeeCents: 100 } });
  const moments = await countMoments(await made(scope, first, numbers, 1), read, prepare);
  assert.ok(moments > 2, `only ${moments} moments`);
  const [untouched, ...crashingWorlds] = await made(scope, first, numbers, moments + 1);
  await prepare(untouched!.shop, untouched!.paid);
  await read(untouched!.shop.world, untouched!.shop);
  const expected = await tell(untouched!.shop);

  for (const [i, { shop, paid }] of crashingWorlds.entries()) {
    await prepare(shop, paid);
    const span = life(i + 1);
    const crashing = await shop.fixture.open(span);
    span.begin();
    await read(crashing, shop).catch(() => {});
    await read(shop.world, shop);
    assert.deepEqual(await tell(shop), expected, `death at moment ${i + 1} of ${moments}`);
  }
  assert.deepEqual(await first.findings(), []);
}

type Made = { readonly shop: AchShop; readonly paid: readonly bigint[] };

/** Businesses whose payments are with the bank. */
async function made(
  scope: Scope,
  beside: AchShop,
  numbers: readonly string[],
  count: number,
): Promise<Made[]> {
  const all: Made[] = [];
  for (let i = 0; i < count; i += 1) {
    const shop = await openAchShop(scope, { beside, terms: { returnFeeCents: 100 } });
    const paid: bigint[] = [];
    for (const number of numbers) paid.push(await shop.pay(number, { CreateToken: true }));
    all.push({ shop, paid });
  }
  const { fixture, world } = beside;
  const [row] = await fixture.db.query<{ at: Date }>(
    `select max(next_at) as at from ach_entries where state = 'queued' and represents_id is null`,
  );
  fixture.clock.setTo(row!.at);
  while ((await workOnce(world)) > 0);
  return all;
}

async function countMoments(
  [one]: readonly Made[],
  read: (world: World, shop: AchShop) => Promise<void>,
  prepare: (shop: AchShop, paid: readonly bigint[]) => Promise<void>,
): Promise<number> {
  const { shop, paid } = one!;
  await prepare(shop, paid);
  let moments = 0;
  const counting = () => {
    moments += 1;
  };
  const world = await shop.fixture.open({ atMoment: counting });
  moments = 0;
  await read(world, shop);
  return moments;
}

/** Everything that must be there once, without what differs from business to business. */
async function tell(shop: AchShop) {
  const { businessId, fixture } = shop;
  const entries = (await shop.entries()).map((entry) => [
    entry.kind,
    entry.state,
    entry.presentment,
    entry.return_code,
    entry.correction_code,
    entry.routing_number,
    entry.last4,
  ]);
  const count = async (table: string, what: string) =>
    await fixture.db.query(
      `select ${what} as what, count(*)::int as times from ${table}
       where business_id = $1 group by 1 order by 1`,
      [businessId],
    );
  return {
    entries,
    ledger: await shop.ledger(),
    transfers: await count('transfers', `debit || ' ' || credit || ' ' || cents`),
    payments: await count('payments', `state || ' ' || holds_order`),
    invoices: await count('invoices', 'state'),
    tokens: await count('tokens', `state || ' ' || last4 || ' ' || routing_number`),
    events: await count('events', 'kind'),
    cases: await count('open_questions', `kind || ' ' || (evidence ->> 'why')`),
    files: await count('ach_files', `direction || ' ' || state`),
    acts: await count('audit_trail', 'act'),
    inbox: await bankOf(shop).names('inbox'),
    // What the bank sent once more, because it died before it had forgotten it, is kept beside the first.
    read: new Set((await bankOf(shop).names('read')).map((name) => name.replace(/\.\d+$/, '')))
      .size,
  };
}
