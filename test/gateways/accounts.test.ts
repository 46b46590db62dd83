import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openNmiDouble, openStripeDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { checkAccount, checkSoon, stop } from '../../src/payments/accounts/check-account.ts';
import { chooseAccount } from '../../src/payments/accounts/connect-account.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { closeDouble, dayMs, minuteMs, openLiveBusiness } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/* Accounts of businesses at gateways: connected, checked, chosen, stopped. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;

/** From now on the accounts of the business are asked about there. */
async function moveTo(businessId: bigint, address: string): Promise<void> {
  await db.query('update processor_accounts set address = $2 where business_id = $1', [
    businessId,
    address,
  ]);
}

test('a key that the gateway refuses stops the account and fails nobody', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const other = await openNmiDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    securityKey: 'another',
    isTestMode: false,
  });
  t.after(() => closeDouble(fixture, other));
  await moveTo(live.businessId, other.url);
  const world = await fixture.open();
  const [account] = await accountsOf(db, live.businessId);
  const { isGood } = await checkAccount(world, account!, { actor: 'operator:ann', resumes: false });
  assert.equal(isGood, false);
  assert.equal((await accountsOf(db, live.businessId))[0]!.state, 'stopped');
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'stopped' });
  assert.equal(refused.status, 503, refused.text);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'stopped' });
  assert.equal(sold.state, 'captured', sold.text);
});

test('an account of the wrong mode, or with a wrong key, is not connected', async (t) => {
  const testing = await openLive(t, fixture, { isTestMode: true });
  await assert.rejects(testing.connect(), /test mode/);
  const real = await openLive(t, fixture, { isTestMode: false }, 'sandbox');
  await assert.rejects(real.connect(), /not in test mode/);
  const live = await openLive(t, fixture);
  await assert.rejects(live.connect({ key: new Secret('wrong') }), /refuses the key/);
  await assert.rejects(live.connect({ address: 'http://127.0.0.1:9' }), /no answer/);
  assert.deepEqual(await accountsOf(db, live.businessId), []);
});

test('a live account that was put into test mode is stopped when a process starts', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const testing = await openLive(t, fixture, { isTestMode: true }, 'sandbox');
  await moveTo(live.businessId, testing.double.url);
  await checkSoon(live.world);
  await live.pass(59 * minuteMs);
  assert.equal((await accountsOf(db, live.businessId))[0]!.state, 'active', 'checked just now');
  await live.pass(2 * minuteMs);
  await checkSoon(live.world);
  await live.pass(minuteMs);
  assert.equal((await accountsOf(db, live.businessId))[0]!.state, 'stopped');
});

