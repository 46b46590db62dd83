import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf, credentialsOf } from '../../src/payments/accounts/account.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { minuteMs, openLiveBusiness } from './live-business.ts';

/* The answer to a charge is lost, and before the worker asks, somebody voids it in the portal of the gateway. */

const fixture = await makeFixture({ after });

for (const gateway of everyGateway) {
  const { name, key, merchant } = gateway;
  test(`${name}: what somebody voided before its outcome was known is not booked as taken`, async (t) => {
    const double = await gateway.open(fixture.clock.now);
    const account = { name, processor: name, key: new Secret(key), merchant };
    const live = await openLiveBusiness(t, { fixture, double, account });
    await live.connect();
    const reference = await live.nextReference();
    double.script(reference, { answer: 'lost' });
    const order = { Amount: '10.00', OrderNumber: 'voided', ChargeType: 'Authorize' };
    const told = await live.pay(order);
    assert.equal(told.status, 202, told.text);

    // Some show what they did only seconds later.
    fixture.clock.pass(10_000);
    const [stored] = await accountsOf(fixture.db, live.businessId);
    const { gateways } = live.world;
    const portal = gateways.connect(name, await credentialsOf(live.world, stored!));
    const found = await portal.inquire(reference, undefined, fixture.clock.now());
    assert.equal(found.outcome, 'approved');
    const voided = await portal.followUp({
      reference: 'portal-1',
      kind: 'void',
      chargeReference: reference,
      chargeId: found.processorId,
      amountCents: 1000n,
      currency: 'USD',
    });
    assert.equal(voided.outcome, 'approved');
    await live.pass(5 * minuteMs);
    assert.equal(await live.stateOf('voided'), 'canceled');
    assert.deepEqual(live.done(), ['auth 1000', 'void 1000']);
  });
}
