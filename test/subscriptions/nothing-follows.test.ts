import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cancelAtEnd } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import type { Plan } from '../../src/invoicing/subscriptions/plan.ts';
import { type Club, goodCard, openClub } from './club.ts';
import { daysOf, makePlan, requestOn } from './member.ts';

test('who ends a trial with its period hears of no charge, and who goes on after all hears of it once', async (t) => {
  for (const [endedOn, keptOn, announcedOn] of [
    ['2030-02-05 12:00', undefined, undefined],
    ['2030-02-05 12:00', '2030-02-06 12:00', '2030-02-12 09:00'],
    ['2030-02-05 12:00', '2030-02-13 12:00', '2030-02-13 12:00'],
    ['2030-02-12 12:00', '2030-02-13 12:00', '2030-02-12 09:00'],
  ] as const) {
    const { club, id } = await openTrial(t);
    await club.until(endedOn);
    await cancelAtEnd(club.world, await requestOn(club, id), true);
    if (keptOn !== undefined) {
      await club.until(keptOn);
      await cancelAtEnd(club.world, await requestOn(club, id), false);
    }
    await club.until('2030-02-16 12:00');
    const told = announcedOn === undefined ? [] : [`subscription.trial_will_end ${announcedOn}`];
    assert.deepEqual(await noticesOf(club, id), told, `${endedOn} ${keptOn}`);
    assert.deepEqual(await daysOf(club, id), keptOn === undefined ? [] : ['02-15']);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a card that expires after the last charge is not announced: where it ends with its period', async (t) => {
  const { club, id } = await openExpiring(t, {});
  await cancelAtEnd(club.world, await requestOn(club, id), true);
  await club.until('2035-01-21 12:00');
  assert.deepEqual(await noticesOf(club, id), []);
  assert.deepEqual(await club.states(), ['canceled']);
});

test('a card that expires is announced at once where somebody goes on after all in the last week', async (t) => {
  const { club, id } = await openExpiring(t, {});
  await cancelAtEnd(club.world, await requestOn(club, id), true);
  await club.until('2035-01-15 12:00');
  await cancelAtEnd(club.world, await requestOn(club, id), false);
  await club.work();
  assert.deepEqual(await noticesOf(club, id), ['subscription.card_expiring 2035-01-15 12:00']);
});

test('a card that expires after the last charge is not announced: where all periods have begun', async (t) => {
  for (const [periods, told] of [
    [1, []],
    [2, ['subscription.card_expiring 2035-01-13 09:00']],
  ] as const) {
    const { club, id } = await openExpiring(t, { periods });
    await club.until('2035-02-25 12:00');
    assert.deepEqual(await noticesOf(club, id), told, String(periods));
  }
});

test('where nothing is to be charged nothing is announced, until a change makes it cost something', async (t) => {
  const { club, id } = await openExpiring(t, { discount: 10_000n });
  await club.until('2035-01-15 12:00');
  assert.deepEqual(await noticesOf(club, id), []);
  await changePrice(club.world, await requestOn(club, id), { discount: 0n });
  await club.work();
  assert.deepEqual(await noticesOf(club, id), ['subscription.card_expiring 2035-01-15 12:00']);
});

test('the end of a trial before what costs nothing is not announced, until a change makes it cost something', async (t) => {
  const { club, id } = await openTrial(t, { discount: 10_000n });
  await club.until('2030-02-13 12:00');
  assert.deepEqual(await noticesOf(club, id), []);
  await changePrice(club.world, await requestOn(club, id), { discount: 5_000n });
  await club.work();
  assert.deepEqual(await noticesOf(club, id), ['subscription.trial_will_end 2030-02-13 12:00']);
});

test('a card that expires is announced before the period that is charged, and not before one that a credit pays', async (t) => {
  const { club, id } = await openExpiring(t, { amountCents: 10_000n });
  // The credit pays for the period of January, and for a part of that of February.
  await changePrice(club.world, await requestOn(club, id), { amountCents: 4500n });
  await club.until('2035-02-19 12:00');
  assert.deepEqual(await noticesOf(club, id), ['subscription.card_expiring 2035-02-13 09:00']);
});

async function openTrial(t: TestContext, plan: Partial<Plan> = {}) {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14, ...plan });
  await club.until('2030-02-01 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  return { club, id };
}

/** From 20 December 2034 on, with a card that is good until the end of that month. */
async function openExpiring(t: TestContext, plan: Partial<Plan>) {
  const club = await openClub(t);
  await makePlan(club, plan);
  await club.until('2034-12-20 12:00');
  const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
  const id = await club.join({ CardToken, PlanCode: 'plan', Amount: '', Interval: '' });
  return { club, id };
}

/** What was announced, and when by the clock of New York. */
async function noticesOf({ fixture }: Club, id: bigint): Promise<string[]> {
  const rows = await fixture.db.query<{ line: string }>(
    `select kind || to_char(happened_at at time zone 'America/New_York', ' YYYY-MM-DD HH24:MI') as line
     from events where object_id = $1 and kind in ('subscription.trial_will_end', 'subscription.card_expiring')
     order by id`,
    [id],
  );
  return rows.map(({ line }) => line);
}
