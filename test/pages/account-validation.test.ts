import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openValidation } from '../../src/ach/validation/open-validation.ts';
import { textOf } from './counter.ts';
import { openFirstUse } from './first-use.ts';

test('a payer names both amounts, in whatever form they stand on a statement', async (t) => {
  const { path, get, post, arrive } = await openFirstUse(t);
  assert.match(textOf(await get(path)), /Your deposits are on their way/);
  await arrive();
  const page = await get(path);
  assert.equal(page.status, 200);
  assert.match(textOf(page), /account ending 5432 got two deposits of less than a dollar/);
  const unread = await post(path, { first: '0.3', second: 'two' });
  assert.equal(unread.status, 422);
  assert.match(textOf(unread), /Please check 2 things/);
  const wrong = await post(path, { first: '$0.11', second: '12' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong), /not the amounts that were sent.*you have 2 more tries/);
  const right = await post(path, { first: '.45', second: ' $0.32 ' });
  assert.deepEqual([right.status, right.headers.get('location')], [303, path]);
  assert.match(textOf(await get(path)), /Your account is confirmed/);
});

test('after three wrong tries nothing more is judged', async (t) => {
  const { path, get, post, arrive } = await openFirstUse(t);
  await arrive();
  for (const status of [422, 422, 303]) {
    assert.equal((await post(path, { first: '1', second: '2' })).status, status);
  }
  assert.equal((await post(path, { first: '32', second: '45' })).status, 303);
  assert.match(textOf(await get(path)), /This account was not confirmed/);
});

test('a preview shows nothing of it, and a guessed address leads nowhere', async (t) => {
  const { path, get, arrive } = await openFirstUse(t);
  await arrive();
  const preview = await get(path, { 'User-Agent': 'WhatsApp/2.23' });
  assert.doesNotMatch(preview.body, /5432|Lee Flowers/);
  assert.equal((await get(`/account/${'A'.repeat(22)}`)).status, 404);
  assert.equal((await get(`${path}/more`)).status, 404);
});

test('where limits hold, a network address has ten tries at first, over all accounts', async (t) => {
  const { path, post, arrive, world } = await openFirstUse(t, { limited: true });
  await arrive();
  const secret = path.split('/').at(-1)!;
  const opened = await openValidation(world, secret);
  for (let i = 0; i < 10; i += 1) {
    await world.db.query('update account_validations set wrong_tries = 0 where business_id = $1', [
      opened!.business.id,
    ]);
    assert.equal((await post(path, { first: '1', second: '2' })).status, 422);
  }
  assert.equal((await post(path, { first: '32', second: '45' })).status, 429);
});
