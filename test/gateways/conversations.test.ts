import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deleteOldConversations } from '../../src/payments/accounts/gateway-conversations.ts';
import { readDossier } from '../../src/payments/follow-ups/dossier.ts';
import { makeFixture } from '../fixture.ts';
import { dayMs, minuteMs } from './live-business.ts';
import { key, openLive } from './nmi-business.ts';

/* What is kept of conversations with a gateway: all that is evidence, and no secret. */

const fixture = await makeFixture({ after });
const { db, clock } = fixture;
const number = '4111111111111111';

test('a charge, its inquiry and its void are kept with their answers, and no secret is', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { answer: 'lost' });
  const order = {
    Amount: '10.00',
    OrderNumber: 'kept',
    CCNumber: number,
    CVV: '739',
    FirstName: 'Canary',
    LastName: 'Doe',
    Address1: '17 Canary Lane',
    PostalCode: '04101',
    Email: 'canary@example.com',
  };
  await live.pay(order);
  await live.pass(5 * minuteMs);
  clock.pass(1000);
  const sold = await live.pay(order);
  const voided = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(voided.state, 'succeeded', voided.text + sold.text);
  await live.world.gateways.idle();

  const [payment] = await db.query<{ id: bigint }>(
    `select id from payments where business_id = $1 and order_number = 'kept'`,
    [live.businessId],
  );
  const { conversations } = await readDossier(db, live.businessId, payment!.id);
  const [charge, inquiry, ...others] = conversations;
  assert.equal(charge!.kind, 'charge');
  assert.equal(charge!.status, undefined);
  assert.match(charge!.answer, /^\(no answer: /);
  assert.match(charge!.request, /^POST \/api\/transact\.php\nsecurity_key=\*\*\*&.*amount=10\.00/);
  assert.equal(inquiry!.kind, 'inquiry');
  assert.equal(inquiry!.status, 200);
  assert.match(inquiry!.answer, /<condition>pendingsettlement<\/condition>/);
  assert.equal(others.at(-1)!.kind, 'void');
  assert.match(others.at(-1)!.answer, /responsetext=SUCCESS/);

  const rows = await db.query('select request, answer from gateway_conversations');
  const text = JSON.stringify(rows);
  // A number of the bank's own may have the digits of the code in its middle.
  for (const secret of [key, number, '\\b739\\b', 'Canary', '\\b04101\\b', 'canary@'])
    assert.doesNotMatch(text, new RegExp(secret), secret);
});

test('a conversation that cannot be kept is logged, and the payment is made all the same', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await db.query('alter table gateway_conversations rename to gateway_conversations_gone');
  t.after(() =>
    db.query('alter table if exists gateway_conversations_gone rename to gateway_conversations'),
  );
  const sold = await live.pay({ Amount: '10.00' });
  assert.equal(sold.state, 'captured', sold.text);
  await live.world.gateways.idle();
  assert.ok(fixture.logged.some((line) => line.includes('gateway.conversation_lost')));
  await db.query('alter table gateway_conversations_gone rename to gateway_conversations');
});

test('what is older than the setting says is deleted, of all businesses', async (t) => {
  const [first, second] = [await openLive(t, fixture), await openLive(t, fixture)];
  for (const live of [first, second]) {
    await live.connect();
    await live.pay({ Amount: '10.00' });
    await live.world.gateways.idle();
  }
  const count = async () =>
    (
      await db.query('select 1 from gateway_conversations where business_id = any ($1::bigint[])', [
        [first.businessId, second.businessId],
      ])
    ).length;
  await deleteOldConversations(first.world);
  assert.equal(await count(), 2);
  clock.pass(fixture.config.gatewayConversationDays * dayMs - minuteMs);
  await second.pay({ Amount: '11.00' });
  await second.world.gateways.idle();
  clock.pass(2 * minuteMs);
  await deleteOldConversations(first.world);
  assert.equal(await count(), 1);
});
