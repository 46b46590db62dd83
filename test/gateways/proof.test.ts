import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type CardNumber, parseCardNumber } from '../../src/kernel/card.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { charge } from '../../src/payments/charge.ts';
import type { Order } from '../../src/payments/order.ts';
import { newTokenOf, sourceOfNew } from '../../src/payments/source.ts';
import { makeFixture } from '../fixture.ts';
import { authenticated, cryptogram, deviceNumber, sealed } from '../processors/contract-proof.ts';
import { everyGateway } from './every-gateway.ts';
import { closeDouble, type LiveBusiness } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/* 3-D Secure results and wallets in the flow of a payment, before a gateway that takes no sealed payload. */

const fixture = await makeFixture({ after });
const { db } = fixture;
const parsed = parseCardNumber('4111111111111111');
assert.ok(parsed.ok);
const number: CardNumber = parsed.value;
const expiry = { month: 12, year: 2039 };

const contact = {
  ...{ firstName: 'Ada', lastName: 'Park', email: '', phone: '', address1: '888 Main St' },
  ...{ address2: '', city: '', stateCode: '', postalCode: '77777', countryCode: 'US' },
  externalId: undefined,
};

async function orderAt<D>(live: LiveBusiness<D>, more: Partial<Order>): Promise<Order> {
  const { business } = live.caller;
  const cvv = new Secret('999');
  return {
    business: { ...business, environment: 'live', cardAccounts: { USD: 'nmi' } },
    isTest: false,
    currency: 'USD',
    orderNumber: `o-${await live.world.ids.next(live.businessId)}`,
    idempotencyKey: undefined,
    askedAt: live.world.now(),
    amountCents: 1000n,
    capture: true,
    source: sourceOfNew(live.world, { kind: 'card', card: number, expiry, cvv }, contact),
    wantsToken: false,
    newToken: undefined,
    customerId: undefined,
    contact,
    lines: [],
    description: undefined,
    externalId: undefined,
    invoiceExternalId: undefined,
    statementDescriptor: undefined,
    emailReceipt: false,
    smsReceipt: false,
    ...more,
  };
}

/** Secrets are good for one charge. */
const fresh = () => ({ ...authenticated, cryptogram: new Secret(cryptogram) });

async function detailsOf(businessId: bigint, id: bigint) {
  const [row] = await db.query<{ details: { authentication?: object; wallet?: object } }>(
    `select v.details from invoices v join payments p
       on p.business_id = v.business_id and p.invoice_id = v.id
     where p.business_id = $1 and p.id = $2`,
    [businessId, id],
  );
  return row!.details;
}

test('of a 3-D Secure result its issuer can be reminded of it, and its cryptogram is forgotten', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const authentication = fresh();
  const order = await orderAt(live, { authentication });
  const payment = await charge(live.world, order);
  assert.equal(payment.state, 'captured');
  assert.ok(authentication.cryptogram.holds(''));
  assert.deepEqual((await detailsOf(live.businessId, payment.id)).authentication, {
    version: '2.2.0',
    status: 'authenticated',
    eci: '05',
    dsTransactionId: authenticated.dsTransactionId,
  });
  assert.match(live.double.journal(), /"eci":"05"/);
  await live.world.gateways.idle();
  for (const table of [
    'payments',
    'invoices',
    'events',
    'gateway_conversations',
    'vault_records',
  ]) {
    const [row] = await db.query<{ has: boolean }>(
      `select exists (select 1 from ${table} r where r::text like '%' || $1 || '%') as has`,
      [cryptogram],
    );
    assert.equal(row!.has, false, table);
  }
});

test('the number of a device is charged with its cryptogram, and saved never', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const wallet = deviceNumber('apple_pay') as Extract<
    ReturnType<typeof deviceNumber>,
    { form: 'device_number' }
  >;
  const method = { kind: 'wallet', wallet, card: number, expiry } as const;
  const source = sourceOfNew(live.world, method, contact);
  const cvv = new Secret('999');
  const newMethod = { kind: 'card', card: number, expiry, cvv } as const;
  const newToken = await newTokenOf(live.world, live.businessId, newMethod, contact);
  await refuses(live, { source, newToken, wantsToken: true }, 'wallet_not_saved');
  const payment = await charge(live.world, await orderAt(live, { source }));
  assert.equal(payment.state, 'captured');
  const { wallet: kept } = await detailsOf(live.businessId, payment.id);
  assert.deepEqual(kept, { kind: 'apple_pay', eci: '07' });
});

test('what the gateway would drop is refused before anything is written or sent', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const wallet = sealed('google_pay', '4111111111111111') as Extract<
    ReturnType<typeof sealed>,
    { form: 'sealed' }
  >;
  const shown = { brand: 'visa', last4: '1111' } as const;
  const source = sourceOfNew(live.world, { kind: 'wallet', wallet, shown }, contact);
  await refuses(live, { source }, 'not_supported');
  await refuses(live, { source, authentication: fresh() }, 'not_supported');
  assert.deepEqual(live.done(), []);
});

test('a 3-D Secure result is not sent on to a fallback that takes none', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const helcim = everyGateway.find(({ name }) => name === 'helcim')!;
  const double = await helcim.open(fixture.clock.now);
  t.after(() => closeDouble(fixture, double));
  const spare = { name: 'spare', processor: 'helcim', key: new Secret(helcim.key) } as const;
  await live.connect({ ...spare, merchant: undefined, address: double.url });
  await closeDouble(fixture, live.double);
  const order = await orderAt(live, { authentication: fresh() });
  const business = { ...order.business, fallbackAccounts: { USD: 'spare' } };
  const { state, outcomeCode, processor } = await charge(live.world, { ...order, business });
  assert.deepEqual([state, outcomeCode, processor], ['canceled', 'not_sent', 'nmi']);
  const plain = await orderAt(live, {});
  assert.equal((await charge(live.world, { ...plain, business })).processor, 'spare');
  const gone = { ...order.business, fallbackAccounts: { USD: 'gone' } };
  const told = await charge(live.world, { ...(await orderAt(live, {})), business: gone });
  assert.deepEqual([told.state, told.outcomeCode, told.processor], ['canceled', 'not_sent', 'nmi']);
});

async function refuses<D>(live: LiveBusiness<D>, more: Partial<Order>, code: string) {
  const count = async () => {
    const [row] = await db.query<{ n: bigint }>(
      'select count(*) as n from payments where business_id = $1',
      [live.businessId],
    );
    return row!.n;
  };
  const before = await count();
  await assert.rejects(
    charge(live.world, await orderAt(live, more)),
    (error) => error instanceof Refusal && error.code === code,
  );
  assert.equal(await count(), before);
}
