import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { simulateOdfi } from '../../src/ach/files/simulated-odfi.ts';
import type { Answer } from '../../src/ach/nacha/write-return.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import type { Scope } from '../scope.ts';
import { type Size, sizeOf } from '../size.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

type Says = string | Answer['says'];

const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;

/** What one file says, of payments that differ. */
const stories: Readonly<Record<string, readonly Says[]>> = {
  'a return for want of funds': ['R01'],
  'a frozen account': ['R16'],
  'a correction': [notice],
  'a return, a correction and what is only kept': ['R02', notice, 'R61'],
};

export function testReturnDeaths(size?: Size): void {
  const few = ['a return for want of funds'];
  const names = sizeOf(
    { gate: few, usual: Object.keys(stories), full: Object.keys(stories) },
    size,
  );

  for (const name of names) {
    const says = stories[name]!;
    test(`a file with ${name} is booked once, at whatever moment its reader dies`, async (t) => {
      const numbers = says.map((_, i) => `123456${i}`);
      await liveThrough(t, size, {
        numbers,
        read: (world, { businessId }) => readInboxes(world, businessId),
        async prepare(shop, paid) {
          const bank = bankOf(shop);
          await bank.post('answers.ach', await bank.answer(says.map((one, i) => [paid[i]!, one])));
        },
      });
    });
  }

  test('the simulated bank may die at any moment, and what it has to say is heard once', async (t) => {
    await liveThrough(t, size, {
      numbers: [simulatedNumber('return_always', 'R02', 1)],
      read: (world, { businessId }) => simulateOdfi(world, businessId),
      async prepare({ fixture, world }) {
        const [due] = await world.mailboxes.scheduled!.list();
        fixture.clock.setTo(due!.dueAt);
      },
    });
  });
}

type Reading = {
  readonly numbers: readonly string[];
  readonly read: (world: World, shop: AchShop) => Promise<unknown>;
  readonly prepare: (shop: AchShop, paid: readonly bigint[]) => Promise<void>;
};

/**
 * In each life a business with the same payments and the same answers to them. Whoever finds the dead one's work must
 * bring it to where nobody ever died.
 */
async function liveThrough(
  scope: Scope,
  size: Size | undefined,
  { numbers, read, prepare }: Reading,
): Promise<void> {
  const first = await openAchShop(scope, { terms: { returnFeeCents: 100 } });
  const made = async () => {
    const one = await make(scope, first, numbers);
    await prepare(one.shop, one.paid);
    return one;
  };
  const { shop: untouched } = await made();
  await read(untouched.world, untouched);
  const expected = await tell(untouched);

  await everyLife(
    { name: 'ach/returns-deaths', size },
    {
      open: first.fixture.open,
      before: made,
      act: (crashing, { shop }) => read(crashing, shop),
      others: ({ shop }) => read(shop.world, shop),
      judge: async ({ shop }) => assert.deepEqual(await tell(shop), expected),
      alike: 2,
    },
  );
  assert.deepEqual(await first.findings(), []);
}

/** A business whose payments are with the bank. */
async function make(
  scope: Scope,
  beside: AchShop,
  numbers: readonly string[],
): Promise<{ shop: AchShop; paid: bigint[] }> {
  const shop = await openAchShop(scope, { beside, terms: { returnFeeCents: 100 } });
  const paid: bigint[] = [];
  for (const number of numbers) paid.push(await shop.pay(number, { CreateToken: true }));
  const { fixture, world } = beside;
  const [row] = await fixture.db.query<{ at: Date }>(
    `select max(next_at) as at from ach_entries where state = 'queued' and represents_id is null`,
  );
  fixture.clock.setTo(row!.at);
  while ((await workOnce(world)) > 0);
  return { shop, paid };
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
