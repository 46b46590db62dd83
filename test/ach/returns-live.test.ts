import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLiveInbox } from '../../src/clearing/inbox.ts';
import { bankDay } from '../../src/clearing/open-window.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { type House, makeHouse } from '../world.ts';
import { bankAt } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-street.ts';

const settings = {
  ACH_ODFI: '021000021',
  ACH_ORIGIN: '1123456789',
  ACH_ORIGIN_NAME: 'Quittance Inc',
  ACH_DESTINATION_NAME: 'First Bank',
};

function liveBank(shop: AchShop, house: House) {
  return bankAt(shop, join(house.config.achFolder, 'live'), () => bankDay(house.clock.now()));
}

test('one file of the bank speaks of many live businesses, and each hears of its own', async (t) => {
  const house = await makeHouse(t, { settings });
  const one = await openAchShop(t, { house, environment: 'live' });
  const two = await openAchShop(t, { beside: one, environment: 'live' });
  const sandbox = await openAchShop(t, { beside: one });
  const [first, second] = [await one.pay('1234567'), await two.pay('7654321')];
  const third = await sandbox.pay('1234567');
  await one.until('2030-01-17 09:00');
  const [bank, other] = [liveBank(one, house), liveBank(two, house)];
  await bank.post('1.ach', await bank.answer([[first, 'R02']]));
  await bank.post('2.ach', await other.answer([[second, 'R16']]));
  await scheduleRecurring(one.world);
  await workOnce(one.world);

  assert.equal((await one.payment(first)).state, 'returned');
  assert.equal((await two.payment(second)).state, 'returned');
  assert.equal((await sandbox.payment(third)).state, 'settled');
  assert.deepEqual(await one.questions(), []);
  const [question] = await two.questions();
  assert.equal(question?.evidence.code, 'R16');
  assert.deepEqual(await bank.names('read'), ['1.ach', '2.ach']);
  const files = await house.db.query(
    `select name, state from ach_files where business_id = 0 and direction = 'in' order by name`,
  );
  assert.deepEqual(files, [
    { name: '1.ach', state: 'read' },
    { name: '2.ach', state: 'read' },
  ]);
});

test('a file is read that the bank addresses to the number that it gave us', async (t) => {
  const house = await makeHouse(t, { settings });
  const shop = await openAchShop(t, { house, environment: 'live' });
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const bank = liveBank(shop, house);
  const text = await bank.answer([[id, 'R02']]);
  await bank.post('1.ach', `${text.slice(0, 3)}${settings.ACH_ORIGIN}${text.slice(13)}`);
  await scheduleRecurring(shop.world);
  await workOnce(shop.world);
  assert.equal((await shop.payment(id)).state, 'returned');
  assert.deepEqual(await shop.questions(), []);
});

test('the bank of live businesses cannot send back what only the sandbox sent', async (t) => {
  const house = await makeHouse(t, { settings });
  const sandbox = await openAchShop(t, { house });
  const id = await sandbox.pay('1234567');
  await sandbox.until('2030-01-17 09:00');
  const own = join(house.config.achFolder, 'sandbox', String(sandbox.businessId));
  const text = await bankAt(sandbox, own, () => bankDay(house.clock.now())).answer([[id, 'R02']]);
  await liveBank(sandbox, house).post('1.ach', text);
  assert.equal(await readLiveInbox(sandbox.world), 1);
  assert.equal((await sandbox.payment(id)).state, 'settled');
  const [question] = await house.db.query<{ evidence: { faults: string[] } }>(
    'select evidence from open_questions where business_id = 0',
  );
  assert.match(question!.evidence.faults[0]!, /no entry of ours has its identification$/);
});
