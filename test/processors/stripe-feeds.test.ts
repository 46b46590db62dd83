import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { gateway } from './stripe-answers.ts';
import { openStripeSceneForFile } from './stripe-scene.ts';

const card = '4242424242424242';
const daySeconds = 24 * 3600;

test('Stripe: what moved the balance of a busy day is read to the last', async () => {
  const scene = await openStripeSceneForFile();
  const { processor } = scene;
  const [since, count] = [scene.now(), 125];
  for (let i = 0; i < count; i += 1) await approved(processor, `1-${i}-1`, card);
  scene.script('1-poor-1', { code: 'insufficient_funds' });
  await processor.charge(chargeRequest('1-poor-1', card));
  const open = await approved(processor, '1-open-1', card, { capture: false });
  await processor.followUp(followUp('capture', '1-open-2', open, 600n));
  const gone = await approved(processor, '1-gone-1', card, { capture: false });
  await processor.followUp(followUp('void', '1-gone-2', gone));
  const oldest = await processor.inquire('1-0-1', undefined, since);
  assert.equal(oldest.outcome, 'approved');
  scene.passSeconds(daySeconds);
  const refunded = await processor.followUp(followUp('refund', '1-0-2', oldest, 400n));
  const settled = await processor.settledRows!(since, scene.now());
  assert.equal(settled.outcome, 'settled');
  assert.equal(settled.rows.length, count + 2);
  const byReference = new Map(settled.rows.map((row) => [row.reference, row]));
  assert.equal(byReference.get('1-open-1')?.cents, 600n, 'under the reference of its charge');
  assert.equal(byReference.get('1-0-1')?.processorId, oldest.processorId);
  const refund = byReference.get('1-0-2');
  assert.equal(refund?.cents, -400n);
  assert.equal(refund?.currency, 'USD');
  assert.equal(refunded.outcome === 'approved' && refunded.processorId, refund?.processorId);
  const firstDay = await processor.settledRows!(since, since);
  assert.equal(firstDay.outcome === 'settled' && firstDay.rows.length, count + 1, 'both included');
});

test('Stripe: of more rows than are read a shorter time is to be asked for', async () => {
  const endless = { object: 'list', data: [{ id: 'txn_1', type: 'payout' }], has_more: true };
  const at = new Date(1_900_000_000_000);
  const told = await gateway(endless).processor.settledRows!(at, at);
  assert.equal(told.outcome === 'unknown' && told.isTooLong, true);
});

test('Stripe: a refund that failed is told by itself, and what is no settlement is left out', async () => {
  const metadata = { reference: '1-a-2' };
  const source = { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata };
  const row = {
    id: 'txn_1',
    created: 1_900_000_000,
    amount: -400,
    currency: 'cad',
    type: 'refund',
    source,
  };
  const others = ['payout', 'stripe_fee', 'adjustment'].map((type) => ({
    ...row,
    type,
    source: null,
  }));
  const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false });
  const failure = { ...row, id: 'txn_2', amount: 400, type: 'refund_failure' };
  const at = new Date(1_900_000_000_000);
  const { processor } = gateway(list([failure, row, ...others]));
  const fact = { reference: '1-a-2', currency: 'CAD', settledAt: at };
  assert.deepEqual(await processor.settledRows!(at, at), {
    outcome: 'settled',
    rows: [
      { ...fact, processorId: 'txn_2', cents: 400n },
      { ...fact, processorId: 're_1', cents: -400n },
    ],
  });
  for (const bad of [
    { ...row, amount: 'much' },
    { ...row, created: null },
    { ...row, source: {} },
  ]) {
    const { processor } = gateway(list([row, bad]));
    assert.equal((await processor.settledRows!(at, at)).outcome, 'unknown', JSON.stringify(bad));
  }
});

