import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { openDesk } from './desk.ts';

const hourMs = 3_600_000;
const actor = 'operator:ann';

test('a clock that is moved on sends each text at its moment', async (t) => {
  const desk = await openDesk(t, { startsAt: new Date('2030-01-16T04:00:00Z') });
  const shop = await desk.shop({ limited: true });
  await shop.text({ kind: 'pay_link', body: 'in the morning' });
  await shop.text({ kind: 'receipt', body: 'never arrives', phone: '2125550175' });
  const later = new Date('2030-01-18T02:30:00Z');
  await shop.text({ kind: 'pay_link', body: 'the day after', notBefore: later });
  const { happened } = await advance(desk.world, shop.id, { byMs: 72 * hourMs }, actor);
  assert.deepEqual(happened, []);
  const rows = await shop.messages();
  assert.deepEqual(
    rows.map(({ state, finished_at }) => [state, finished_at?.toISOString()]),
    [
      ['delivered', '2030-01-16T13:00:00.000Z'],
      ['failed', '2030-01-16T09:12:30.000Z'],
      ['delivered', '2030-01-18T13:00:00.000Z'],
    ],
  );
});

test('when the clock goes back, what waits goes back with it', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await advance(desk.world, shop.id, { byMs: 48 * hourMs }, actor);
  const own = atClockOf(desk.world, (await readBusiness(desk.world.db, shop.id))!);
  const notBefore = new Date(own.now().getTime() + 5 * hourMs);
  await shop.text({ notBefore }, own);
  await reset(desk.world, shop.id, actor);
  const [row] = await shop.messages();
  assert.equal(row?.due_at?.getTime(), desk.world.now().getTime() + 5 * hourMs);
  await desk.workToTheEnd();
  assert.deepEqual(await shop.states(), ['delivered']);
});
