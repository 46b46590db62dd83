import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, followUp } from '../../packages/sandbox/test/subject.ts';
import { meansOfFollowUp, statementOfReplay } from '../../src/payments/evidence.ts';
import { classifyCharge } from '../../src/ports/processors/helcim/answers.ts';
import type { Row } from '../../src/ports/processors/helcim/client.ts';
import type { Approval } from '../../src/ports/processors/processor.ts';
import { executed } from './executed.ts';
import { type HelcimScene, openHelcimSceneForFile } from './helcim-scene.ts';

const card = '4124939999999990';

test('Helcim: a decline is kept under no key, and that of a copy says nothing of the first', async () => {
  const scene = await openHelcimSceneForFile();
  const { processor } = scene;
  const charge = await approved(processor, '1-a-1', card);
  scene.cutOff();
  const refund = followUp('refund', '1-a-2', charge, 400n);
  scene.script('1-a-2', { executes: { afterSeconds: 60 } });
  assert.equal((await processor.followUp(refund)).outcome, 'unknown');
  scene.script('1-a-2', { code: 'Do Not Honor' });
  const again = await processor.followUp(refund);
  assert.equal(again.outcome, 'declined');
  const means = meansOfFollowUp(processor.can);
  assert.equal(statementOfReplay(means, again), 'nothing');
  // The first, which was on its way all the time.
  scene.script('1-a-2', {});
  scene.passSeconds(60);
  assert.deepEqual(executed(scene.journal(), '1-a-2'), ['refund 400']);
  const third = await processor.followUp(refund);
  assert.equal(statementOfReplay(means, third), 'approved');
  assert.deepEqual(executed(scene.journal(), '1-a-2'), ['refund 400']);
});

test('Helcim: two requests under one key at once are carried out once', async () => {
  const scene = await openHelcimSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  scene.cutOff();
  const refund = followUp('refund', '1-a-2', charge, 400n);
  const told = await Promise.all([
    scene.processor.followUp(refund),
    scene.processor.followUp(refund),
    scene.processor.followUp({ ...refund, amountCents: 300n }),
  ]);
  const outcomes = told.map(({ outcome }) => outcome).toSorted();
  assert.deepEqual(executed(scene.journal(), '1-a-2').length, 1);
  assert.ok(['approved approved unknown', 'approved unknown unknown'].includes(outcomes.join(' ')));
});

test('Helcim: what neither list nor number shows yet is followed by nothing, and loses nothing', async () => {
  const scene = await openHelcimSceneForFile({ showsAfterSeconds: 60, listsAfterSeconds: 600 });
  const { processor } = scene;
  const sold = await approved(processor, '1-a-1', card);
  const early = await processor.followUp(followUp('void', '1-a-2', sold));
  assert.deepEqual([early.outcome, 'because' in early && early.because], ['rejected', 'charge']);
  assert.equal((await processor.inquire('1-a-1')).outcome, 'not_found');
  scene.passSeconds(60);
  assert.equal((await processor.inquire('1-a-1')).outcome, 'not_found');
  assert.equal((await processor.followUp(followUp('void', '1-a-3', sold))).outcome, 'approved');
});

test('Helcim: what follows a charge is sent again in place of an inquiry, and done once', async () => {
  const scene = await openHelcimSceneForFile();
  const { processor } = scene;
  for (const kind of ['capture', 'void', 'refund'] as const) {
    for (const fault of [{ answer: 'lost' }, { executes: 'never' }] as const) {
      const name = `${kind}-${'answer' in fault ? 'a' : 'e'}`;
      const capture = kind === 'refund';
      const charge = await approved(processor, name, card, { capture });
      if (kind === 'refund') scene.cutOff();
      const request = followUp(kind, `${name}2`, charge, kind === 'void' ? 1000n : 400n);
      scene.script(request.reference, fault);
      assert.equal((await processor.followUp(request)).outcome, 'unknown');
      const again = await processor.followUp(request);
      assert.equal(again.outcome, 'approved', name);
      assert.deepEqual(await processor.followUp(request), again);
      assert.equal(executed(scene.journal(), request.reference).length, 1, name);
    }
  }
});

test('Helcim: one of two equal refunds is told by no list', async () => {
  const scene = await openHelcimSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  scene.cutOff();
  const first = followUp('refund', '1-a-2', charge, 500n);
  const second = followUp('refund', '1-a-3', charge, 500n);
  scene.script('1-a-3', { executes: 'never' });
  assert.equal((await scene.processor.followUp(first)).outcome, 'approved');
  assert.equal((await scene.processor.followUp(second)).outcome, 'unknown');
  assert.equal((await scene.processor.inquire('1-a-3', second)).outcome, 'unknown');
  const most = await approved(scene.processor, '1-b-1', card);
  scene.cutOff();
  const only = followUp('refund', '1-b-2', most, 501n);
  const told = await scene.processor.followUp(only);
  assert.deepEqual(await scene.processor.inquire('1-b-2', only), told);
});

