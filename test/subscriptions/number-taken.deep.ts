import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { chargeFor } from '../../src/invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../../src/invoicing/subscriptions/follow.ts';
import { listMoves } from '../../src/invoicing/subscriptions/move-store.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { bankFields, openDoor } from '../caller.ts';
import { meetBothWays } from '../pause.ts';
import { sizeOf } from '../size.ts';
import { type Club, goodCard, momentOf, openClub, openMember } from './club.ts';
import {
  linkOf,
  payByHand,
  periodsOf,
  refund,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

const poor = testCard('insufficient_funds');

/** The codes why they were not paid, or their states. */
async function periodStates(club: Club, id: bigint): Promise<string[]> {
  return (await periodsOf(club, id)).map(({ state, lastCode }) => lastCode ?? state);
}

test('a period whose order number somebody else charged is taken back, charged by nobody, and the next one begins', async (t) => {
  for (const [what, fields] of [
    ['the very same', { Amount: '10.00', CCNumber: goodCard }],
    ['another amount', { Amount: '7.00', CCNumber: goodCard }],
    ['another card', { Amount: '10.00', CCNumber: '5555555555554444' }],
  ] as const) {
    const { club, id } = await openMember(t);
    await club.until('2030-02-10 12:00');
    assert.equal(await payByHand(club, `SUB-${id}-2`, fields), 200);
    await club.until('2030-02-28 09:00');
    assert.deepEqual(await periodStates(club, id), ['paid', 'order_number_reused'], what);
    const [, taken] = await periodsOf(club, id);
    assert.deepEqual([taken?.state, taken?.dueAt, taken?.tries], ['void', undefined, 0]);
    await club.until('2030-03-31 12:00');
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    assert.deepEqual(await periodStates(club, id), ['paid', 'order_number_reused', 'paid']);
    const cents = (Number(fields.Amount) * 100).toFixed();
    assert.deepEqual(
      (await triesOf(club, id)).map((line) => line.replace('settled', 'captured')),
      ['01-31 12:00 1000 captured', `02-10 12:00 ${cents} captured`, '03-31 09:00 1000 captured'],
    );
    const [act] = await club.fixture.db.query<{ actor: string; facts: Record<string, string> }>(
      `select a.actor, a.facts from audit_trail a where business_id = $1 and act = 'subscription.period_taken_back'`,
      [club.id],
    );
    const [payment] = await club.fixture.db.query<{ id: bigint }>(
      'select id from payments where business_id = $1 and order_number = $2',
      [club.id, `SUB-${id}-2`],
    );
    const facts = { code: 'order_number_reused', orderNumber: `SUB-${id}-2` };
    assert.deepEqual(act, { actor: 'system', facts: { ...facts, paymentId: String(payment?.id) } });
    assert.deepEqual(await club.findings(), []);
  }
});

test('what a change before put into a period that is taken back is settled with the next one', async (t) => {
  for (const [amountCents, left, next] of [
    [4500n, 1000n, 5500],
    [1500n, -1000n, 500],
  ] as const) {
    const { club, id } = await openMember(t, {
      at: '2030-04-01 12:00',
      fields: { Amount: '30.00' },
    });
    await club.until('2030-04-11 12:00');
    await changePrice(club.world, await requestOn(club, id), { amountCents });
    await payByHand(club, `SUB-${id}-2`, { Amount: '7.00' });
    await club.until('2030-05-01 12:00');
    assert.deepEqual(await periodStates(club, id), ['paid', 'order_number_reused']);
    assert.equal((await subscriptionOf(club, id)).carryCents, left);
    const [act] = await club.fixture.db.query<{ left: string }>(
      `select facts ->> 'carriedCents' as left from audit_trail
       where business_id = $1 and act = 'subscription.period_taken_back'`,
      [club.id],
    );
    assert.equal(act?.left, String(left));
    await club.until('2030-06-01 12:00');
    assert.equal(Number((await periodsOf(club, id)).at(-1)?.amountCents), next);
    assert.equal((await subscriptionOf(club, id)).carryCents, 0n);
    assert.deepEqual(await club.findings(), []);
  }
});

test('what is owed and was taken by hand under its number is owed no more, tried again or not', async (t) => {
  for (const [card, until] of [
    [poor, '2030-03-01 12:00'],
    [testCard('lost_card'), '2030-03-07 12:00'],
  ] as const) {
    const { club, id } = await openMember(t);
    await updateCard(club, (await subscriptionOf(club, id)).token, card);
    await club.until('2030-02-28 12:00');
    assert.deepEqual(await club.states(), ['past_due']);
    assert.equal(await payByHand(club, `SUB-${id}-2`, { Amount: '10.00' }), 200);
    await club.until(until);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
    const moves = await listMoves(club.world.db, club.id, id);
    assert.equal(moves.at(-1)?.reason, 'its period was taken back: order_number_reused');
    assert.equal(await linkOf(club, id, 1), undefined, 'nobody can pay it beside that');
    assert.deepEqual(await club.findings(), []);
  }
});

test('while nobody knows what came of a charge under the number of a period, it waits', async (t) => {
  for (const [does, ends] of [
    ['timeout_after_booking', 'order_number_reused'],
    ['timeout_after_decline', 'paid'],
  ] as const) {
    const { club, id } = await openMember(t);
    await club.until('2030-02-28 08:59');
    club.fixture.bank.script({ next: 1 }, does);
    assert.equal(await payByHand(club, `SUB-${id}-2`, { Amount: '7.00' }), 202);
    club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
    // Only subscriptions are worked for, and nobody else finds out.
    await beginDue(club.world);
    await chargeFor(club.world, club.id);
    assert.deepEqual(await periodStates(club, id), ['paid', 'open'], does);
    await club.until('2030-02-28 12:00');
    assert.deepEqual(await periodStates(club, id), ['paid', ends], does);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a charge under the number of a period that was declined is in nobody’s way', async (t) => {
  const { club, id } = await openMember(t);
  await payByHand(club, `SUB-${id}-2`, { Amount: '10.00', CCNumber: poor });
  await club.until('2030-02-28 12:00');
  assert.deepEqual(await periodStates(club, id), ['paid', 'paid']);
});

const theSame = { Amount: '10.00', CCNumber: goodCard };
const authorized = { ...theSame, ChargeType: 'Authorize' };
const requests = [theSame, { ...theSame, Amount: '7.00' }, authorized];

test('what was charged by hand under the number of a period and voided at once is in nobody’s way', async (t) => {
  for (const fields of requests) {
    const { club, id } = await openMember(t);
    await club.until('2030-02-20 12:00');
    assert.equal(await payByHand(club, `SUB-${id}-2`, fields), 200);
    assert.ok(await refund(club, id, 1));
    await club.until('2030-02-28 09:00');
    assert.deepEqual(await periodStates(club, id), ['paid', 'paid']);
    assert.deepEqual((await triesOf(club, id)).slice(1), [
      `02-20 12:00 ${Number(fields.Amount) * 100} voided`,
      '02-28 09:00 1000 captured',
    ]);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    await club.until('2030-03-31 12:00');
    assert.deepEqual(await periodStates(club, id), ['paid', 'paid', 'paid']);
    // Asked for again, it is not charged again.
    assert.notEqual(await payByHand(club, `SUB-${id}-2`, { ...fields, Amount: '7.00' }), 200);
    assert.equal((await triesOf(club, id)).length, 4);
    assert.deepEqual(await club.findings(), []);
  }
});

test('what was only authorized under the number of a period is waited for, whatever comes of it', async (t) => {
  for (const [then, ends] of [
    ['expires', 'paid'],
    ['voided', 'paid'],
    ['captured', 'order_number_reused'],
  ] as const) {
    const { club, id } = await openMember(t);
    await club.until('2030-02-26 12:00');
    assert.equal(await payByHand(club, `SUB-${id}-2`, authorized), 200);
    await club.until('2030-03-01 12:00');
    assert.deepEqual(await periodStates(club, id), ['paid', 'open'], then);
    if (then === 'voided') assert.ok(await refund(club, id, 1));
    if (then === 'captured') await captureLast(club);
    await club.until('2030-03-08 12:00');
    assert.deepEqual(await periodStates(club, id), ['paid', ends], then);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    assert.deepEqual(await club.findings(), []);
  }
});

test('a bank payment under the number of a period that is voided before it was sent leaves it to the period', async (t) => {
  const { club, id } = await openMember(t);
  // On a Wednesday, after the last cut-off.
  await club.until('2030-02-27 23:00');
  const fields = { ...bankFields, Amount: '10.00', CCNumber: '' };
  assert.equal(await payByHand(club, `SUB-${id}-2`, fields), 200);
  await club.until('2030-02-28 09:00');
  assert.deepEqual(await periodStates(club, id), ['paid', 'open']);
  assert.ok(await refund(club, id, 1));
  await club.until('2030-02-28 12:00');
  assert.deepEqual(await periodStates(club, id), ['paid', 'paid']);
  assert.deepEqual(await club.findings(), []);
});

test('a first number that was charged by hand and voided is charged for its period, or waited for', async (t) => {
  for (const fields of requests) {
    const club = await openClub(t);
    const id = await club.join({ StartDate: '02-10-2030' });
    await club.until('2030-02-09 12:00');
    await payByHand(club, `SUB-${id}-1`, fields);
    if (fields !== authorized) assert.ok(await refund(club, id, 0));
    await club.until('2030-02-12 09:00');
    if (fields === authorized) assert.equal(await storyOf(club, id), 'scheduled incomplete');
    if (fields === authorized) assert.ok(await refund(club, id, 0));
    await club.until('2030-02-12 12:00');
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    assert.deepEqual(await club.findings(), []);
  }
});

async function captureLast(club: Club): Promise<void> {
  const [row] = await club.fixture.db.query<{ id: bigint }>(
    `select id from payments where business_id = $1 and state = 'authorized'`,
    [club.id],
  );
  const request = { kind: 'capture', amountCents: undefined, idempotencyKey: undefined } as const;
  const who = { actor: 'operator:ann', reason: undefined };
  const key = { businessId: club.id, paymentId: row!.id };
  await followUp(club.world, { ...key, ...request, ...who });
}

test('a subscription whose first number was charged by somebody else never comes to be', async (t) => {
  const club = await openClub(t);
  const id = await club.join({ StartDate: '02-10-2030' });
  await payByHand(club, `SUB-${id}-1`, { Amount: '10.00', CCNumber: goodCard });
  await club.until('2030-02-10 09:00');
  assert.equal(await storyOf(club, id), 'scheduled incomplete incomplete_expired');
  assert.deepEqual(await periodStates(club, id), ['order_number_reused']);
  assert.deepEqual(await club.findings(), []);
});

test('charged by hand and by two schedulers at the same moment, under one number one payment is made', async (t) => {
  const club = await openClub(t);
  const third = await club.fixture.open();
  await club.until('2030-01-31 12:00');
  const ids: bigint[] = [];
  const many = sizeOf({ gate: 20, usual: 60, full: 120 });
  for (let i = 0; i < many; i += 1) ids.push(await club.join({ Amount: `${i + 10}.00` }));
  club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
  assert.equal(await beginDue(club.world), many);
  let met = 0;
  await meetBothWays(
    { name: 'subscriptions/number-taken' },
    {
      ...club.fixture,
      async before() {
        const id = ids[met];
        assert.ok(id !== undefined, 'more members are needed');
        met += 1;
        return id;
      },
      async one(world, id) {
        const { baseUrl, close } = await openDoor(world);
        // The same amount and card in every third meeting: then it is one request to the bank.
        const Amount = met % 3 ? '7.00' : `${met + 9}.00`;
        const fields = { Amount, CCNumber: goodCard };
        await payByHand({ ...club, baseUrl }, `SUB-${id}-2`, fields).finally(close);
      },
      other: (world, id) =>
        Promise.all([world, third].map((by) => chargeFor(by, club.id, { only: id, waits: true }))),
      async judge() {
        await Promise.all([followPayments(club.world), followPayments(third)]);
      },
    },
  );
  // Who came while it was not yet known how a charge by hand would end, looks again an hour later.
  await club.until('2030-02-28 12:00');
  const ends = new Set<string>();
  for (const id of ids.slice(0, met)) {
    // One whose owner stood still before it asked the bank is canceled.
    const made = (await triesOf(club, id)).filter((line) => !line.endsWith('canceled'));
    assert.ok(made.length === 2 && made.every((line) => line.endsWith('captured')), made.join());
    ends.add((await periodStates(club, id))[1]!);
  }
  assert.deepEqual([...ends].toSorted(), ['order_number_reused', 'paid']);
  assert.deepEqual(await club.findings(), []);
});
