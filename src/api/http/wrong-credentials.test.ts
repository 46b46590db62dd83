import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { makeFixture } from '../../../test/fixture.ts';
import { createIdentify } from './identify.ts';
import { claimedName } from './wrong-credentials.ts';

const fixture = await makeFixture({ after });

async function linesAfter(guess: (n: number) => Promise<unknown>, times: number) {
  fixture.logged.length = 0;
  for (let n = 0; n < times; n += 1) await guess(n).catch(() => {});
  // The lines of a turn are written together, after it.
  await turn();
  return fixture.logged
    .flatMap((some) => some.trim().split('\n'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'credentials.refused');
}

test('wrong credentials are logged with the address and the claimed name, never with the key', async () => {
  const identify = createIdentify(await fixture.open());
  const { username, apiKey } = await fixture.addBusiness();
  const strange = { username, apiKey: `${apiKey.slice(0, -1)}_` };
  const lines = await linesAfter(() => identify(strange, '2001:db8::7'), 1);
  assert.equal(lines.length, 1);
  const { level, address, claimed, code } = lines[0];
  assert.deepEqual(
    { level, address, claimed, code },
    { level: 'warn', address: '2001:db8::7', claimed: username, code: 'not_authenticated' },
  );
  assert.ok(!fixture.logged.join('').includes(strange.apiKey));
});

test('a flood of guesses leaves few lines, and the next one says how many were left out', async () => {
  const identify = createIdentify(await fixture.open());
  const guess = async (n: number) =>
    await identify({ username: 'nobody', apiKey: `wrong ${n}` }, '192.0.2.1');
  const lines = await linesAfter(guess, 40);
  assert.equal(lines.length, 10);
  assert.equal(lines.at(-1).code, 'not_authenticated');
  fixture.clock.pass(60_000);
  const [next] = await linesAfter(guess, 1);
  assert.equal(next.leftOut, 30);
});

test('a call with good credentials, or with none, is not logged as wrong', async () => {
  const identify = createIdentify(await fixture.open());
  const credentials = await fixture.addBusiness();
  const lines = [
    ...(await linesAfter(() => identify(credentials, '192.0.2.2'), 2)),
    ...(await linesAfter(() => identify(undefined, '192.0.2.2'), 2)),
  ];
  assert.deepEqual(lines, []);
});

test('a key in the field of the name does not come into the log', () => {
  const key = 'a key of twenty letters and more';
  assert.equal(claimedName({ username: key, apiKey: key }), '[key]');
  assert.equal(claimedName({ username: key, apiKey: '100001' }), 'a ke… (32 characters)');
  assert.equal(claimedName({ username: '100001', apiKey: key }), '100001');
});
