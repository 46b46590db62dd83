import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { checkAccount } from '../../src/payments/accounts/check-account.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { dayMs, minuteMs } from './live-business.ts';
import { findsLostAnswer, sellsAndCaptures, settlesInBatches } from './live-stories.ts';
import { key, openLive } from './nmi-business.ts';

/* A live business and its account at NMI, from the card to the batch. */

const fixture = await makeFixture({ after });
const { db } = fixture;
const number = '4111111111111111';

test('without an account a live business takes no card; with one it does all that there is', async (t) => {
  const live = await openLive(t, fixture);
  const refused = await live.pay({ Amount: '10.00' });
  assert.equal(refused.status, 503);
  assert.match(refused.text, /No card processor is connected/);
  await sellsAndCaptures(live);
});

test('what the gateway settled is a batch, and what is refunded after that comes in the next', async (t) => {
  await settlesInBatches(fixture, await openLive(t, fixture), 'nmi');
});

test('the first report tells of what was settled since the account was connected', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'early' });
  await live.pass(6 * dayMs);
  await closeBatch(live.world, live.businessId, 'nmi', 'system');
  assert.equal(await live.stateOf('early'), 'settled');
});

test('a captured charge and a refund within its charge are in batches that come out even', async (t) => {
  const live = await openLive(t, fixture, { refundsAreActions: true });
  await live.connect();
  const close = async () => {
    await live.pass(dayMs);
    const made = await closeBatch(live.world, live.businessId, 'nmi', 'system');
    return made.map(({ state, netCents }) => `${state} ${netCents}`);
  };
  assert.deepEqual(await close(), []);
  const held = await live.pay({ Amount: '20.00', OrderNumber: 'held', ChargeType: 'Authorize' });
  const capture = { ChargeType: 'Capture', TransactionID: held.invoice, Amount: '15.00' };
  assert.equal((await live.authorization(capture)).status, 200);
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sold' });
  assert.deepEqual(await close(), ['reconciled 2500']);
  const refund = async (invoice: string, Amount: string) => {
    const told = await live.refund({ RefundType: 'Partial', Amount, PaymentID: invoice });
    assert.equal(told.state, 'succeeded', told.text);
  };
  await refund(sold.invoice, '4.00');
  await refund(held.invoice, '3.00');
  assert.deepEqual(await close(), ['reconciled -700']);
  await refund(sold.invoice, '4.00');
  assert.deepEqual(await close(), ['reconciled -400'], 'of the same amount as the one before');
  assert.deepEqual(await close(), []);
});

test('a refund of which the gateway keeps no order id is settled, also where it is complete days later', async (t) => {
  const completesAfterSeconds = (5 * dayMs) / 1000;
  const live = await openLive(t, fixture, { refundsKeepOrderId: false, completesAfterSeconds });
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sold' });
  const batches: string[] = [];
  for (let day = 0; day < 15; day += 1) {
    await live.pass(dayMs);
    const made = await closeBatch(live.world, live.businessId, 'nmi', 'system');
    batches.push(...made.map(({ state, netCents }) => `${state} ${netCents}`));
    if (day !== 6) continue;
    const fields = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
    const refund = await live.refund(fields);
    assert.equal(refund.state, 'succeeded', refund.text);
  }
  assert.deepEqual(batches, ['reconciled 1000', 'reconciled -400']);
});

test('a lost answer is found out, and the card was charged once', async (t) => {
  await findsLostAnswer(await openLive(t, fixture));
});

test('what never arrived is told only a day after it should have been found, and what appears later is reversed', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), {
    answer: 'lost',
    executes: { afterSeconds: (3 * dayMs) / 1000 },
  });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  assert.equal(told.status, 202, told.text);
  await live.pass(60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'unknown');
  for (let hours = 0; hours < 40; hours += 4) await live.pass(4 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  assert.deepEqual(live.done(), []);
  for (let days = 0; days < 4; days += 1) await live.pass(dayMs);
  assert.deepEqual(live.done().slice(0, 1), ['sale 1000']);
  assert.match(live.done().at(-1)!, /^(?:void|refund) 1000$/);
});