test('Stripe: what is settled is told in its own currency, whatever the balance is kept in', async () => {
  const scene = await openStripeSceneForFile({ balanceIn: 'usd' });
  const { processor } = scene;
  const since = scene.now();
  const canadian = { currency: 'CAD' } as const;
  const sold = await approved(processor, '1-a-1', card, canadian);
  const held = await approved(processor, '1-b-1', card, { ...canadian, capture: false });
  await processor.followUp({ ...followUp('capture', '1-b-2', held, 600n), ...canadian });
  await processor.followUp({ ...followUp('refund', '1-a-2', sold, 400n), ...canadian });
  scene.failRefund('1-a-2');
  await approved(processor, '1-c-1', card);
  const told = await processor.settledRows!(since, scene.now());
  assert.equal(told.outcome, 'settled');
  assert.deepEqual(
    told.rows
      .map(({ reference, cents, currency }) => `${reference} ${cents} ${currency}`)
      .toSorted(),
    ['1-a-1 1000 CAD', '1-a-2 -400 CAD', '1-a-2 400 CAD', '1-b-1 600 CAD', '1-c-1 1000 USD'],
  );
});

test('Stripe: each dispute is told in its latest state, also when it began long before', async () => {
  const scene = await openStripeSceneForFile();
  const { processor } = scene;
  const began = scene.now();
  const states = {
    warning_needs_response: 'inquiry',
    warning_under_review: 'inquiry',
    warning_closed: 'won',
    needs_response: 'open',
    under_review: 'open',
    won: 'won',
    lost: 'lost',
  };
  const ids = new Map<string, string>();
  for (const status of Object.keys(states)) {
    const { processorId } = await approved(processor, status.slice(0, 20), card);
    ids.set(status, processorId);
    scene.dispute(status.slice(0, 20), {
      status,
      reason: 'product_not_received',
      reasonCode: '13.1',
    });
  }
  scene.passSeconds(90 * daySeconds);
  const told = await processor.disputes!(scene.now(), scene.now());
  assert.equal(told.outcome, 'disputes');
  const answerUntil = new Date(began.getTime() + 14 * daySeconds * 1000);
  for (const [status, state] of Object.entries(states)) {
    const { id: _, ...row } = told.rows.find(({ chargeId }) => chargeId === ids.get(status))!;
    assert.deepEqual(row, {
      reference: status.slice(0, 20),
      chargeId: ids.get(status),
      cents: 1000n,
      state,
      reasonCode: '13.1',
      reason: 'product not received',
      // Money came back.
      at: status === 'won' ? new Date(began.getTime() + 30 * daySeconds * 1000) : began,
      answerUntil,
    });
  }
  await approved(processor, '1-new-1', card);
  scene.dispute('1-new-1', { status: 'a_new_status', reason: '', reasonCode: '' });
  const next = await processor.disputes!(began, scene.now());
  assert.equal(next.outcome, 'disputes');
  assert.equal(next.rows.length, Object.keys(states).length);
  assert.deepEqual(
    next.oddRows?.map(({ reference, reason }) => [reference, reason]),
    [['1-new-1', 'a dispute that cannot be read']],
  );
});

test('Stripe: of a list with a dispute that has no name or no day nothing is believed', async () => {
  const at = new Date(1_900_000_000_000);
  const dispute = { id: 'du_1', amount: 1000, created: at.getTime() / 1000, status: 'new' };
  const told = async (row: object) => {
    const list = { object: 'list', data: [row], has_more: false };
    return (await gateway(list).processor.disputes!(at, at)).outcome;
  };
  assert.equal(await told(dispute), 'disputes');
  assert.equal(await told({ ...dispute, id: 'du 1' }), 'unknown');
  assert.equal(await told({ ...dispute, created: null }), 'unknown');
});

test('Stripe: what came back of a won dispute counts in the currency of the dispute alone', async () => {
  const at = new Date(1_900_000_000_000);
  const created = at.getTime() / 1000;
  const dispute = { id: 'du_1', amount: 1000, created, currency: 'cad', status: 'won' };
  const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false });
  for (const [back, cents] of [
    [{ amount: 600, currency: 'cad' }, 600n],
    [{ amount: 600 }, 600n],
    [{ amount: 720, currency: 'usd' }, 1000n],
  ] as const) {
    const taken = { amount: -1000, created, currency: 'cad' };
    const row = { ...dispute, balance_transactions: [taken, { ...back, created }] };
    const told = await gateway(list([row])).processor.disputes!(at, at);
    assert.equal(told.outcome, 'disputes');
    assert.equal(told.rows[0]?.cents, cents, JSON.stringify(back));
  }
});
