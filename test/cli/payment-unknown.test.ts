import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { openOffice } from './office.ts';

/** The simulated bank charges it, and its answer is lost. */
const lostAnswer = '4000009990000112';

test('what may have moved money is listed over all businesses, the oldest first, with its account', async (t) => {
  const fixture = await makeFixture(t);
  const door = await openDoor(await fixture.open());
  atEnd(t, door.close);
  const { run, ask } = openOffice(fixture);
  assert.match((await run('payment', 'unknown')).out, /^No unknown outcomes found\.\n$/);
  const ids: string[] = [];
  for (const shop of ['first', 'second']) {
    const caller = await fixture.addBusiness();
    ids.push(String(caller.business.id));
    const { call, close } = client(door.baseUrl, caller);
    const order = { ...cardFields, Amount: '5.00', OrderNumber: shop };
    await call('CreatePayment', { ...order, OrderNumber: `${shop} good` });
    await call('CreatePayment', { ...order, CCNumber: lostAnswer });
    close();
    fixture.clock.pass(1000);
  }
  const found = await ask('payment', 'unknown');
  assert.deepEqual(
    found.map((one: Record<string, string>) => [one.businessId, one.kind, one.processor]),
    ids.map((id) => [id, 'payment', 'simulator']),
  );
  assert.ok(new Date(found[0].nextAt) > new Date(found[0].since));
  assert.equal((await ask('payment', 'unknown', '--limit', '1')).length, 1);
});
