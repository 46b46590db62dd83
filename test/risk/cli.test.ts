import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';

test('an operator sees who tries the dates of cards, and releases them', async (t) => {
  const { ask, run, call, caller, fixture } = await openServedOffice(t);
  const { username } = caller;
  const business = String((await ask('business', 'show', username)).id);
  await ask('business', 'limits', username, 'on');
  assert.match((await run('risk', 'list')).out, /No suspects found/);

  let orders = 0;
  const pay = async (CCNumber: string, year: number): Promise<number> => {
    orders += 1;
    const more = { Amount: '5.00', OrderNumber: `A-${orders}`, ExpirationYear: String(year) };
    return (await call('CreatePayment', { ...cardFields, ...more, CCNumber })).status;
  };
  const numbers = [
    '4000000000000002',
    '4000111111111115',
    '4000008400001629',
    '4100000000000019',
    '4000000000000341',
  ];
  const statuses = [];
  for (const number of numbers) {
    for (let i = 0; i < 5; i += 1) statuses.push(await pay(number, 30 + i));
  }
  // The twelfth guess is the last try of the fourth card.
  assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(5).fill(429)]);

  const name = `caller:${business}`;
  const [suspect] = await ask('risk', 'list');
  assert.deepEqual([suspect.name, suspect.signs], [name, 'stop guesses (12)']);
  const [opened] = await ask('case', 'list', '--kind', 'card_testing');
  assert.equal(opened.object.kind, 'business');
  const page = await run('case', 'show', String(opened.id), '--business', business);
  assert.match(page.out, /suspect +caller:\d+/);
  assert.match(fixture.logged.join(''), /"level":"warn","event":"card_testing.noticed"/);

  const why = ['--note', 'they tried cards of their own'];
  const nobody = await run('risk', 'release', 'caller:1', ...why);
  assert.deepEqual([nobody.code, nobody.out], [1, '']);
  assert.match((await run('risk', 'release', name, ...why)).out, /caller:\d+ is released\./);
  assert.equal(await pay('4242424242424242', 30), 200);
  const { out } = await run('audit', 'list', '--business', username);
  assert.match(out, /risk\.released/);
});
