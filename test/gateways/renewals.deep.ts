import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { callBy } from '../asmx/bindings.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { dayMs, openLiveBusiness } from './live-business.ts';
import { storeCard } from './stored-card.ts';

/** Who charged a later period, what for, with which card, and whether it refers to the first charge of the card. */
type Told = readonly [
  by: string | undefined,
  purpose: string | undefined,
  card: string | undefined,
  refersToFirst: boolean,
];

const inFull: Told = ['merchant', 'recurring', 'used', true];
const expected: Readonly<Record<GatewayName, Told>> = {
  nmi: inFull,
  'authorize-net': inFull,
  elavon: inFull,
  // It is told that the payer is not there, and nothing more.
  helcim: ['merchant', undefined, undefined, false],
  // That it is off session says that the business charges a stored card.
  stripe: ['merchant', undefined, 'used', true],
};

const subscription = { PlanCode: '', Amount: '5.00', Interval: 'Weekly', StartDate: '' };

test('later periods of a subscription are charged by the business, and refer to the charge that stored the card', async (t) => {
  const fixture = await makeFixture(t);
  for (const gateway of everyGateway) {
    const { name, key, merchant } = gateway;
    const double = await gateway.open(fixture.clock.now);
    const account = { name, processor: name, key: new Secret(key), merchant };
    const live = await openLiveBusiness(t, { fixture, double, account });
    await live.connect();
    const { cardToken: CardToken } = await storeCard(t, fixture, live);
    fixture.clock.pass(600_000);
    const { username: Username, apiKey: Token } = live.caller;
    const fields = { ...subscription, Token, Username, CardToken, Discount: '', Tax: '' };
    const { body } = await callBy('HTTP POST', live.baseUrl, 'CreateCustomerSubscription', fields);
    assert.match(body, /Active/, `${name}: ${body}`);
    for (const days of [8, 7]) await live.pass(days * dayMs);
    const lines = double.journal().split('\n').slice(0, -1);
    const sales = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'sale');
    const [stored, first, ...later] = sales;
    assert.equal(later.length, 2, `${name}: ${sales.length} sales`);
    for (const { initiatedBy, purpose, storedCard, firstTransaction } of later) {
      const told: Told = [initiatedBy, purpose, storedCard, firstTransaction !== undefined];
      assert.deepEqual(told, expected[name], name);
      // The first period named the same charge.
      assert.equal(firstTransaction, first.firstTransaction, name);
      if (name === 'nmi') assert.equal(firstTransaction, stored.transactionId);
    }
  }
});
