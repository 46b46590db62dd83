import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

/** A payment that is not where its entry is: what comes back of it cannot be booked. */
async function confuse({ fixture, businessId }: AchShop, id: bigint, state: string): Promise<void> {
  await fixture.db.query('update payments set state = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    state,
  ]);
}

test('an entry that cannot be booked is tried less and less often, with one alarm, and never given up', async (t) => {
  const shop = await openAchShop(t);
  const { fixture, world, businessId } = shop;
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  const fine = await shop.pay('7654321');
  await shop.until('2030-01-17 09:00');
  await confuse(shop, id, 'queued');
  await bank.post(
    'a.ach',
    await bank.answer([
      [id, 'R03'],
      [fine, 'R03'],
    ]),
  );
  const begun = fixture.logged.length;
  const alarms = () =>
    fixture.logged
      .slice(begun)
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => line.includes('ach.entry_not_booked'));
  const looks: number[] = [];
  const start = world.now().getTime();
  for (let minutes = 0; minutes <= 3 * 24 * 60; minutes += 5) {
    fixture.clock.setTo(new Date(start + minutes * 60_000));
    const before = alarms().length;
    await readInboxes(world, businessId);
    if (alarms().length > before) looks.push(minutes);
  }
  assert.deepEqual(looks, [0, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 4000]);
  assert.equal(alarms().filter((line) => line.includes('"level":"error"')).length, 1);
  assert.equal((await shop.payment(fine)).state, 'returned', 'it keeps no other waiting');
  const [openCase, ...more] = await shop.cases();
  assert.deepEqual(more, []);
  assert.deepEqual([openCase?.kind, openCase?.evidence.count], ['ach_file', 1]);
  assert.deepEqual(await bank.names('inbox'), ['a.ach']);

  await confuse(shop, id, 'settled');
  fixture.clock.pass(24 * 3_600_000);
  assert.equal(await readInboxes(world, businessId), 1);
  assert.equal((await shop.payment(id)).state, 'returned');
  assert.deepEqual(await bank.names('inbox'), []);
  assert.deepEqual(await shop.findings(), []);
});