test('Helcim: a void is one of the capture, until the batch is closed', async () => {
  const scene = await openHelcimSceneForFile();
  const { processor } = scene;
  const held = await approved(processor, '1-a-1', card, { capture: false });
  const captured = await processor.followUp(followUp('capture', '1-a-2', held, 600n));
  assert.equal(captured.outcome, 'approved');
  assert.equal(
    (await processor.followUp(followUp('void', '1-a-3', held, 600n))).outcome,
    'approved',
  );
  const sold = await approved(processor, '1-b-1', card);
  const early = await processor.followUp(followUp('refund', '1-b-2', sold));
  assert.equal(early.outcome === 'declined' && early.code, 'not_settled', 'its batch is open');
  scene.passSeconds(24 * 3600);
  const late = await processor.followUp(followUp('void', '1-b-3', sold));
  assert.equal(late.outcome === 'declined' && late.code, 'already_settled');
  assert.equal((await processor.followUp(followUp('refund', '1-b-4', sold))).outcome, 'approved');
});

test('Helcim: an authorization that is not reversed is told to end by itself, and is never told as voided', async () => {
  for (const [settings, seconds] of [
    [{ reversesAuthorizations: false }, 0],
    // Its batch is closed.
    [{}, 24 * 3600],
  ] as const) {
    const scene = await openHelcimSceneForFile(settings);
    const held = await approved(scene.processor, '1-a-1', card, { capture: false });
    scene.passSeconds(seconds);
    const request = followUp('void', '1-a-2', held);
    const told = await scene.processor.followUp(request);
    assert.equal(told.outcome === 'declined' && told.code, 'not_released');
    assert.equal((await scene.processor.inquire('1-a-2', request)).outcome, 'not_found');
    assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'approved');
    assert.deepEqual(executed(scene.journal(), '1-a-2'), []);
  }
});

