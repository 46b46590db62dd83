import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { openLive } from './elavon-business.ts';

/* Cards that the gateway keeps beside us: charged by its token, and replaced there too. */

const fixture = await makeFixture({ after });
const master = '5555555555554444';

test('Elavon: a stored card is charged by the token of the gateway, and so is another one behind it', async (t) => {
  const { paid, replace } = await openLive(t, fixture);
  assert.deepEqual(await paid('again'), [true, '4242', true]);
  await replace({ CardNumber: master, ExpirationDate: '0635' });
  assert.deepEqual(await paid('other'), [true, '4444', true]);
  await replace({ ExpirationDate: '0736' });
  assert.deepEqual(await paid('later'), [true, '4444', true]);
});

test('Elavon: without a clear answer to an update the number is sent, and the right card is charged', async (t) => {
  for (const fault of [{ answer: 'lost' }, { executes: 'never' }] as const) {
    const { double, paid, replace } = await openLive(t, fixture);
    double.script('ccupdatetoken', fault);
    await replace({ CardNumber: master, ExpirationDate: '0635' });
    assert.deepEqual(await paid('other'), [true, '4444', false]);
    assert.deepEqual(await paid('again'), [true, '4444', true], 'it made another token');
  }
});

test('Elavon: where the gateway does not know a token, the number is sent at once, and makes another', async (t) => {
  const { double, paid } = await openLive(t, fixture);
  double.forgetTokens();
  assert.deepEqual(await paid('forgotten'), [true, '4242', false]);
  assert.deepEqual(await paid('next'), [true, '4242', true]);
});
