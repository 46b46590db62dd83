import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { executed } from './executed.ts';
import { openStripeSceneForFile } from './stripe-scene.ts';

/* What others do to a payment: persons at the dashboard, payers, and other requests. */

const card = '4242424242424242';

test('Stripe: a charge that somebody refunded at the dashboard is canceled, and one that was refunded in part is not', async () => {
  const scene = await openStripeSceneForFile();
  await approved(scene.processor, '1-a-1', card);
  const refundByHand = async (cents: bigint) => {
    scene.refundByHand('1-a-1', cents);
    return (await scene.processor.inquire('1-a-1')).outcome;
  };
  assert.equal(await refundByHand(100n), 'approved');
  assert.equal(await refundByHand(900n), 'canceled');
});

test('Stripe: an authorization that somebody canceled at the dashboard is canceled', async () => {
  const scene = await openStripeSceneForFile();
  const { processorId } = await approved(scene.processor, '1-a-1', card, { capture: false });
  scene.cancelByHand('1-a-1');
  const canceled = { outcome: 'canceled', reference: '1-a-1', processorId };
  assert.deepEqual(await scene.processor.inquire('1-a-1'), canceled);
});

test('Stripe: what another request holds is sent again under the same key, and done once', async () => {
  const scene = await openStripeSceneForFile();
  const { processor } = scene;
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const capture = kind === 'refund';
    scene.script(`${kind}-1`, { code: 'lock_timeout' });
    const request = chargeRequest(`${kind}-1`, card, { capture });
    assert.equal((await processor.charge(request)).outcome, 'not_sent');
    scene.script(`${kind}-1`, {});
    const charge = await processor.charge(request);
    assert.equal(charge.outcome, 'approved');
    const follows = followUp(kind, `${kind}-2`, charge, 1000n);
    scene.script(`${kind}-2`, { code: 'lock_timeout' });
    assert.equal((await processor.followUp(follows)).outcome, 'not_sent');
    scene.script(`${kind}-2`, {});
    assert.equal((await processor.followUp(follows)).outcome, 'approved');
    assert.equal(executed(scene.journal(), `${kind}-2`).length, 1);
  }
});

test('Stripe: a decline that names another payment is none of this capture', async () => {
  const scene = await openStripeSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card, { capture: false });
  scene.script('1-a-2', { code: 'do_not_honor', echo: 'another' });
  const told = await scene.processor.followUp(followUp('capture', '1-a-2', charge, 400n));
  assert.equal(told.outcome, 'unknown');
});

test('Stripe: what a payer took back is not refunded as well', async () => {
  for (const [status, outcome] of [
    ['needs_response', 'rejected'],
    ['lost', 'rejected'],
    ['won', 'approved'],
    ['warning_needs_response', 'approved'],
  ] as const) {
    const scene = await openStripeSceneForFile();
    const charge = await approved(scene.processor, '1-a-1', card);
    scene.dispute('1-a-1', { status, reason: 'fraudulent', reasonCode: '10.4' });
    const told = await scene.processor.followUp(followUp('refund', '1-a-2', charge, 600n));
    assert.equal(told.outcome, outcome, status);
    assert.equal(executed(scene.journal(), '1-a-2').length, Number(outcome === 'approved'));
  }
});
