import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { expireAuthorization } from '../../src/payments/follow-ups/expire.ts';
import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import { bankFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { openShop, type Shop } from '../followups/shop.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const authorize = { ChargeType: 'Authorize' };

/** What was done to payments that were made before, and who must still be told of it. */
async function done({ caller }: Shop): Promise<[string, readonly string[]][]> {
  const rows = await fixture.db.query<{ kind: string; untold: string[] }>(
    `select kind, untold from events
     where business_id = $1
       and kind in ('payment.refunded', 'payment.captured', 'payment.voided', 'payment.expired')
       and (kind <> 'payment.captured' or data ->> 'followUpId' is not null)
     order by id`,
    [caller.business.id],
  );
  return rows.map(({ kind, untold }) => [kind, untold]);
}

/** Everything that is done to payments later, once each. */
async function doAll({ caller, pay, refund, authorization }: Shop): Promise<void> {
  const { id } = caller.business;
  const paid = await pay({ OrderNumber: 'refunded' });
  await refund({ RefundType: 'Partial', Amount: '40.00', PaymentID: paid.invoice });
  for (const ChargeType of ['Capture', 'Void']) {
    const { invoice } = await pay({ ...authorize, OrderNumber: ChargeType });
    await authorization({ TransactionID: invoice, ChargeType });
  }
  const queued = await pay({ ...bankFields, CCNumber: '', OrderNumber: 'queued' });
  await refund({ RefundType: 'Full', PaymentID: queued.invoice });
  const { invoice } = await pay({ ...authorize, OrderNumber: 'expired' });
  fixture.clock.pass(8 * 24 * 3_600_000);
  await expireAuthorization(world, id, invoiceIdOf(world.vault, id, invoice)!);
}

test('what is done to a payment later is to be told to a webhook only where there is one', async (t) => {
  const [silent, hearing] = [
    await openShop(t, { fixture, world }),
    await openShop(t, { fixture, world }),
  ];
  const { id: businessId } = hearing.caller.business;
  const endpoint = {
    kind: 'payments',
    url: 'https://example.com/',
    credentials: undefined,
  } as const;
  await setEndpoint(world, { businessId, ...endpoint }, 'operator:ann');
  for (const shop of [silent, hearing]) await doAll(shop);
  assert.deepEqual(await done(silent), [
    ['payment.refunded', ['email', 'sms']],
    ['payment.captured', ['email', 'sms']],
    ['payment.voided', []],
    ['payment.voided', ['email', 'sms']],
    ['payment.expired', []],
  ]);
  assert.deepEqual(await done(hearing), [
    ['payment.refunded', ['webhook', 'email', 'sms']],
    ['payment.captured', ['webhook', 'email', 'sms']],
    ['payment.voided', ['webhook']],
    ['payment.voided', ['webhook', 'email', 'sms']],
    ['payment.expired', ['webhook']],
  ]);
});
