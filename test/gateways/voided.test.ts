import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf, credentialsOf } from '../../src/payments/accounts/account.ts';
import type { FollowUpRequest } from '../../src/ports/processors/processor.ts';
import { makeFixture } from '../fixture.ts';
import { type EveryGateway, everyGateway } from './every-gateway.ts';
import { dayMs, minuteMs, openLiveBusiness } from './live-business.ts';

/* The answer to a charge is lost, and before the worker asks, somebody undoes it in the portal of the gateway. */

const fixture = await makeFixture({ after });

type Act = Pick<FollowUpRequest, 'kind' | 'amountCents'>;

/** A live business whose next charge stays without an answer, and what a person can do about it in the portal. */
async function openPortal(t: TestContext, gateway: EveryGateway) {
  const { name, key, merchant } = gateway;
  const double = await gateway.open(fixture.clock.now);
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(t, { fixture, double, account });
  await live.connect();
  const reference = await live.nextReference();
  double.script(reference, { answer: 'lost' });
  const [stored] = await accountsOf(fixture.db, live.businessId);
  const { gateways } = live.world;
  const interfaceOf = gateways.connect(name, await credentialsOf(live.world, stored!));
  const openedAt = fixture.clock.now();
  const inquire = async () => await interfaceOf.inquire(reference, undefined, openedAt);
  let acts = 0;
  const send = async (chargeId: string, { kind, amountCents }: Act) => {
    acts += 1;
    const of = { chargeReference: reference, chargeId, currency: 'USD' } as const;
    const request = { reference: `portal-${acts}`, kind, amountCents, ...of };
    return await interfaceOf.followUp(request);
  };
  return {
    ...live,
    inquire,
    hasPortal: double.byHand !== undefined,

    /** What the gateway calls the charge that it approved. */
    async sell(capture: boolean): Promise<string> {
      const type = capture ? 'Charge' : 'Authorize';
      const order = { Amount: '10.00', OrderNumber: 'lost', ChargeType: type };
      const told = await live.pay(order);
      assert.equal(told.status, 202, told.text);
      // Some show what they did only seconds later.
      fixture.clock.pass(10_000);
      const found = await inquire();
      assert.equal(found.outcome, 'approved');
      return found.processorId;
    },

    async capture(chargeId: string): Promise<string> {
      const told = await send(chargeId, { kind: 'capture', amountCents: 1000n });
      assert.equal(told.outcome, 'approved');
      return told.processorId;
    },

    async settle(processorId: string): Promise<void> {
      const items = [{ reference, processorId, cents: 1000n }];
      if (interfaceOf.can.batches === 'manual')
        await interfaceOf.closeBatch!({ reference: 'portal-b', items });
      fixture.clock.pass(dayMs);
    },

    /** Where the double has no portal, somebody with the same key stands in for it. */
    async undo(kind: 'void' | 'refund', id: string, amountCents = 1000n): Promise<boolean> {
      if (double.byHand) return double.byHand(kind, id, amountCents);
      return (await send(id, { kind, amountCents })).outcome === 'approved';
    },

    /** What the gateway then tells of the charge, and what becomes of the payment. */
    async becomes(): Promise<readonly [string, string | undefined, string]> {
      fixture.clock.pass(10_000);
      const found = await inquire();
      await live.pass(5 * minuteMs);
      const id = 'processorId' in found ? found.processorId : undefined;
      return [found.outcome, id, await live.stateOf('lost')];
    },
  };
}

for (const gateway of everyGateway) {
  const { name } = gateway;
  // What was taken there can only be refunded.
  const voidsSales = name !== 'stripe';
  for (const type of voidsSales ? (['auth', 'sale'] as const) : (['auth'] as const))
    test(`${name}: what somebody voided before its outcome was known is not booked as taken (${type})`, async (t) => {
      const portal = await openPortal(t, gateway);
      const id = await portal.sell(type === 'sale');
      assert.equal(await portal.undo('void', id), true);
      assert.deepEqual(await portal.becomes(), ['canceled', id, 'canceled']);
      assert.deepEqual(portal.done(), [`${type} 1000`, 'void 1000']);
    });

  if (!voidsSales) continue;
  test(`${name}: an authorization is canceled when somebody voided its capture`, async (t) => {
    const portal = await openPortal(t, gateway);
    const id = await portal.sell(false);
    const captureId = await portal.capture(id);
    assert.equal(await portal.undo('void', captureId), true);
    assert.deepEqual(await portal.becomes(), ['canceled', id, 'canceled']);
  });

  test(`${name}: a sale that somebody tried to void too late is as good as before`, async (t) => {
    const portal = await openPortal(t, gateway);
    const id = await portal.sell(true);
    await portal.settle(id);
    assert.equal(await portal.undo('void', id), false);
    assert.deepEqual(await portal.becomes(), ['approved', id, 'captured']);
  });

  test(`${name}: a sale is canceled when somebody refunded all of it, and not when a part`, async (t) => {
    const portal = await openPortal(t, gateway);
    const id = await portal.sell(true);
    if (!portal.hasPortal) return t.skip('the double has no portal');
    await portal.settle(id);
    assert.equal(await portal.undo('refund', id, 600n), true);
    assert.equal((await portal.inquire()).outcome, 'approved');
    assert.equal(await portal.undo('refund', id, 400n), true);
    assert.deepEqual(await portal.becomes(), ['canceled', id, 'canceled']);
  });
}
