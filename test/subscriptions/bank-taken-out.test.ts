import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { returnByHand } from '../../src/ach/returns/apply-by-hand.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { type Club, openClub } from './club.ts';
import { asksOf, payPeriod, periodsOf, requestOn, triesOf } from './member.ts';

type EventRow = {
  readonly untold: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: what was told, as a program without types reads it.
  readonly data: any;
};

/** Events of this kind, of all payments or of that of one period, in the order in which they happened. */
async function eventsOf({ fixture, id }: Club, kind: string, period?: number): Promise<EventRow[]> {
  return await fixture.db.query<EventRow>(
    `select data, untold from events
     where business_id = $1 and kind = $2 and ($3::text is null or data ->> 'period' = $3) order by id`,
    [id, kind, period?.toString()],
  );
}

/** The first debit of a period, by its number. */
async function entryOf({ fixture, id }: Club, of: bigint, n: number): Promise<bigint> {
  const [row] = await fixture.db.query<{ id: bigint }>(
    `select e.id from ach_entries e
     join payments p on p.business_id = e.business_id and p.id = e.payment_id
     where e.business_id = $1 and p.order_number = $2 and e.presentment = 1`,
    [id, `SUB-${of}-${n + 1}`],
  );
  return row!.id;
}

/** The last debit that is with the bank, as a person was told. */
async function lastComesBack(
  { fixture, world, id: businessId }: Club,
  code: string,
): Promise<void> {
  const [out] = await fixture.db.query<{ id: bigint }>(
    `select id from ach_entries
     where business_id = $1 and state in ('originated', 'settled') order by id desc limit 1`,
    [businessId],
  );
  const why = { actor: 'operator:ann', reason: 'the bank called' };
  const applied = await returnByHand(world, { businessId, id: out!.id, code, ...why });
  assert.equal(applied, 'applied');
}

async function statesOf(club: Club, id: bigint): Promise<string[]> {
  return (await periodsOf(club, id)).map(({ state }) => state);
}

/** Since noon of Thursday, 31 January 2030. */
async function dailyAt(
  t: Parameters<typeof openClub>[0],
  account: string,
): Promise<{ club: Club; id: bigint }> {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const CardToken = await club.bankToken(account);
  return { club, id: await club.join({ CardToken, Interval: 'Daily' }) };
}

test('what waits to be presented again to an account that is closed meanwhile is owed, and can be paid otherwise', async (t) => {
  const { club, id } = await dailyAt(t, simulatedNumber('return_always', 'R01'));
  await club.until('2030-02-06 12:00');
  const before = await eventsOf(club, 'payment.returned');
  const again = before.filter(({ data }) => data.representedAt);
  assert.ok(again.length >= 2);
  assert.equal(again.length, before.length);
  await lastComesBack(club, 'R02');
  const queued = await club.fixture.db.query(
    `select from ach_entries where business_id = $1 and state = 'queued'`,
    [club.id],
  );
  assert.deepEqual(queued, []);

  const given = (await eventsOf(club, 'payment.returned')).filter(({ data }) => data.isGivenUp);
  assert.equal(given.length, again.length);
  for (const { data, untold } of given) {
    const { outcomeCode, payerIsAsked, representedAt, isUnauthorized, presentment } = data;
    assert.deepEqual([outcomeCode, payerIsAsked, presentment], ['R02', 'for_new_details', 2]);
    assert.deepEqual([representedAt, isUnauthorized], [undefined, undefined]);
    assert.deepEqual(untold, ['subscription', 'email', 'sms']);
  }
  await club.work();
  const states = new Map((await periodsOf(club, id)).map(({ n, state }) => [n, state]));
  for (const { data } of given) assert.equal(states.get(data.period), 'open');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.deepEqual(await club.findings(), []);

  const { period } = given[0]!.data;
  assert.equal((await payPeriod(club, id, period)).state, 'captured');
  await club.until('2030-02-20 12:00');
  assert.equal((await periodsOf(club, id))[period]!.state, 'paid');
  // Nothing is on its way for good.
  assert.ok(!(await statesOf(club, id)).includes('processing'));
  assert.deepEqual(await club.findings(), []);
});

test('what waits to be presented again is no debit that nobody allowed, when another one was', async (t) => {
  const { club, id } = await dailyAt(t, simulatedNumber('return_always', 'R01'));
  await club.until('2030-02-06 12:00');
  await lastComesBack(club, 'R10');
  const given = (await eventsOf(club, 'payment.returned')).filter(({ data }) => data.isGivenUp);
  assert.ok(given.length > 0);
  for (const { data } of given) {
    assert.deepEqual([data.isUnauthorized, data.payerIsAsked], [undefined, undefined]);
  }
  await club.until('2030-02-20 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  const states = await statesOf(club, id);
  assert.ok(!states.includes('processing') && !states.includes('open'), states.join(' '));
  assert.deepEqual(await club.findings(), []);
});

test('a debit that we took out before it was sent forgives nothing: its period is owed and asked for', async (t) => {
  // On Monday, before what was charged at the weekend is filed.
  const { club, id } = await dailyAt(t, simulatedNumber('return_always', 'R02', 1));
  await club.until('2030-02-06 12:00');
  const taken = await eventsOf(club, 'payment.voided');
  assert.ok(taken.length > 0);
  for (const { data } of taken) assert.deepEqual([data.isByUs, data.outcomeCode], [true, 'R02']);
  const states = await statesOf(club, id);
  for (const { data } of taken) assert.equal(states[data.period], 'open');
  assert.ok(!states.includes('void'), states.join(' '));
  assert.deepEqual(await club.states(), ['past_due']);
  const { period } = taken[0]!.data;
  assert.equal((await periodsOf(club, id))[period]!.lastCode, 'R02');
  assert.deepEqual(await club.findings(), []);

  assert.equal((await payPeriod(club, id, period)).state, 'captured');
  await club.until('2030-04-06 12:00');
  const end = await statesOf(club, id);
  assert.equal(end[period], 'paid');
  assert.deepEqual(new Set(end), new Set(['paid', 'unpaid']));
  const owed = end.filter((state) => state === 'unpaid').length;
  assert.equal((await asksOf(club, id)).filter((ask) => ask === 'pay_now, link').length, owed);
  assert.deepEqual(await club.findings(), []);
});

test('what came back of a subscription that was canceled since is not presented again by hand', async (t) => {
  const club = await openClub(t, { terms: { represents: false } });
  await club.until('2030-01-31 12:00');
  const CardToken = await club.bankToken(simulatedNumber('return_always', 'R01'));
  const id = await club.join({ CardToken });
  await club.until('2030-02-06 12:00');
  assert.deepEqual(await statesOf(club, id), ['open']);
  await cancelSubscription(club.world, await requestOn(club, id));
  assert.deepEqual(await statesOf(club, id), ['void']);
  const request = { amountCents: undefined, actor: 'operator:ann' };
  const entry = { businessId: club.id, id: await entryOf(club, id, 0) };
  assert.deepEqual(await representByHand(club.world, { ...entry, ...request }), {
    refused: 'its invoice was taken back, or has expired',
  });
  await club.until('2030-03-06 12:00');
  assert.deepEqual(await triesOf(club, id), ['01-31 12:00 1000 returned']);
  assert.deepEqual(await statesOf(club, id), ['void']);
  assert.deepEqual(await club.findings(), []);
});
