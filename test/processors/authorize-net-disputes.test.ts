import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { openSceneForFile } from './authorize-net-scene.ts';

const card = '4111111111111111';
const daySeconds = 24 * 3600;

/** A settled charge, and what the connector tells of disputes since then. */
async function disputed() {
  const scene = await openSceneForFile();
  const { processor, now, passSeconds } = scene;
  const since = now();
  const charge = await approved(processor, '1-a-1', card);
  passSeconds(daySeconds);
  const told = async (from = since, until = now()) => {
    const answer = await processor.disputes!(from, until);
    assert.ok(answer.outcome === 'disputes', 'reason' in answer ? answer.reason : '');
    return answer.rows;
  };
  return { scene, processor, since, charge, passSeconds, told };
}

test('Authorize.Net: a chargeback is an open dispute of its charge, and its reversal the same one, won', async () => {
  const { scene, charge, passSeconds, told } = await disputed();
  assert.deepEqual(await told(), []);
  scene.dispute(charge.processorId, { status: 'chargeback', cents: 600n });
  assert.deepEqual(await told(), [], 'it is told with the batch of its day');
  passSeconds(daySeconds);
  const [open] = await told();
  const { at, ...row } = open!;
  assert.deepEqual(row, {
    ...{ id: charge.processorId, reference: '1-a-1', chargeId: charge.processorId },
    ...{ cents: 600n, state: 'open', reasonCode: '10.4', reason: 'Fraud', answerUntil: undefined },
  });
  scene.dispute(charge.processorId, { status: 'chargebackReversal', cents: 600n });
  passSeconds(daySeconds);
  const states = (await told()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [
    [charge.processorId, 'open'],
    [charge.processorId, 'won'],
  ]);
  const later = new Date(at.getTime() + 1000);
  assert.deepEqual(
    (await told(later)).map(({ state }) => state),
    ['won'],
  );
  assert.deepEqual(
    (await told(at, at)).map(({ state }) => state),
    ['open'],
    'both included',
  );
});

test('Authorize.Net: a dispute that does not name its charge is known by its invoice number', async () => {
  const { scene, charge, passSeconds, told } = await disputed();
  for (const status of ['chargeback', 'chargebackReversal'] as const) {
    scene.dispute(charge.processorId, { status, namesCharge: false });
    passSeconds(daySeconds);
  }
  const rows = (await told()).map(({ id, reference, chargeId }) => [id, reference, chargeId]);
  assert.deepEqual(rows, new Array(2).fill(['1-a-1', '1-a-1', '']));
});

test('Authorize.Net: a dispute is no settlement, and does not hide its charge', async () => {
  const { scene, processor, since, charge, passSeconds } = await disputed();
  const settled = async () => await processor.settledRows!(since, scene.now());
  const before = await settled();
  scene.dispute(charge.processorId, { status: 'chargeback' });
  for (const _ of [1, 2]) {
    const found = await processor.inquire('1-a-1', undefined, since);
    assert.deepEqual(found, { ...charge, isSettled: true });
    const refund = followUp('refund', '1-a-2', charge, 100n);
    assert.equal((await processor.inquire('1-a-2', refund, since)).outcome, 'not_found');
    passSeconds(daySeconds);
  }
  assert.deepEqual(await settled(), before);
});

test('Authorize.Net: a report of disputes that cannot be read is unknown, and never none', async () => {
  const { scene, processor, since, charge, passSeconds } = await disputed();
  scene.dispute(charge.processorId, { status: 'chargeback' });
  passSeconds(daySeconds);
  const bad = ['lost', 'server_error', 'garbage', 'half', 'html', 'empty'] as const;
  // The list of batches, a list of rows, the details: one of them fails each time.
  for (const how of bad) {
    for (const before of [0, 1, 2, 3]) {
      const good = await scene.connect(scene.url).disputes!(since, scene.now());
      assert.equal(good.outcome, 'disputes');
      scene.script('1-none-1', { reports: [...new Array(before).fill(undefined), how] });
      const answer = await processor.disputes!(since, scene.now());
      assert.equal(answer.outcome, 'unknown', `${how} after ${before}`);
    }
  }
});

test('Authorize.Net: one dispute that cannot be read stops no other one', async () => {
  const { scene, processor, since, charge, passSeconds, told } = await disputed();
  const other = await approved(processor, '1-b-1', card);
  passSeconds(daySeconds);
  // No amount of this service is as large.
  scene.dispute(other.processorId, { status: 'chargeback', cents: 10n ** 12n });
  scene.dispute(charge.processorId, { status: 'chargeback' });
  passSeconds(daySeconds);
  assert.deepEqual(
    (await told()).map(({ id }) => id),
    [charge.processorId],
  );
  const answer = await processor.disputes!(since, scene.now());
  const odd = answer.outcome === 'disputes' ? answer.oddRows : undefined;
  assert.deepEqual(
    odd?.map(({ reference, reason }) => [reference, reason]),
    [['1-b-1', 'a dispute that cannot be read']],
  );
  assert.match(odd![0]!.processorId, /^\d+$/);
});

test('Authorize.Net: neither key nor card of a dispute is told', async () => {
  const { scene, processor, charge, passSeconds, told } = await disputed();
  await processor.charge(chargeRequest('1-b-1', card));
  const description = `card ${card} of nobody`;
  scene.dispute(charge.processorId, { status: 'chargeback', description, code: card });
  passSeconds(daySeconds);
  const [row] = await told();
  assert.ok(!`${row!.reason} ${row!.reasonCode}`.includes(card));
  assert.ok(!scene.journal().includes(card));
});
