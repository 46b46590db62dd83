import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { setCurrency } from '../../src/parties/businesses/set-currency.ts';
import { balances } from '../../src/payments/ledger/balance.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { readStanding } from '../../src/settlement/payout-store.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { dayMs, minuteMs, openLiveBusiness } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/* A business with accounts in two currencies. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;

type Live = Awaited<ReturnType<typeof openLive>>;

async function chargeIn(live: Live, currency: 'USD' | 'CAD'): Promise<void> {
  await setCurrency(live.world, live.businessId, currency, 'operator:ann');
  // A caller that is known stays known so long.
  clock.pass(10_000);
}

/** Where each order was charged, and in what. */
async function placesOf({ businessId }: Live): Promise<string[]> {
  const rows = await db.query<{ orderNumber: string; processor: string; currency: string }>(
    `select order_number as "orderNumber", processor, currency from payments
     where business_id = $1 order by id`,
    [businessId],
  );
  return rows.map(
    ({ orderNumber, processor, currency }) => `${orderNumber} ${processor} ${currency}`,
  );
}

test('a payment goes to the account in the currency of the business, and stays there', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await chargeIn(live, 'CAD');
  const early = await live.pay({ Amount: '10.00', OrderNumber: 'early' });
  assert.equal(early.status, 503, early.text);
  await live.connect({ name: 'nmi-cad', currency: 'CAD' });
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'canadian' });
  assert.equal(sold.state, 'captured', sold.text);
  await chargeIn(live, 'USD');
  assert.equal((await live.pay({ Amount: '7.00', OrderNumber: 'dollars' })).state, 'captured');
  const voided = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  assert.deepEqual(await placesOf(live), ['canadian nmi-cad CAD', 'dollars nmi USD']);
  assert.deepEqual(live.done(), ['sale 1000', 'sale 700', 'void 1000']);
  const events = await db.query<{ kind: string; currency: string | null }>(
    `select kind, data ->> 'currency' as currency from events where business_id = $1
     and kind like 'payment.%' order by happened_at, kind`,
    [live.businessId],
  );
  const told = events.map(({ kind, currency }) => `${kind} ${currency ?? 'USD'}`);
  assert.deepEqual(told.toSorted(), [
    'payment.captured CAD',
    'payment.captured USD',
    'payment.voided CAD',
  ]);
});

test('an answer that was lost is found in the currency of the payment', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect({ name: 'nmi-cad', currency: 'CAD' });
  await chargeIn(live, 'CAD');
  live.double.script(await live.nextReference(), { answer: 'lost' });
  const lost = await live.pay({ Amount: '10.00', OrderNumber: 'lost' });
  assert.equal(lost.state, 'unknown', lost.text);
  await live.pass(30 * minuteMs);
  assert.equal(await live.stateOf('lost'), 'captured');
});

test('an account keeps its currency', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await assert.rejects(live.connect({ currency: 'CAD' }), /charges in USD/);
});

// What a terminal of Converge books in, it does not tell.
for (const gateway of everyGateway.filter(({ name }) => name !== 'elavon')) {
  const { name } = gateway;
  test(`${name}: Canadian dollars are charged, found after a lost answer, and settled`, async (t) => {
    const double = await gateway.open(clock.now);
    const account = {
      name,
      processor: name,
      key: new Secret(gateway.key),
      merchant: gateway.merchant,
    };
    const live = await openLiveBusiness(t, { fixture, double, account });
    await live.connect({ currency: 'CAD' });
    await setCurrency(live.world, live.businessId, 'CAD', 'operator:ann');
    const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sold' });
    assert.equal(sold.state, 'captured', sold.text);
    live.double.script(await live.nextReference(), { answer: 'lost' });
    await live.pay({ Amount: '7.00', OrderNumber: 'lost' });
    await live.pass(30 * minuteMs);
    assert.equal(await live.stateOf('lost'), 'captured');
    const business = { id: live.businessId, cardAccounts: { CAD: name } };
    for (let days = 0; days < 5; days += 1) {
      await live.pass(dayMs);
      await closeBatches(live.world, business, 'system');
    }
    const batches = await db.query<{ state: string; currency: string; net: bigint }>(
      `select state, currency, sum(net_cents)::int8 as net from batches where business_id = $1
       and net_cents <> 0 group by 1, 2`,
      [live.businessId],
    );
    const told = batches.map(({ state, currency, net }) => `${state} ${currency} ${net}`);
    assert.deepEqual(told, ['reconciled CAD 1700']);
  });
}

test('elavon: an account in Canadian dollars is not connected, since it is not proved that it books them', async (t) => {
  const gateway = everyGateway.find(({ name }) => name === 'elavon')!;
  const double = await gateway.open(clock.now);
  const account = {
    name: 'converge',
    processor: gateway.name,
    key: new Secret(gateway.key),
    merchant: gateway.merchant,
  };
  const live = await openLiveBusiness(t, { fixture, double, account });
  await assert.rejects(live.connect({ currency: 'CAD' }), {
    code: 'wrong_fields',
    message: 'currency must be one of: USD, for an account at elavon.',
  });
  await live.connect();
  // One that was connected before is not charged in them either.
  await db.query(`update processor_accounts set currency = 'CAD' where business_id = $1`, [
    live.businessId,
  ]);
  await db.query(
    `update businesses set card_accounts = '{"CAD":"converge"}' where business_id = $1`,
    [live.businessId],
  );
  await setCurrency(live.world, live.businessId, 'CAD', 'operator:ann');
  clock.pass(10_000);
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'canadian' });
  assert.equal(refused.state, 'declined', refused.text);
  assert.deepEqual(live.done(), []);
});

test('a book is in balance in each currency, a batch has one, and only dollars are paid out', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await live.connect({ name: 'nmi-cad', currency: 'CAD' });
  const close = async () => {
    const business = { id: live.businessId, cardAccounts: { USD: 'nmi', CAD: 'nmi-cad' } };
    await closeBatches(live.world, business, 'system');
  };
  await close();
  assert.equal((await live.pay({ Amount: '10.00', OrderNumber: 'dollars' })).state, 'captured');
  await chargeIn(live, 'CAD');
  assert.equal((await live.pay({ Amount: '7.00', OrderNumber: 'canadian' })).state, 'captured');
  await live.pass(2 * dayMs);
  await close();
  const of = async (account: string) =>
    (await balances(db, live.businessId))
      .filter((one) => one.account === account)
      .map(({ currency, cents }) => `${currency} ${cents}`);
  assert.deepEqual(await of('sales'), ['USD -1000', 'CAD -700']);
  const batches = await db.query<{ processor: string; currency: string; net: bigint }>(
    'select processor, currency, net_cents as net from batches where business_id = $1 order by processor',
    [live.businessId],
  );
  const told = batches.map(({ processor, currency, net }) => `${processor} ${currency} ${net}`);
  assert.deepEqual(told, ['nmi USD 1000', 'nmi-cad CAD 700']);
  const clearing = await of('clearing');
  assert.equal(clearing.length, 2, clearing.join());
  const { clearingCents } = await readStanding(db, live.businessId, {
    from: new Date(0),
    until: new Date(0),
  });
  assert.equal(`USD ${clearingCents}`, clearing[0]);
});