test('a reversal whose answer is lost is found by its charge, and is not told as not done', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const reference = await live.nextReference();
  live.double.script(reference, {
    answer: 'lost',
    executes: { afterSeconds: (3 * dayMs) / 1000 },
  });
  for (const name of [`${reference} void`, reference.replace(/-1$/, '-2')])
    live.double.script(name, { answer: 'lost' });
  await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  for (let hours = 0; hours < 40; hours += 4) await live.pass(4 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  for (let days = 0; days < 8; days += 1) await live.pass(dayMs);
  assert.equal(live.done().length, 2);
  const reversals = await db.query<{ state: string }>(
    'select state from followups where business_id = $1',
    [live.businessId],
  );
  assert.deepEqual(reversals, [{ state: 'succeeded' }]);
});

test('a decline is a decline, and one that is not clean is unknown', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { code: '202' });
  const poor = await live.pay({ Amount: '10.00', OrderNumber: 'poor' });
  assert.equal(poor.state, 'declined', poor.text);
  live.double.script(await live.nextReference(), { code: '420', text: 'Communication error' });
  const doubtful = await live.pay({ Amount: '10.00', OrderNumber: 'doubtful' });
  assert.equal(doubtful.status, 202, doubtful.text);
  await live.pass(10 * minuteMs);
  assert.equal(await live.stateOf('doubtful'), 'captured');
});

const duplicate = { code: '300', text: 'Duplicate transaction' } as const;

test('a second purchase of the same amount, where the account forbids it, is known in minutes', async (t) => {
  const live = await openLive(t, fixture, { obeysDuplicateSeconds: false });
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'first' });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'second' });
  assert.equal(told.status, 202, told.text);
  assert.match(told.text, /taken for a repetition/);
  await live.pass(2 * minuteMs);
  assert.equal(await live.stateOf('second'), 'unknown');
  await live.pass(4 * minuteMs);
  assert.equal(await live.stateOf('second'), 'declined');
  const again = await live.pay({ Amount: '10.00', OrderNumber: 'second' });
  assert.match(again.text, /it was not charged/);
  const codes = await db.query<{ code: string }>(
    `select outcome_code as code from payments where business_id = $1 and state = 'declined'`,
    [live.businessId],
  );
  assert.deepEqual(codes, [{ code: 'duplicate' }]);
  assert.deepEqual(live.done(), ['sale 1000']);
  await live.pass(30 * minuteMs);
  const later = await live.pay({ Amount: '10.00', OrderNumber: 'second' });
  assert.equal(later.state, 'captured', later.text);
});

test('what was charged all the same, by a copy that came before, is found', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { ...duplicate, reports: ['lost', 'lost'] });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'copied' });
  assert.equal(told.status, 202, told.text);
  for (let minutes = 0; minutes < 20; minutes += 5) await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('copied'), 'captured');
  assert.deepEqual(live.done(), ['sale 1000']);
});

test('what appears long after it was taken for a duplicate is reversed', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const executes = { afterSeconds: (2 * dayMs) / 1000 };
  live.double.script(await live.nextReference(), { ...duplicate, executes, reports: ['lost'] });
  await live.pay({ Amount: '10.00', OrderNumber: 'late' });
  for (let minutes = 0; minutes < 20; minutes += 5) await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('late'), 'declined');
  for (let days = 0; days < 4; days += 1) await live.pass(dayMs);
  assert.match(live.done().join(), /^sale 1000,(?:void|refund) 1000$/);
});

test('a payment under a refused key is not charged, may be tried again, and stops the account', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), {
    executes: 'never',
    code: '300',
    text: 'Authentication Failed',
  });
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'key' });
  assert.equal(refused.status, 503, refused.text);
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account!.state, 'stopped');
  assert.match(account!.stoppedBecause!, /Authentication Failed/);
  const said = fixture.logged.join('').match(/"processor.stopped"/g);
  assert.ok(said);
  await checkAccount(live.world, account!, { actor: 'operator:ann', resumes: true });
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'key' });
  assert.equal(sold.state, 'captured', sold.text);
});

test('neither the key nor the card is in the log or in the journal', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await live.pay({ Amount: '10.00', CardNumber: number });
  for (const text of [fixture.logged.join(''), live.double.journal()]) {
    assert.ok(!text.includes(key));
    assert.ok(!text.includes(number));
  }
  assert.equal(live.done().length, 1);
});
