import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type HelcimDouble, type HelcimDoubleOptions, openHelcimDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { declines } from '../../src/ports/processors/declines.ts';
import { callBy } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';
import { findsLostAnswer, sellsAndCaptures, settlesInBatches } from './live-stories.ts';

/* A live business and its account at Helcim, from the card to the batch. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const key = 'Canary-helcimToken5';
const number = '4124939999999990';

async function openLive(
  scope: Scope,
  settings: Partial<HelcimDoubleOptions> = {},
): Promise<LiveBusiness<HelcimDouble>> {
  const double = await openHelcimDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    apiToken: key,
    limits: { atOnce: 5, perMinute: 100, perHour: 3000 },
    ...settings,
  });
  const account = {
    name: 'helcim',
    processor: 'helcim',
    key: new Secret(key),
    merchant: undefined,
  } as const;
  return await openLiveBusiness(scope, { fixture, double, account });
}

/** An operation of Service.asmx, with an empty answer. */
async function ask(live: LiveBusiness<unknown>, name: string, sent: Record<string, string> = {}) {
  const { apiKey, username } = live.caller;
  const all = { Token: apiKey, Username: username, ...sent };
  return await callBy('SOAP 1.1', live.baseUrl, name, all, {});
}

test('Helcim: a live business sells, authorizes, captures and voids', async (t) => {
  await sellsAndCaptures(await openLive(t));
});

test('Helcim: what was settled is a batch, and what is refunded after that comes in the next', async (t) => {
  await settlesInBatches(fixture, await openLive(t), 'helcim');
});

test('Helcim: BatchCloseAcquirerB settles the batch of the terminal', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  const { status } = await ask(live, 'BatchCloseAcquirerB');
  assert.equal(status, 200);
  assert.equal(await live.stateOf('sale'), 'settled');
  assert.match(live.double.journal(), /"event":"settled"/);
  const refunded = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(refunded.state, 'succeeded', refunded.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('Helcim: SearchCustomerAcquirerB asks the account of the business', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const { call, close } = client(live.baseUrl, live.caller);
  t.after(close);
  const made = await call('CreateToken', { ...cardFields, CustomerExternalID: 'CST1001' });
  assert.equal(made.status, 200, made.body);
  const { status, body } = await ask(live, 'SearchCustomerAcquirerB', { CustomerCode: 'CST1001' });
  assert.equal(status, 200, body);
  const [customer] = await db.query<{ name: string; city: string }>(
    `select first_name || ' ' || last_name as name, city from customers
     where business_id = $1 and external_id = 'CST1001'`,
    [live.businessId],
  );
  assert.deepEqual(customer, { name: 'Pat Example', city: 'New York' });
});

test('Helcim: a part is refunded once the batch is closed, and before that the caller is told when', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
  const early = await live.refund(part);
  assert.match(early.text, /once it is settled.* at 22:00 \(America\/New_York\)/);
  await live.pass(dayMs);
  const refund = await live.refund(part);
  assert.equal(refund.state, 'succeeded', refund.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 400']);
});

test('Helcim: what its terminal settled before we did is refunded in place of a void', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  live.double.cutOff();
  const refunded = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(refunded.state, 'succeeded', refunded.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('Helcim: an authorization that is not released stays authorized, and the caller is told why', async (t) => {
  const live = await openLive(t, { reversesAuthorizations: false });
  await live.connect();
  const held = await live.pay({ Amount: '20.00', OrderNumber: 'held', ChargeType: 'Authorize' });
  const told = await live.refund({ RefundType: 'Full', PaymentID: held.invoice });
  assert.match(told.text, /does not release this authorization; it ends by itself/);
  assert.equal(await live.stateOf('held'), 'authorized');
  await live.pass(8 * dayMs);
  assert.equal(await live.stateOf('held'), 'expired');
  assert.deepEqual(live.done(), ['auth 2000']);
});

test('Helcim: an authorization with a wrong code that is not released is a case for a person', async (t) => {
  const live = await openLive(t, { reversesAuthorizations: false });
  await live.connect();
  await writeTerms(db, live.businessId, { ...usualTerms, voidsWrongCode: true }, clock.now());
  clock.pass(10_000);
  const order = { Amount: '20.00', OrderNumber: 'wrong', ChargeType: 'Authorize', CVV: '104' };
  const told = await live.pay(order);
  assert.match(told.text, /The security code of the card is not correct/);
  await live.pass(minuteMs);
  const cases = await db.query<{ kind: string; says: string }>(
    `select kind, evidence ->> 'lastAnswer' as says from open_questions where business_id = $1`,
    [live.businessId],
  );
  assert.deepEqual(cases, [{ kind: 'not_given_back', says: declines.not_released }]);
});

test('Helcim: a lost answer is found out, and the card was charged once', async (t) => {
  await findsLostAnswer(await openLive(t));
});

test('Helcim: a refund whose answer is lost is sent again while its key lives, and done once', async (t) => {
  for (const fault of [{ answer: 'lost' }, { executes: 'never' }] as const) {
    const live = await openLive(t);
    await live.connect();
    const reference = await live.nextReference();
    const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
    await live.pass(dayMs);
    live.double.script(reference.replace(/-1$/, '-2'), fault);
    const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
    const told = await live.refund(part);
    assert.match(told.text, /It is not known yet/);
    for (let seconds = 0; seconds < 60; seconds += 10) await live.pass(10_000);
    const refunds = await db.query<{ state: string }>(
      'select state from followups where business_id = $1',
      [live.businessId],
    );
    assert.deepEqual(refunds, [{ state: 'succeeded' }]);
    assert.deepEqual(live.done(), ['sale 1000', 'refund 400']);
  }
});

test('Helcim: that nothing was charged is never told because nothing is found', async (t) => {
  const live = await openLive(t);
  await live.connect();
  live.double.script(await live.nextReference(), { executes: 'never' });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  assert.equal(told.status, 202, told.text);
  for (let hours = 0; hours < 72; hours += 4) await live.pass(4 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'unknown');
  const cases = await db.query<{ kind: string }>(
    'select kind from open_questions where business_id = $1',
    [live.businessId],
  );
  assert.deepEqual(cases, [{ kind: 'outcome_unknown' }]);
});

test('Helcim: a token that the gateway refuses is not connected, or stops the account', async (t) => {
  const live = await openLive(t);
  await assert.rejects(live.connect({ key: new Secret('wrong') }), /refuses the key/);
  await live.connect();
  const text = 'Not allowed to send full card number';
  live.double.script(await live.nextReference(), { executes: 'never', code: '401', text });
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'key' });
  assert.equal(refused.status, 503, refused.text);
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account!.state, 'stopped');
  assert.match(account!.stoppedBecause!, /full card number/);
});

test('Helcim: neither the token nor the card is in the log, the journal or what is kept', async (t) => {
  const live = await openLive(t);
  await live.connect();
  await live.pay({ Amount: '10.00', CardNumber: number });
  await live.world.gateways.idle();
  const kept = await db.query('select * from gateway_conversations where business_id = $1', [
    live.businessId,
  ]);
  const rows = JSON.stringify(kept, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
  for (const text of [fixture.logged.join(''), live.double.journal(), rows]) {
    assert.ok(!text.includes(key));
    assert.ok(!text.includes(number));
    assert.ok(!text.includes(`${number.slice(0, 6)}${number.slice(-4)}`));
  }
  assert.equal(live.done().length, 1);
  assert.ok(kept.length > 0);
});
