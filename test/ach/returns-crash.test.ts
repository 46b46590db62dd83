import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../src/ach/nacha/write-return.ts';
import { readInboxes } from '../../src/clearing/inbox.ts';
import { simulatedNumber } from '../../src/clearing/simulated-accounts.ts';
import { simulateOdfi } from '../../src/clearing/simulated-odfi.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { life } from '../mortal.ts';
import { type House, makeHouse } from '../world.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, newYork, openAchShop } from './returns-street.ts';

const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;

/** What one file says, of payments that differ; and what every life must have come to. */
const stories: Readonly<Record<string, readonly (string | Answer['says'])[]>> = {
  'a return for want of funds': ['R01'],
  'a dead account': ['R02'],
  'a frozen account, and a duplicate': ['R16', 'R24'],
  'a correction': [notice],
  'a correction and a return of the same entry': ['R01'],
  'several of each': ['R01', 'R10', notice, 'R61', 'R31'],
};

for (const [name, says] of Object.entries(stories)) {
  test(`a file with ${name} is booked once, at whatever moment its reader dies`, async (t) => {
    const house = await makeHouse(t);
    const untouched = await tell(await story(t, house, says, undefined));
    let lives = 0;
    for (let died = true; died; ) {
      lives += 1;
      const span = life(lives);
      const shop = await story(t, house, says, span);
      died = span.isOver;
      assert.deepEqual(await tell(shop), untouched, `life ${lives}`);
    }
    assert.ok(lives > 15, `only ${lives} lives`);
  });
}

/** Payments, their file, a reader that may die, and one that does not. */
async function story(
  scope: { after(work: () => Promise<void>): void },
  house: House,
  says: readonly (string | Answer['says'])[],
  span: ReturnType<typeof life> | undefined,
): Promise<AchShop> {
  const shop = await openAchShop(scope, { house, terms: { returnFeeCents: 100 } });
  const bank = bankOf(shop);
  const paid: bigint[] = [];
  for (const [i] of says.entries()) paid.push(await shop.pay(`123456${i}`, { CreateToken: true }));
  await atCutoff(shop);
  const answers = says.map((one, i) => [paid[i]!, one] as const);
  await bank.post('answers.ach', await bank.answer(answers));
  if (span) {
    const mortal = await house.open(span);
    span.begin();
    await readInboxes(mortal, shop.businessId).catch(() => {});
  }
  await readInboxes(shop.world, shop.businessId);
  return shop;
}

/** The next day's evening, since every life is one of many in the same house. */
async function atCutoff(shop: AchShop): Promise<void> {
  const { house, world } = shop;
  while ((await workOnce(world)) > 0);
  const [row] = await house.db.query<{ at: Date }>(
    `select min(next_at) as at from ach_entries where business_id = $1 and state = 'queued'`,
    [shop.businessId],
  );
  house.clock.setTo(row!.at);
  while ((await workOnce(world)) > 0);
}

/** Everything that must be there once, without what differs from life to life. */
async function tell(shop: AchShop) {
  const { businessId, house } = shop;
  const entries = (await shop.entries()).map((entry) => [
    entry.kind,
    entry.state,
    entry.presentment,
    entry.return_code,
    entry.correction_code,
    entry.routing_number,
    entry.last4,
  ]);
  const count = async (table: string, column: string) =>
    await house.db.query(
      `select ${column} as what, count(*)::int as times from ${table}
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
    questions: await count('open_questions', `kind || ' ' || (evidence ->> 'why')`),
    files: await count('ach_files', `direction || ' ' || state`),
    trail: await count('audit_trail', 'act'),
    left: await bankOf(shop).names('inbox'),
    read: await bankOf(shop).names('read'),
  };
}

test('the simulated bank may die at any moment, and what it has to say is heard once', async (t) => {
  const house = await makeHouse(t);
  let lives = 0;
  let day = Temporal.PlainDate.from('2030-01-15');
  for (let died = true; died; ) {
    lives += 1;
    const shop = await openAchShop(t, { house });
    const id = await shop.pay(simulatedNumber('return_always', 'R02', 1));
    await atCutoff(shop);
    const [due] = await shop.world.mailboxes.scheduled!.list(shop.businessId);
    house.clock.setTo(due!.dueAt);
    const span = life(lives);
    const mortal = await house.open(span);
    span.begin();
    await simulateOdfi(mortal).catch(() => {});
    died = span.isOver;
    await simulateOdfi(shop.world);
    while ((await workOnce(shop.world)) > 0);
    assert.equal((await shop.payment(id)).state, 'returned', `life ${lives}`);
    assert.equal((await shop.events('payment.returned')).length, 1, `life ${lives}`);
    assert.deepEqual(await shop.world.mailboxes.scheduled!.list(shop.businessId), []);
    assert.equal((await bankOf(shop).names('read')).length, 1);
    day = day.add({ days: 1 });
  }
  assert.ok(lives > 15, `only ${lives} lives`);
  assert.ok(house.clock.now() > newYork('2030-01-16 00:00'));
});
