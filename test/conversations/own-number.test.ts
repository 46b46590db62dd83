import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { life } from '../crash-world.ts';
import { openDesk } from './desk.ts';

test('whenever its process dies, a business of the sandbox has one number in the end', async (t) => {
  const desk = await openDesk(t);
  let claimedAlone = 0;
  for (let moments = 1, died = true; died; moments += 1) {
    const { business } = await desk.fixture.addBusiness();
    const span = life(moments);
    const crashing = await desk.fixture.open(span);
    span.begin();
    const read = () =>
      desk.fixture.db.query<{ number: string }>(
        'select number from mobile_numbers where business_id = $1',
        [business.id],
      );
    await ownNumberOf(crashing, business.id).catch(() => {});
    died = span.isOver;
    const profiles = await desk.fixture.db.query(
      'select from business_profiles where business_id = $1',
      [business.id],
    );
    if ((await read()).length > profiles.length) claimedAlone += 1;
    const number = await ownNumberOf(desk.world, business.id);
    assert.deepEqual(await read(), [{ number }]);
  }
  assert.ok(claimedAlone > 0, 'no process died behind its claim');
});

test('ten first texts at once go from one number', async (t) => {
  const desk = await openDesk(t);
  const { business } = await desk.fixture.addBusiness();
  const numbers = await Promise.all(
    Array.from({ length: 10 }, () => ownNumberOf(desk.world, business.id)),
  );
  assert.equal(new Set(numbers).size, 1);
  const claimed = await desk.fixture.db.query('select number from mobile_numbers');
  assert.deepEqual(claimed, [{ number: numbers[0] }]);
});
