import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { everyLife } from '../crash-world.ts';
import { openDesk } from './desk.ts';

test('whenever its process dies, a business of the sandbox has one number in the end', async (t) => {
  const desk = await openDesk(t);
  const { db, open, addBusiness } = desk.fixture;
  let claimedAlone = 0;
  await everyLife(
    { name: 'conversations/own-number', size: 'usual' },
    {
      open,
      before: async () => (await addBusiness()).business.id,
      act: ownNumberOf,
      async judge(id) {
        const read = () =>
          db.query('select number from mobile_numbers where business_id = $1', [id]);
        const profiles = await db.query('select from business_profiles where business_id = $1', [
          id,
        ]);
        if ((await read()).length > profiles.length) claimedAlone += 1;
        const number = await ownNumberOf(desk.world, id);
        assert.deepEqual(await read(), [{ number }]);
      },
    },
  );
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