test('once a day a live account that was put into test mode is stopped', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const testing = await openLive(t, fixture, { isTestMode: true }, 'sandbox');
  await moveTo(live.businessId, testing.double.url);
  await live.pass(dayMs + minuteMs);
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account!.state, 'stopped');
  assert.match(account!.stoppedBecause!, /test mode/);

  await moveTo(live.businessId, live.double.url);
  const mended = { ...account!, address: live.double.url };
  await checkAccount(live.world, mended, { actor: 'operator:ann', resumes: true });
  const acts = await db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and object = 'processor_account:nmi' order by n`,
    [live.businessId],
  );
  assert.deepEqual(
    acts.map(({ act }) => act.replace('processor_account.', '')),
    ['connected', 'stopped', 'resumed'],
  );
  // It is checked again from then on.
  await live.pass(dayMs + minuteMs);
  const [checked] = await accountsOf(db, live.businessId);
  assert.ok(checked!.checkedAt.getTime() > clock.now().getTime() - dayMs);
});

test('a payment goes to the account that is chosen, and what follows it to its own', async (t) => {
  const first = await openLive(t, fixture);
  await first.connect();
  const second = await openLive(t, fixture);
  const sold = await first.pay({ Amount: '10.00', OrderNumber: 'first' });
  await first.connect({ name: 'other', address: second.double.url });
  await first.pay({ Amount: '11.00', OrderNumber: 'still first' });
  await chooseAccount(
    first.world,
    first.businessId,
    { name: 'other', use: 'payments' },
    'operator:ann',
  );
  clock.pass(10_000);
  await first.pay({ Amount: '12.00', OrderNumber: 'second' });
  const voided = await first.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  assert.deepEqual(first.done(), ['sale 1000', 'sale 1100', 'void 1000']);
  assert.deepEqual(second.done(), ['sale 1200']);
});

test('a key of another account is not taken under the name of one that was charged at', async (t) => {
  const first = await openLive(t, fixture);
  await first.connect();
  const second = await openLive(t, fixture);
  await first.pay({ Amount: '10.00' });
  clock.pass(5 * minuteMs);
  await assert.rejects(first.connect({ address: second.double.url }), /does not find payment/);
  await first.connect();
  await first.connect({ address: second.double.url, name: 'other' });
  await chooseAccount(
    first.world,
    first.businessId,
    { name: 'other', use: 'payments' },
    'operator:ann',
  );
  clock.pass(10_000);
  const sold = await first.pay({ Amount: '11.00' });
  assert.equal(sold.state, 'captured', sold.text);
  assert.deepEqual(second.done(), ['sale 1100']);
});

test('right after the first charge a key of another account is not taken, and one of the same is', async (t) => {
  const first = await openLive(t, fixture);
  await first.connect();
  const second = await openLive(t, fixture);
  await first.pay({ Amount: '10.00', OrderNumber: 'the only one' });
  const elsewhere = () => first.connect({ address: second.double.url });
  await assert.rejects(elsewhere, /does not show payment .* try again in 2 minutes/);
  clock.pass(minuteMs);
  await assert.rejects(elsewhere, /try again in 1 minute\./);
  await first.connect();
  clock.pass(minuteMs);
  await assert.rejects(elsewhere, /does not find payment/);

  await first.pay({ Amount: '11.00', OrderNumber: 'young' });
  await assert.rejects(elsewhere, /does not find payment/, 'an older charge proves it');
  await first.connect();
});

test('a charge that the gateway does not show yet keeps no key away where an older one is found', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'older' });
  clock.pass(5 * minuteMs);
  await live.pay({ Amount: '11.00', OrderNumber: 'young' });
  // As if the gateway did not show it yet.
  const changed = await db.query(
    `update payments set processor_id = 'hidden' where business_id = $1 and order_number = 'young' returning id`,
    [live.businessId],
  );
  assert.equal(changed.length, 1);
  await live.connect();
});

test('a new key of the same account is taken after a void, and one of another account is not', async (t) => {
  const key = new Secret('sk_live_Canary7Void');
  const open = async () =>
    await openStripeDouble({
      now: clock.now,
      sleep: () => new Promise(() => {}),
      secretKey: key.reveal(),
    });
  const account = { name: 'stripe', processor: 'stripe', key, merchant: undefined } as const;
  const live = await openLiveBusiness(t, { fixture, double: await open(), account });
  const other = await open();
  t.after(() => closeDouble(fixture, other));
  await live.connect();
  const held = await live.pay({ Amount: '10.00', ChargeType: 'Authorize', OrderNumber: 'held' });
  const voided = await live.refund({ RefundType: 'Full', PaymentID: held.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  clock.pass(5 * minuteMs);
  await assert.rejects(live.connect({ address: other.url }), /does not find payment/);
  await live.connect();
});

test('a new key of the same account is taken after the last charge was refunded in full, at every gateway', async (t) => {
  for (const { name, key, merchant, open } of everyGateway) {
    const double = await open(clock.now);
    const account = { name, processor: name, key: new Secret(key), merchant };
    const live = await openLiveBusiness(t, { fixture, double, account });
    await live.connect();
    const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
    await live.pass(dayMs);
    await closeBatches(live.world, { id: live.businessId, cardAccounts: { USD: name } }, 'system');
    for (let hours = 0; hours < 3; hours += 1) await live.pass(60 * minuteMs);
    const refund = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
    assert.equal(refund.state, 'succeeded', `${name} ${refund.text}`);
    assert.match(live.done().at(-1)!, /^refund/);
    await live.pass(20 * minuteMs);
    await live.connect();
    const other = await open(clock.now);
    t.after(() => closeDouble(fixture, other));
    await assert.rejects(live.connect({ address: other.url }), /does not find payment/, name);
  }
});

test('what the gateway says of an earlier key does not stop the account under its new one', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const [earlier] = await accountsOf(db, live.businessId);
  await live.connect();
  await stop(live.world, earlier!, { actor: 'system', because: 'Authentication Failed' });
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account!.state, 'active');
});

test('the clock of a business with an account stays, and one that was moved gets none', async (t) => {
  const sandbox = await openLive(t, fixture, {}, 'sandbox');
  const { world, businessId } = sandbox;
  await advance(world, businessId, { byMs: dayMs }, 'operator:ann');
  await assert.rejects(sandbox.connect(), /real time/);
  await reset(world, businessId, 'operator:ann');
  await sandbox.connect();
  await assert.rejects(advance(world, businessId, { byMs: dayMs }, 'operator:ann'), /real time/);
});
