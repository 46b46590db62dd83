import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, followUp } from '../../packages/sandbox/test/subject.ts';
import { meansOfFollowUp, toldByReplay } from '../../src/payments/evidence.ts';
import { executed } from './executed.ts';
import { openHelcimSceneForFile } from './helcim-scene.ts';

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
  assert.equal(toldByReplay(means, again), 'nothing');
  // The first, which was on its way all the time.
  scene.script('1-a-2', {});
  scene.passSeconds(60);
  assert.deepEqual(executed(scene.journal(), '1-a-2'), ['refund 400']);
  const third = await processor.followUp(refund);
  assert.equal(toldByReplay(means, third), 'approved');
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
