import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { openOffice } from '../cli/office.ts';
import { bankOf } from './returns-bank.ts';
import { openAchShop } from './returns-fixture.ts';

test('an operator sees what came back, reads a file by hand and sends a debit again', async (t) => {
  const shop = await openAchShop(t, { terms: { represents: false } });
  const { fixture, businessId } = shop;
  const { achFolder } = fixture.config;
  const { ask, run } = openOffice(fixture);
  const own = ['--business', String(businessId)];

  const poor = await shop.pay(simulatedNumber('return_always', 'R01'));
  await shop.pay(simulatedNumber('return_always', 'R10'));
  const good = await shop.pay('1234567', { Amount: '12.50' });
  await shop.until('2030-01-18 12:00');
  const returned = await ask('ach', 'returns', ...own);
  assert.deepEqual(
    returned.map((one: { code: string; amountCents: string }) => [one.code, one.amountCents]),
    [
      ['R10', '10000'],
      ['R01', '10000'],
    ],
  );
  const [rates] = await ask('ach', 'rates', ...own);
  const { debits, unauthorized, unauthorizedBps, isTooMuch } = rates;
  assert.deepEqual([debits, unauthorized, unauthorizedBps], ['3', '1', 3334]);
  assert.deepEqual(isTooMuch, ['returned', 'unauthorized']);
  assert.match((await run('ach', 'rates', ...own)).out, /1 \(33\.34%\) !$/m);

  const file = join(achFolder, 'by-hand.ach');
  await writeFile(file, await bankOf(shop).answer([[good, 'R02']]));
  assert.equal((await ask('ach', 'read', file, ...own)).ended, 'read');
  assert.equal((await shop.payment(good)).state, 'returned');
  assert.equal((await ask('ach', 'read', file, ...own)).ended, 'again');
  await writeFile(file, 'no such thing');
  const bad = await run('ach', 'read', file, ...own);
  assert.equal(bad.code, 1);
  assert.match(bad.out, /^It cannot be read, and nothing was booked/);

  const [first] = await shop.entries(poor);
  const name = `${businessId}/${first!.id}`;
  assert.equal((await ask('ach', 'represent', name)).presentment, 2);
  const twice = await run('ach', 'represent', name);
  assert.deepEqual([twice.code, twice.out], [1, '']);
  assert.match(twice.err, /is not sent again: it is presented again already/);

  // A code that is kept and not booked, until a person says so.
  const decided = await shop.pay('7654321');
  await shop.until('2030-01-23 12:00');
  const [kept] = await shop.entries(decided);
  const back = [
    `${businessId}/${kept!.id}`,
    '--code',
    'R33',
    '--reason',
    'the bank wrote a letter',
  ];
  assert.equal((await ask('ach', 'return', ...back)).code, 'R33');
  assert.equal((await shop.payment(decided)).state, 'returned');
  assert.match((await run('ach', 'return', ...back)).err, /it is already/);
  const acts = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and object = $2`,
    [businessId, `ach_entry:${kept!.id}`],
  );
  assert.deepEqual(acts, [{ act: 'ach_entry.returned' }]);

  const missing = await run('ach', 'represent', `${businessId}/999999`);
  assert.match(missing.err, /there is no such entry of a payment/);
  assert.deepEqual(await shop.findings(), []);
});
