import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { cardFields } from '../caller.ts';
import { ask } from '../time-machine/sandbox.ts';
import { type Asked, type Desk, decide, makeDesk } from './queue.ts';

/** The bank says neither yes nor no, and knows nothing when it is asked. */
async function stays(desk: Desk, fields = {}): Promise<Asked> {
  Object.assign(desk.mood, { loses: true, hides: true });
  const asked = await desk.pay({ OrderNumber: 'order', ...fields });
  await desk.wait(1);
  return asked;
}

test('a payment that nobody can find out stays unknown, and comes before a person once', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk);
  const opened = await desk.caseAbout(asked);
  assert.deepEqual(
    [opened.kind, opened.state, opened.object],
    ['outcome_unknown', 'open', { kind: 'payment', id: asked.id }],
  );
  assert.deepEqual(
    [opened.evidence.askedCents, opened.evidence.lastAnswer, opened.evidence.processor],
    ['1250', 'not_found', 'simulator'],
  );
  await desk.wait(30);
  assert.equal((await desk.caseAbout(asked)).id, opened.id);
  assert.equal((await desk.payment(asked)).state, 'unknown');
  assert.ok(!JSON.stringify(opened.evidence).includes(cardFields.CCNumber));
});

test('decided not charged: the order is free, and money that turns up late is reversed', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk);
  const world = await desk.open();
  const closed = await decide(world, await desk.caseAbout(asked), 'not_charged');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The payment is canceled.']);
  const payment = await desk.payment(asked);
  assert.deepEqual([payment.state, payment.outcomeCode], ['canceled', 'decided']);
  assert.equal(await desk.times(asked, 'payment.canceled'), 1);

  desk.mood.loses = false;
  const again = { ...cardFields, Amount: '12.50', OrderNumber: 'order' };
  const told = await ask(world, asked.caller, again);
  assert.equal(told.headers['x-payment-state'], 'canceled', 'who asks hears of it');
  const reply = await ask(world, asked.caller, again);
  assert.equal(
    reply.headers['x-payment-state'],
    'captured',
    'then the same order may be paid anew',
  );

  await desk.wait(3);
  assert.deepEqual(await desk.followUps(asked), []);
  desk.mood.hides = false;
  await desk.wait(1);
  const [reversal, ...more] = await desk.followUps(asked);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [reversal?.kind, reversal?.state, reversal?.amountCents],
    ['give_back', 'succeeded', 1250n],
  );
  const atBank = await desk.fixture.book.find(reversal!.reference);
  assert.deepEqual([atBank?.booked?.kind, atBank?.booked?.cents], ['void', 1250n]);
  assert.equal(await desk.times(asked, 'payment.given_back'), 1);
  assert.deepEqual(await desk.ledger(asked), {});
  assert.equal((await desk.payment(asked)).state, 'canceled');
});

test('after a week nobody looks any more', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk);
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_charged');
  const looks = async () => {
    const rows = await desk.fixture.db.query<{ kind: string; looks: number }>(
      'select kind, looks from payment_watches where business_id = $1',
      [asked.businessId],
    );
    return rows.map(({ kind, looks }) => [kind, looks]);
  };
  assert.deepEqual(await looks(), [['decided', 0]]);
  await desk.wait(6.5);
  assert.deepEqual(await looks(), [['decided', 6]]);
  await desk.wait(1);
  assert.deepEqual(await looks(), [], 'the seventh was the last');
});

test('decided charged: it is booked as it was asked for', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk);
  const closed = await decide(await desk.open(), await desk.caseAbout(asked), 'charged');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The payment is captured.']);
  const { state, capturedCents, approvedCents } = await desk.payment(asked);
  assert.deepEqual([state, capturedCents, approvedCents], ['captured', 1250n, 1250n]);
  assert.equal((await desk.ledger(asked))['receivable:simulator'], 1250n);
  assert.equal(await desk.times(asked, 'payment.captured'), 1);
  const world = await desk.open();
  const order = { ...cardFields, Amount: '12.50', OrderNumber: 'order' };
  const reply = await ask(world, asked.caller, order);
  assert.equal(reply.headers['x-payment-id'], String(asked.id), 'the same order is this payment');
});

test('an authorization that is decided charged is authorized, and lapses in its time', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk, { ChargeType: 'Authorize' });
  await decide(await desk.open(), await desk.caseAbout(asked), 'charged');
  assert.equal((await desk.payment(asked)).state, 'authorized');
  assert.deepEqual(await desk.ledger(asked), {});
  await desk.wait(8);
  assert.equal((await desk.payment(asked)).state, 'expired');
});

test('a decision does not change an outcome that became known before', async (t) => {
  const desk = await makeDesk(t);
  const asked = await stays(desk);
  const opened = await desk.caseAbout(asked);
  desk.mood.hides = false;
  await desk.wait(1);
  assert.equal((await desk.payment(asked)).state, 'captured');
  const closed = await decide(await desk.open(), opened, 'not_charged');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The payment is captured.']);
  assert.equal((await desk.payment(asked)).state, 'captured');
});

test('a decision stands in the time of its business, and late money is found by its clock', async (t) => {
  const desk = await makeDesk(t);
  Object.assign(desk.mood, { loses: true, hides: true });
  const asked = await desk.pay();
  const world = await desk.open();
  const { businessId } = asked;
  const month = 30 * 24 * 3_600_000;
  const { happened } = await advance(world, businessId, { byMs: month }, 'operator:ann');
  assert.equal(happened.filter(({ kind }) => kind === 'case.opened').length, 1);
  const own = { ...world, now: () => new Date(world.now().getTime() + month) };
  const closed = await decide(own, await desk.caseAbout(asked), 'not_charged');
  assert.deepEqual(closed.confirmedAt, own.now());
  desk.mood.loses = false;
  desk.mood.hides = false;
  const later = await advance(world, businessId, { byMs: month }, 'operator:ann');
  assert.deepEqual(
    later.happened.filter(({ kind }) => kind.startsWith('payment')).map(({ kind }) => kind),
    ['payment.given_back'],
  );
});
