import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchEventTypes } from '../../src/notify/webhooks/change-endpoint.ts';
import { replaySince } from '../../src/notify/webhooks/replay.ts';
import { openPostOffice } from '../webhooks/post-office.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { openDisputedShop } from './disputed-shop.ts';

const types = [
  'dispute.inquired',
  'dispute.opened',
  'dispute.changed',
  'dispute.won',
  'dispute.lost',
];

test('a dispute is posted where its types are switched on, with the order number of its payment', async (t) => {
  const office = await openPostOffice(t);
  const shop = await openDisputedShop(t, office.fixture);
  const receiver = await openReceiver(t);
  await office.endpoint(shop.caller, 'payments', receiver.url);
  const heard = async () => {
    await office.work();
    return receiver.received.splice(0).map(({ form }) => form);
  };
  const sold = await shop.sell();
  const [paid] = await heard();
  await shop.tell([await shop.row(sold, { state: 'inquiry' })]);
  assert.deepEqual(await heard(), [], 'who switched nothing on hears what was always posted');

  const key = { businessId: shop.businessId, kind: 'payments' } as const;
  await switchEventTypes(shop.world, key, types, 'operator:ann');
  await shop.tell([
    await shop.row(sold, { state: 'open', day: 1, cents: 4000n }),
    await shop.row(sold, { state: 'won', day: 2, cents: 1000n }),
    await shop.row(sold, { state: 'lost', day: 3, cents: 4000n }),
  ]);
  const posts = await heard();
  assert.deepEqual(
    posts.map((form) => [
      ...[form.EventType, form.StatusID, form.PaymentAmt, form.DisputeState, form.DisputeTaken],
    ]),
    [
      ['dispute.opened', '', '40.00', 'open', '40.00'],
      ['dispute.won', '', '40.00', 'won', '30.00'],
      ['dispute.lost', '', '40.00', 'lost', '40.00'],
    ],
  );
  const [dispute] = await shop.disputes();
  for (const form of posts) {
    assert.equal(form.OrderNumber, paid!.OrderNumber);
    assert.equal(form.TransactionID, paid!.TransactionID);
    assert.equal(form.InitialAmount, '100.00');
    assert.equal(form.DisputeID, String(dispute!.id));
    assert.equal(form.DisputeReason, '10.4');
    assert.equal(form.ResponseMessage, 'Fraud');
    assert.match(form.AnswerUntil!, /^20\d\d-\d\d-\d\dT/);
  }
  await replaySince(
    shop.world,
    shop.businessId,
    { since: new Date(0), kind: 'payments' },
    'operator:ann',
  );
  const again = await heard();
  assert.ok(
    again.some(({ EventType }) => EventType === 'dispute.inquired'),
    'it is told since',
  );
});
