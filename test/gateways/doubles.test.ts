import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountAtDouble, hostDoubles } from '../../src/cli/gateway-doubles.ts';
import { gatewayNames } from '../../src/kernel/gateway-names.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from '../followups/shop.ts';
import { freePort } from '../free-port.ts';

/* A sandbox business meets each gateway without an account there. */

const fixture = await makeFixture({ after });
const world = await fixture.open();
const { host, port, close } = await hostAll();
after(close);

/** Draws until nobody holds one of the ports of all. */
async function hostAll() {
  for (;;) {
    const first = await freePort();
    const host = { ...world, config: { ...world.config, gatewayDoublesPort: first } };
    const before = await refused();
    const close = await hostDoubles(host);
    if ((await refused()) === before) return { host, port: first, close };
    close();
  }
}

/** How many ports were taken so far. */
async function refused(): Promise<number> {
  // Warnings are written at the end of a turn.
  await nextTurn();
  return fixture.logged.join('').split('gateway.double_not_hosted').length;
}

for (const processor of gatewayNames) {
  test(`${processor}: a sandbox business charges and voids at its double`, async (t) => {
    const shop = await openShop(t, { fixture });
    const { world, caller } = shop;
    const business = await readBusiness(fixture.db, caller.business.id);
    const account = accountAtDouble(processor, port);
    const connection = { ...account, currency: 'USD' as const, processor, name: processor };
    await connectAccount(world, business!, connection, 'operator:ann');
    fixture.clock.pass(10_000);

    const sold = await shop.pay({ Amount: '10.00', CCNumber: '4111111111111111' });
    assert.equal(sold.state, 'captured', sold.text);
    fixture.clock.pass(10_000);
    const voided = await shop.refund({ RefundType: 'Full', PaymentID: sold.invoice });
    assert.equal(voided.state, 'succeeded', voided.text);
    const [row] = await fixture.db.query<{ processor: string }>(
      'select processor from payments where business_id = $1',
      [caller.business.id],
    );
    assert.equal(row!.processor, processor);
  });
}

test('a second process finds the ports taken, says so and goes on', async () => {
  const before = await refused();
  const again = await hostDoubles(host);
  again();
  assert.equal((await refused()) - before, gatewayNames.length);
});

test('a live business gets no account at a double', async (t) => {
  const { world, caller } = await openShop(t, { fixture });
  const business = await readBusiness(fixture.db, caller.business.id);
  const live = { ...business!, environment: 'live' as const };
  for (const processor of ['nmi', 'authorize-net', 'elavon', 'stripe'] as const) {
    const account = accountAtDouble(processor, port);
    const connection = { ...account, currency: 'USD' as const, processor, name: processor };
    await assert.rejects(connectAccount(world, live, connection, 'operator:ann'), /test mode/);
  }
});
