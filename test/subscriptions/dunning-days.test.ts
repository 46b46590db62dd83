import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import {
  type DunningDay,
  daysAhead,
  daysBehind,
} from '../../src/invoicing/subscriptions/dunning-days.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { type Club, type openClub, openMember } from './club.ts';
import { localTime, periodsOf, subscriptionOf, triesOf, updateCard } from './member.ts';

/** A month that was paid, and then a card that pays no more. */
async function memberWith(t: Parameters<typeof openClub>[0], later: string, more = {}) {
  const { club, id } = await openMember(t, { ...more });
  const { token } = await subscriptionOf(club, id);
  await updateCard(club, token, later);
  await club.until('2030-02-28 12:00');
  return { club, id };
}

async function daysOf(club: Club, id: bigint): Promise<{ behind: string[]; ahead: string[] }> {
  const business = await readBusiness(club.world.db, club.id);
  const owed = (await periodsOf(club, id)).at(-1)!;
  const { timeZone, terms } = business!;
  const line = ({ at, what, code }: DunningDay) =>
    [localTime(at), what, code].filter(Boolean).join(' ');
  return {
    behind: (await daysBehind(club.world.db, owed)).map(line),
    ahead: daysAhead(owed, { timeZone, retryDays: terms.retryDays }).map(line),
  };
}

for (const retryDays of [[1, 3, 5, 7], [2], [1, 2, 30]]) {
  test(`with retries after ${retryDays.join(', ')} days a poor card is charged on the days that were told, and then no more`, async (t) => {
    const terms = { retryDays };
    const { club, id } = await memberWith(t, testCard('insufficient_funds'), { terms });
    const { behind, ahead } = await daysOf(club, id);
    assert.deepEqual(behind, [
      '2030-02-28 09:00 declined insufficient_funds',
      '2030-02-28 09:00 told will_retry',
    ]);
    const planned = ahead.filter((day) => day.endsWith('will_charge'));
    assert.equal(planned.length, retryDays.length);
    assert.equal(ahead.at(-1), planned.at(-1)!.replace('will_charge', 'gives_up'));

    // A period later the next one falls due.
    await club.until('2030-03-30 12:00');
    const tried = (await triesOf(club, id)).slice(2).map((line) => line.slice(0, 11));
    const told = planned.map((day) => day.slice(5, 16));
    assert.deepEqual(tried, told);
    assert.deepEqual((await daysOf(club, id)).ahead, []);
  });
}

test('a dead card is charged no more: its payer was told, and the day is known on which it is given up', async (t) => {
  const { club, id } = await memberWith(t, testCard('lost_card'));
  const { behind, ahead } = await daysOf(club, id);
  assert.deepEqual(behind, [
    '2030-02-28 09:00 declined lost_card',
    '2030-02-28 09:00 told new_card',
  ]);
  assert.deepEqual(ahead, ['2030-03-07 09:00 gives_up']);
  await club.until('2030-03-07 08:59');
  assert.equal((await periodsOf(club, id)).at(-1)!.state, 'open');
  await club.until('2030-03-07 09:01');
  assert.equal((await periodsOf(club, id)).at(-1)!.state, 'unpaid');
});
