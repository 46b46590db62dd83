import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { makeFixture } from '../fixture.ts';
import { aPayment } from '../v1/serve.ts';
import { everyGateway } from './every-gateway.ts';
import { openLiveBusiness } from './live-business.ts';

/** Who charged, what for, and whether it referred to the first charge of the card. */
type Told = readonly [by: string | undefined, purpose: string | undefined, refersToFirst: boolean];

const none: Told = [undefined, undefined, false];
/** The first charge with the payer, one without, and one that is repeated. */
const expected: Readonly<Record<string, readonly Told[]>> = {
  nmi: [
    ['customer', undefined, false],
    ['merchant', undefined, true],
    ['merchant', 'recurring', true],
    ['merchant', 'installment', true],
  ],
  'authorize-net': [
    ['customer', undefined, false],
    ['merchant', undefined, true],
    ['merchant', 'recurring', true],
    ['merchant', undefined, true],
  ],
  elavon: [
    none,
    ['merchant', undefined, true],
    ['merchant', 'recurring', true],
    ['merchant', undefined, true],
  ],
  // It is told that the payer is not there, and nothing more.
  helcim: [none, ...Array.from({ length: 3 }, () => ['merchant', undefined, false] as const)],
  stripe: [
    ['customer', undefined, false],
    ...Array.from({ length: 3 }, () => ['merchant', undefined, true] as const),
  ],
};

test('by /v1 a saved card is charged without the payer, and each gateway is told so', async (t) => {
  const fixture = await makeFixture(t);
  for (const gateway of everyGateway) {
    const { name, key, merchant } = gateway;
    const double = await gateway.open(fixture.clock.now);
    const account = { name, processor: name, key: new Secret(key), merchant };
    const live = await openLiveBusiness(t, { fixture, double, account });
    await live.connect();
    const pay = async (more: object) => {
      // Of equal charges within five minutes some take the second for a copy.
      fixture.clock.pass(600_000);
      const response = await fetch(`${live.baseUrl}/v1/payments`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${live.caller.apiKey}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ ...aPayment, ...more }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
      const body: any = await response.json();
      assert.equal(body.status, 'captured', `${name}: ${JSON.stringify(body)}`);
      return body;
    };
    const { token } = await pay({ saveToken: true });
    const again = { source: { token }, initiatedBy: 'merchant' };
    await pay(again);
    await pay({ ...again, initiationReason: 'recurring' });
    await pay({ ...again, initiationReason: 'installment' });
    const lines = double.journal().split('\n').slice(0, -1);
    const told = lines
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'sale')
      .map((line): Told => [line.initiatedBy, line.purpose, line.firstTransaction !== undefined]);
    assert.deepEqual(told, expected[name], name);
  }
});