test('Helcim: of several captures one is refunded that is as large, and none is voided for all', async () => {
  const scene = await openHelcimSceneForFile();
  const { processor } = scene;
  const held = await approved(processor, '1-a-1', card, { capture: false });
  for (const [reference, cents] of [
    ['1-a-2', 300n],
    ['1-a-3', 600n],
  ] as const) {
    const captured = await processor.followUp(followUp('capture', reference, held, cents));
    assert.equal(captured.outcome, 'approved', reference);
  }
  const all = await processor.followUp(followUp('void', '1-a-4', held));
  assert.equal(all.outcome, 'not_sent');
  const [capture] = scene.journal().match(/(?<="reference":"1-a-2","transactionId":")\d+/) ?? [];
  const one = { ...followUp('void', '1-a-5', held, 300n), captureId: capture };
  assert.equal((await processor.followUp(one)).outcome, 'approved');
  const found = await processor.inquire('1-a-1');
  assert.equal(found.outcome === 'unknown' && found.isThere, true, 'the other one stands');
  scene.cutOff();
  const tooMuch = await processor.followUp(followUp('refund', '1-a-6', held, 700n));
  assert.equal(tooMuch.outcome, 'not_sent');
  scene.script('1-a-7', { answer: 'lost' });
  const refund = followUp('refund', '1-a-7', held, 501n);
  assert.equal((await processor.followUp(refund)).outcome, 'unknown');
  assert.deepEqual(executed(scene.journal(), '1-a-7'), ['refund 501']);
  assert.equal((await processor.inquire('1-a-7', refund)).outcome, 'approved');
  const half = followUp('refund', '1-a-8', held, 500n);
  scene.script('1-a-8', { executes: 'never' });
  await processor.followUp(half);
  assert.equal((await processor.inquire('1-a-8', half)).outcome, 'not_found');
});

test('Helcim: a capture that no list shows yet is voided or refunded all the same', async () => {
  const scene = await openHelcimSceneForFile({ listsAfterSeconds: 600 });
  const { processor } = scene;
  for (const kind of ['void', 'refund'] as const) {
    const held = await approved(processor, `1-${kind}-1`, card, { capture: false });
    const captured = await processor.followUp(followUp('capture', `1-${kind}-2`, held, 600n));
    assert.equal(captured.outcome, 'approved');
    if (kind === 'refund') scene.cutOff();
    const captureId = captured.processorId;
    const request = { ...followUp(kind, `1-${kind}-3`, held, 600n), captureId };
    const undone = await processor.followUp(request);
    assert.equal(undone.outcome, 'approved', kind);
    assert.match(scene.journal(), new RegExp(`"reference":"1-${kind}-3".*"of":"${captureId}"`));
  }
});

/** An authorization of 10.00 that was captured twice, and what the gateway calls each part. */
async function capturedTwice(scene: HelcimScene, cents: readonly [bigint, bigint]) {
  const held = await approved(scene.processor, '1-a-1', card, { capture: false });
  const captures: Approval[] = [];
  for (const [i, amountCents] of cents.entries()) {
    const request = followUp('capture', `1-a-${i + 2}`, held, amountCents);
    const told = await scene.processor.followUp(request);
    assert.equal(told.outcome, 'approved');
    captures.push(told);
  }
  const [first, second] = captures;
  const itemOf = ({ reference, processorId, amountCents }: Approval) => {
    return { reference, processorId, cents: amountCents };
  };
  const settled = async (one: Approval) =>
    await scene.processor.closeBatch({ reference: `b-${one.reference}`, items: [itemOf(one)] });
  return { held, first: first!, second: second!, settled };
}

test('Helcim: of two captures the one that was reversed is in no batch, and the other one is', async () => {
  const scene = await openHelcimSceneForFile();
  const { first, second, settled } = await capturedTwice(scene, [300n, 600n]);
  assert.equal(scene.byHand('void', first.processorId), true);
  const left = await settled(second);
  assert.deepEqual(left.outcome === 'closed' && [left.count, left.cents], [1, 600n]);
  const gone = await settled(first);
  assert.deepEqual(gone.outcome === 'closed' && [gone.count, gone.cents], [0, 0n]);
});

test('Helcim: which of two equal captures was reversed is told by its id, and not guessed', async () => {
  for (const [namesReversed, outcome] of [
    [true, 'closed'],
    [false, 'unknown'],
  ] as const) {
    const scene = await openHelcimSceneForFile({ namesReversed });
    const { held, first, second, settled } = await capturedTwice(scene, [500n, 500n]);
    assert.equal(scene.byHand('void', second.processorId), true);
    const left = await settled(first);
    assert.equal(left.outcome, outcome);
    if (left.outcome === 'closed') assert.deepEqual([left.count, left.cents], [1, 500n]);
    for (const [one, is] of [
      [first, namesReversed ? 'not_found' : 'unknown'],
      [second, namesReversed ? 'approved' : 'unknown'],
    ] as const) {
      const captureId = one.processorId;
      const request = { ...followUp('void', '1-a-9', held, 500n), captureId };
      assert.equal((await scene.processor.inquire('1-a-9', request)).outcome, is, captureId);
    }
  }
});

test('Helcim: a void of ours is not told as done by the reversal of another capture', async () => {
  const scene = await openHelcimSceneForFile();
  const { held, first, second } = await capturedTwice(scene, [300n, 600n]);
  const request = { ...followUp('void', '1-a-9', held, 300n), captureId: first.processorId };
  scene.script('1-a-9', { executes: 'never' });
  assert.equal((await scene.processor.followUp(request)).outcome, 'unknown');
  assert.equal(scene.byHand('void', second.processorId), true);
  assert.equal((await scene.processor.inquire('1-a-9', request)).outcome, 'not_found');
  assert.equal(scene.byHand('void', first.processorId), true);
  assert.equal((await scene.processor.inquire('1-a-9', request)).outcome, 'approved');
  assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'canceled');
});

test('Helcim: a refund that was reversed leaves its charge as it was', async () => {
  const row = (id: string, type: string, amount: string): Row => ({
    ...{ id, type, amount, batchId: '3915', status: 'APPROVED', currency: 'USD', ofId: '' },
    ...{ invoiceNumber: '1-a-1', approvalCode: '', avs: '', cvv: '', cardToken: '', text: '' },
  });
  const sale = row('1', 'purchase', '10.00');
  for (const [rows, outcome] of [
    [[sale, row('2', 'refund', '3.00'), row('3', 'reverse', '3.00')], 'approved'],
    [[sale, row('2', 'refund', '10.00')], 'canceled'],
    [
      [sale, row('2', 'refund', '10.00'), { ...row('3', 'reverse', '10.00'), ofId: '2' }],
      'approved',
    ],
    // Which of the two was reversed is not told.
    [[sale, row('2', 'refund', '10.00'), row('3', 'reverse', '10.00')], 'unknown'],
    // A reversal of nothing that is shown.
    [[sale, row('3', 'reverse', '4.00')], 'unknown'],
    [[sale, { ...row('3', 'reverse', '10.00'), ofId: '9' }], 'unknown'],
    [[sale, row('3', 'reverse', '10.00')], 'canceled'],
    // Of a refund that is not listed yet.
    [[sale, { ...row('3', 'reverse', '10.00'), batchId: '3916' }], 'unknown'],
  ] as const)
    assert.equal(classifyCharge('1-a-1', rows).outcome, outcome, JSON.stringify(rows.slice(1)));
});
