import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AuthorizeNetDouble, openAuthorizeNetDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';
import { sellsAndCaptures, settlesInBatches } from './live-stories.ts';

/* A live business and its account at Authorize.Net, from the card to the batch. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const key = 'CanaryExampleKy7';
const loginId = 'exampleLog1';
const number = '4111111111111111';

type Settings = Omit<Partial<Parameters<typeof openAuthorizeNetDouble>[0]>, 'now' | 'sleep'>;

async function openLive(
  scope: Scope,
  settings: Settings = {},
): Promise<LiveBusiness<AuthorizeNetDouble>> {
  const double = await openAuthorizeNetDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    loginId,
    transactionKey: key,
    ...settings,
  });
  const account = {
    name: 'anet',
    processor: 'authorize-net',
    key: new Secret(key),
    merchant: loginId,
  } as const;
  return await openLiveBusiness(scope, { fixture, double, account });
}

test('Authorize.Net: a live business sells, authorizes, captures and voids', async (t) => {
  await sellsAndCaptures(await openLive(t));
});

test('Authorize.Net: what was settled is a batch, and is refunded by its last four digits', async (t) => {
  await settlesInBatches(fixture, await openLive(t), 'anet');
});

test('Authorize.Net: a part is refunded once the charge is settled, and that is told before', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
  const early = await live.refund(part);
  assert.match(early.text, /once it is settled.*settles by its own clock/);
  await live.pass(2 * dayMs);
  const refund = await live.refund(part);
  assert.equal(refund.state, 'succeeded', refund.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 400']);
});

test('Authorize.Net: a chargeback is read with its day, refuses a refund, and its reversal allows it', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  await live.pass(2 * dayMs);
  const [charge] = await db.query<{ id: string }>(
    'select processor_id as id from payments where business_id = $1',
    [live.businessId],
  );
  const refund = async () =>
    await live.refund({ RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice });
  const states = async () => {
    const rows = await db.query<{ state: string }>(
      'select state from disputes where business_id = $1 and payment_id is not null',
      [live.businessId],
    );
    return rows.map(({ state }) => state);
  };
  live.double.dispute(charge!.id, { status: 'chargeback' });
  for (let day = 0; day < 3; day += 1) await live.pass(dayMs);
  assert.deepEqual(await states(), ['open']);
  assert.match((await refund()).text, /disputes this payment/);
  assert.equal((await live.ledger()).disputes, 1000n);
  live.double.dispute(charge!.id, { status: 'chargebackReversal' });
  for (let day = 0; day < 3; day += 1) await live.pass(dayMs);
  assert.deepEqual(await states(), ['won']);
  assert.equal((await live.ledger()).disputes, undefined);
  assert.equal((await refund()).state, 'succeeded');
});

test('Authorize.Net: another key of an account is taken however long ago it was last charged', async (t) => {
  const live = await openLive(t);
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'long ago' });
  await live.pass(100 * dayMs);
  await live.connect();
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account?.keyNumber, 2);
});

test('Authorize.Net: what is settled there before we know it is refunded in place of a void', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  clock.pass(dayMs);
  const refunded = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(refunded.state, 'succeeded', refunded.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('Authorize.Net: while a settlement goes on nothing is refunded, and after it once', async (t) => {
  const live = await openLive(t, { settlesForSeconds: 3600 });
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  clock.pass(dayMs - (clock.now().getTime() % dayMs) + minuteMs);
  const refund = { RefundType: 'Full', PaymentID: sold.invoice };
  const early = await live.refund(refund);
  assert.equal(early.state, 'failed', early.text);
  await live.pass(60 * minuteMs);
  const refunded = await live.refund(refund);
  assert.equal(refunded.state, 'succeeded', refunded.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('Authorize.Net: a charge that is listed as nobody expects is a case, and the rest of its day is settled', async (t) => {
  const live = await openLive(t);
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'odd' });
  await live.pay({ Amount: '20.00', OrderNumber: 'usual' });
  const [odd] = await db.query<{ id: string }>(
    `select processor_id as id from payments where business_id = $1 and order_number = 'odd'`,
    [live.businessId],
  );
  live.double.show(odd!.id, 'couldNotVoid');
  const accounts = { id: live.businessId, cardAccounts: { USD: 'anet' } };
  for (let day = 0; day < 3; day += 1) {
    await live.pass(dayMs);
    await closeBatches(live.world, accounts, 'system');
  }
  assert.deepEqual(
    [await live.stateOf('odd'), await live.stateOf('usual')],
    ['captured', 'settled'],
  );
  const cases = await db.query<{ kind: string; row: string }>(
    `select kind, evidence->>'row' as row from open_questions where business_id = $1`,
    [live.businessId],
  );
  assert.deepEqual(cases, [{ kind: 'odd_row', row: odd!.id }]);
});

test('Authorize.Net: a lost answer is found out today and after the cut-off, and charged once', async (t) => {
  for (const waitMs of [5 * minuteMs, 3 * dayMs]) {
    const live = await openLive(t);
    await live.connect();
    live.double.script(await live.nextReference(), { answer: 'lost' });
    const told = await live.pay({ Amount: '10.00', OrderNumber: 'lost' });
    assert.equal(told.status, 202, told.text);
    await live.pass(waitMs);
    assert.match(await live.stateOf('lost'), /^(?:captured|settled)$/);
    assert.deepEqual(live.done(), ['sale 1000']);
  }
});

test('Authorize.Net: what never arrived is told a day after it should have been found', async (t) => {
  const live = await openLive(t);
  await live.connect();
  live.double.script(await live.nextReference(), { executes: 'never' });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  assert.equal(told.status, 202, told.text);
  await live.pass(60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'unknown');
  for (let hours = 0; hours < 40; hours += 4) await live.pass(4 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  assert.deepEqual(live.done(), []);
});

test('Authorize.Net: what is held for review is unknown until it is decided', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const seconds = (3 * 60 * minuteMs) / 1000;
  live.double.script(await live.nextReference(), { code: '253', unclearForSeconds: seconds });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'held' });
  assert.equal(told.status, 202, told.text);
  await live.pass(60 * minuteMs);
  assert.equal(await live.stateOf('held'), 'unknown');
  for (let hours = 0; hours < 12; hours += 1) await live.pass(60 * minuteMs);
  assert.equal(await live.stateOf('held'), 'captured');
});

test('Authorize.Net: an account with wrong credentials, or of the wrong mode, is not connected', async (t) => {
  const live = await openLive(t);
  await assert.rejects(live.connect({ key: new Secret('wrong') }), /refuses the key/);
  await assert.rejects(live.connect({ merchant: 'another' }), /refuses the key/);
  await assert.rejects(live.connect({ merchant: undefined }), /refuses the key/);
  const testing = await openLive(t, { isTestMode: true });
  await assert.rejects(testing.connect(), /test mode/);
  const blind = await openLive(t, { hasReports: false });
  await assert.rejects(blind.connect(), /Transaction Details API/);
  assert.deepEqual(await accountsOf(db, live.businessId), []);
});

test('Authorize.Net: a payment under a refused key is not charged, and stops the account', async (t) => {
  const live = await openLive(t);
  await live.connect();
  live.double.script(await live.nextReference(), { executes: 'never', code: '13' });
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'key' });
  assert.equal(refused.status, 503, refused.text);
  assert.equal((await accountsOf(db, live.businessId))[0]!.state, 'stopped');
  assert.deepEqual(live.done(), []);
});

test('Authorize.Net: neither the key nor the card is in the log or in the journal', async (t) => {
  const live = await openLive(t);
  await live.connect();
  await live.pay({ Amount: '10.00', CardNumber: number });
  for (const text of [fixture.logged.join(''), live.double.journal()]) {
    assert.ok(!text.includes(key));
    assert.ok(!text.includes(number));
  }
  assert.equal(live.done().length, 1);
});

test('Authorize.Net: a reversal whose answer is lost is told of once its charge is void', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const reference = await live.nextReference();
  const late = { afterSeconds: (3 * dayMs) / 1000 };
  live.double.script(reference, { answer: 'lost', executes: late });
  live.double.script(reference.replace(/-1$/, '-2'), { answer: 'lost' });
  await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  for (let days = 0; days < 6; days += 1) await live.pass(dayMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000']);
  const reversals = await db.query<{ state: string }>(
    'select state from followups where business_id = $1',
    [live.businessId],
  );
  assert.deepEqual(reversals, [{ state: 'succeeded' }]);
});
