import assert from 'node:assert/strict';
import { closeBatches } from '../../src/settlement/close.ts';
import type { Fixture } from '../fixture.ts';
import type { Double } from './every-gateway.ts';
import { dayMs, type LiveBusiness, minuteMs } from './live-business.ts';

/* What a live business does at every gateway. */

type Live = LiveBusiness<unknown>;

export async function sellsAndCaptures(live: Live): Promise<void> {
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  assert.equal(sold.state, 'captured', sold.text);
  const voided = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  const held = await live.pay({ Amount: '20.00', OrderNumber: 'held', ChargeType: 'Authorize' });
  assert.equal(held.state, 'authorized', held.text);
  const capture = { ChargeType: 'Capture', TransactionID: held.invoice, Amount: '15.00' };
  const captured = await live.authorization(capture);
  assert.equal(captured.status, 200, captured.text);
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000', 'auth 2000', 'capture 1500']);
}

/** `cardAccount`: the name of its account. */
export async function settlesInBatches(
  { db }: Fixture,
  live: Live,
  cardAccount: string,
): Promise<void> {
  const close = async () => {
    const business = { id: live.businessId, cardAccounts: { USD: cardAccount } };
    await closeBatches(live.world, business, 'system');
    // Some say only that it is scheduled, and settle it then.
    await live.pass(10 * minuteMs);
  };
  await live.connect();
  await close();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  await live.pass(2 * dayMs);
  await close();
  assert.equal(await live.stateOf('sale'), 'settled');
  const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
  const refund = await live.refund(part);
  assert.equal(refund.state, 'succeeded', refund.text);
  await live.pass(2 * dayMs);
  await close();
  const batches = await db.query<{ state: string; net: bigint }>(
    'select state, net_cents as net from batches where business_id = $1 order by id',
    [live.businessId],
  );
  const told = batches.map(({ state, net }) => `${state} ${net}`);
  assert.deepEqual(told, ['reconciled 1000', 'reconciled -400']);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 400']);
}

export async function findsLostAnswer(live: LiveBusiness<Pick<Double, 'script'>>): Promise<void> {
  await live.connect();
  live.double.script(await live.nextReference(), { answer: 'lost' });
  const order = { Amount: '10.00', OrderNumber: 'lost' };
  const told = await live.pay(order);
  assert.equal(told.status, 202, told.text);
  await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('lost'), 'captured');
  const again = await live.pay(order);
  assert.equal(again.state, 'captured', again.text);
  assert.deepEqual(live.done(), ['sale 1000']);
}
