import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openHelcimDouble, openStripeDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { makeFixture } from '../fixture.ts';
import { dayMs, type LiveBusiness, openLiveBusiness } from './live-business.ts';

/* An account that may charge and may not refund: payments go on. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const sleep = () => new Promise<void>(() => {});
const stripeKey = ['rk', 'live', 'Canary51HxY'].join('_');
const helcimKey = 'Canary-helcimToken5';

async function stateOf({ businessId }: LiveBusiness<unknown>): Promise<string> {
  return (await accountsOf(db, businessId))[0]!.state;
}

async function refusesRefundOnly(live: LiveBusiness<unknown>, invoice: string): Promise<void> {
  const refused = await live.refund({ RefundType: 'Full', PaymentID: invoice });
  assert.match(refused.text, /no right to do this/);
  assert.equal(await stateOf(live), 'active');
  assert.match(fixture.logged.join(''), /"processor.no_right"/);
  const sold = await live.pay({ Amount: '12.00', OrderNumber: 'after' });
  assert.equal(sold.state, 'captured', sold.text);
}

test('Stripe: a restricted key without the right to refund goes on charging', async (t) => {
  const double = await openStripeDouble({
    ...{ now: clock.now, sleep, secretKey: stripeKey },
    forbids: ['/v1/refunds'],
  });
  const key = new Secret(stripeKey);
  const account = { name: 'stripe', processor: 'stripe', key, merchant: undefined } as const;
  const live = await openLiveBusiness(t, { fixture, double, account });
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  await refusesRefundOnly(live, sold.invoice);
  assert.deepEqual(live.done(), ['sale 1000', 'sale 1200']);
});

test('Helcim: a token without the right to refund goes on charging, and a wrong one stops', async (t) => {
  const double = await openHelcimDouble({ now: clock.now, sleep, apiToken: helcimKey });
  const key = new Secret(helcimKey);
  const account = { name: 'helcim', processor: 'helcim', key, merchant: undefined } as const;
  const live = await openLiveBusiness(t, { fixture, double, account });
  await live.connect();
  const reference = await live.nextReference();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  double.cutOff();
  await live.pass(dayMs);
  const noRight = { executes: 'never', code: '403', text: 'No access permission' } as const;
  double.script(reference.replace(/-1$/, '-2'), noRight);
  await refusesRefundOnly(live, sold.invoice);

  const other = await openHelcimDouble({ now: clock.now, sleep, apiToken: 'another' });
  t.after(other.close);
  await db.query('update processor_accounts set address = $2 where business_id = $1', [
    live.businessId,
    other.url,
  ]);
  const again = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.match(again.text, /could not be sent/);
  assert.equal(await stateOf(live), 'stopped');
});
