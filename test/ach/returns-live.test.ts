import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLiveInbox } from '../../src/ach/files/inbox.ts';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { liveBankOf, liveSettings, openLiveShops } from './live-shops.ts';
import { bankAt } from './returns-bank.ts';
import { openAchShop } from './returns-fixture.ts';

test('one file of the bank speaks of many live businesses, and each hears of its own', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const one = await openAchShop(t, { fixture, environment: 'live' });
  const two = await openAchShop(t, { beside: one, environment: 'live' });
  const sandbox = await openAchShop(t, { beside: one });
  const [first, second] = [await one.pay('1234567'), await two.pay('7654321')];
  const third = await sandbox.pay('1234567');
  await one.until('2030-01-17 09:00');
  const [bank, other] = [liveBankOf(one), liveBankOf(two)];
  await bank.post('1.ach', await bank.answer([[first, 'R02']]));
  await bank.post('2.ach', await other.answer([[second, 'R16']]));
  await scheduleRecurring(one.world);
  await workOnce(one.world);

  assert.equal((await one.payment(first)).state, 'returned');
  assert.equal((await two.payment(second)).state, 'returned');
  assert.equal((await sandbox.payment(third)).state, 'settled');
  assert.deepEqual(await one.cases(), []);
  const [openCase] = await two.cases();
  assert.equal(openCase?.evidence.code, 'R16');
  assert.deepEqual(await bank.names('read'), ['1.ach', '2.ach']);
  const files = await fixture.db.query(
    `select name, state from ach_files where business_id = 0 and direction = 'in' order by name`,
  );
  assert.deepEqual(files, [
    { name: '1.ach', state: 'read' },
    { name: '2.ach', state: 'read' },
  ]);
});

test('a file is read that the bank addresses to the number that it gave us', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const shop = await openAchShop(t, { fixture, environment: 'live' });
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const bank = liveBankOf(shop);
  const text = await bank.answer([[id, 'R02']]);
  await bank.post('1.ach', `${text.slice(0, 3)}${liveSettings.ACH_ORIGIN}${text.slice(13)}`);
  await scheduleRecurring(shop.world);
  await workOnce(shop.world);
  assert.equal((await shop.payment(id)).state, 'returned');
  assert.deepEqual(await shop.cases(), []);
});

test('a live account is corrected once the file of all live businesses is finished', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const [shop] = await openLiveShops(t, fixture, 1);
  const id = await shop!.pay('1234567', { CreateToken: true });
  const { token } = await shop!.payment(id);
  await shop!.until('2030-01-15 20:00');
  const bank = liveBankOf(shop!);
  const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;
  await bank.post('1.ach', await bank.answer([[id, notice]]));
  const readAs = async (state: string) => {
    await fixture.db.query(
      `update ach_files set state = $1 where business_id = 0 and direction = 'out'`,
      [state],
    );
    await readLiveInbox(shop!.world);
    return (await shop!.token(token!)).last4;
  };
  for (const state of ['written', 'rejecting']) assert.equal(await readAs(state), '4567');
  assert.equal(await readAs('delivered'), '4321');
});

test('the bank of live businesses cannot send back what only the sandbox sent', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const sandbox = await openAchShop(t, { fixture });
  const id = await sandbox.pay('1234567');
  await sandbox.until('2030-01-17 09:00');
  const own = join(fixture.config.achFolder, 'sandbox', String(sandbox.businessId));
  const text = await bankAt(sandbox, own, () => bankDay(fixture.clock.now())).answer([[id, 'R02']]);
  await liveBankOf(sandbox).post('1.ach', text);
  assert.equal(await readLiveInbox(sandbox.world), 1);
  assert.equal((await sandbox.payment(id)).state, 'settled');
  const [openCase] = await fixture.db.query<{ evidence: { faults: string[] } }>(
    'select evidence from open_questions where business_id = 0',
  );
  assert.match(openCase!.evidence.faults[0]!, /no entry of ours has its identification$/);
});
