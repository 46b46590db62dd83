import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import type { FollowUpRequest } from '../../src/ports/processors/processor.ts';
import { openSceneForFile, pin } from './elavon-scene.ts';
import { executed } from './executed.ts';
import { type ChargeRow, testLostAnswers, testSecrets, testUnreadableReports } from './faults.ts';

const card = '4111111111111111';

const charges: readonly ChargeRow[] = [
  [{ code: 'DECLINED: NSF' }, 'declined', 'declined', 'declined', 0],
  [{ code: '6006' }, 'declined', 'not_found', 'not_found', 0],
  [{ code: '5083' }, 'rejected', 'not_found', 'not_found', 0],
  // The gateway documents no such answer, so it says nothing.
  [{ answer: 'too_many_requests' }, 'unknown', 'not_found', 'not_found', 0],
  [{ visibleAfterSeconds: 119 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 60 }, 'unknown', 'not_found', 'approved', 1],
  [{ code: '4017' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '3000' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '4022', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ code: '6030', executes: { afterSeconds: 60 } }, 'unknown', 'not_found', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'unknown', 'unknown', 2],
  [{ echo: 'another' }, 'unknown', 'approved', 'approved', 1],
];

const gateway = {
  name: 'Elavon',
  card,
  open: openSceneForFile,
  inquiryAdds: undefined,
};
testLostAnswers({
  ...gateway,
  connect: (scene, connection) => scene.connect(connection),
  charges,
  windowSeconds: [240],
});
testUnreadableReports(gateway);
testSecrets({
  ...gateway,
  codes: ['DECLINED', '5083', '4017', '6006', '4025'],
  secret: pin,
  keepsCards: true,
});

test('Elavon: what is held for a review is told as held, until it is decided', async () => {
  const scene = await openSceneForFile();
  scene.script('1-a-1', { answer: 'lost', unclearForSeconds: 60 });
  await scene.processor.charge(chargeRequest('1-a-1', card));
  const held = await scene.processor.inquire('1-a-1');
  assert.equal(held.outcome === 'unknown' && held.isHeld, true);
  scene.passSeconds(60);
  assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'approved');
});

test('Elavon: that a decline is not listed makes it absent, and never approved', async () => {
  const scene = await openSceneForFile({ listsDeclines: false });
  scene.script('1-a-1', { code: 'DECLINED', answer: 'lost' });
  assert.equal((await scene.processor.charge(chargeRequest('1-a-1', card))).outcome, 'unknown');
  assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'not_found');
});

const lost: readonly (readonly [GatewayFault, string])[] = [
  [{ answer: 'lost' }, 'done'],
  [{ answer: 'html' }, 'done'],
  [{ code: '4017' }, 'done'],
  [{ executes: { afterSeconds: 60 } }, 'done later'],
  [{ executes: 'never' }, 'never done'],
];

test('Elavon: what follows a charge is found out, under whatever reference the gateway keeps it', async () => {
  for (const followUpsKeepReference of [true, false]) {
    const scene = await openSceneForFile({ followUpsKeepReference });
    const { processor } = scene;
    const since = scene.now();
    const asked: (readonly [FollowUpRequest, string])[] = [];
    for (const kind of ['capture', 'void', 'refund'] as const) {
      for (const [i, [fault, becomes]] of lost.entries()) {
        const capture = kind === 'refund';
        const charge = await approved(processor, `${kind}-${i}-1`, card, { capture });
        const amount = kind === 'void' ? 1000n : 400n + BigInt(i);
        const request = followUp(kind, `${kind}-${i}-2`, charge, amount);
        scene.script(request.reference, fault);
        assert.equal((await processor.followUp(request)).outcome, 'unknown');
        asked.push([request, becomes]);
      }
    }
    scene.passSeconds(240);
    for (const [request, becomes] of asked) {
      const { reference, kind, amountCents } = request;
      const found = await processor.inquire(reference, request, since);
      const lines = executed(scene.journal(), reference);
      if (becomes === 'never done') {
        assert.equal(found.outcome, 'not_found', kind);
        assert.deepEqual(lines, []);
        continue;
      }
      assert.deepEqual(lines, [`${kind} ${amountCents}`]);
      // A refund that is under the reference of its charge may be another one.
      const isNameless = kind === 'refund' && !followUpsKeepReference;
      assert.equal(found.outcome, isNameless ? 'unknown' : 'approved', `${kind} ${becomes}`);
    }
  }
});

test('Elavon: what was captured is voided and refunded by the id of its capture', async () => {
  const scene = await openSceneForFile({ capturesAreTheirOwn: true });
  const { processor } = scene;
  for (const kind of ['void', 'refund'] as const) {
    const charge = await approved(processor, `${kind}-1`, card, { capture: false });
    const captured = await processor.followUp(followUp('capture', `${kind}-2`, charge));
    assert.equal(captured.outcome, 'approved');
    const request = { ...followUp(kind, `${kind}-3`, charge), captureId: captured.processorId };
    assert.equal((await processor.followUp(request)).outcome, 'approved');
    assert.deepEqual(executed(scene.journal(), request.reference), [`${kind} 1000`]);
  }
});

test('Elavon: a wrong pin is the fault of the account, and the check tells of it', async () => {
  const scene = await openSceneForFile();
  assert.deepEqual(await scene.processor.check(), { outcome: 'good', isTestMode: true });
  const live = await openSceneForFile({ isTestMode: false });
  assert.deepEqual(await live.processor.check(), { outcome: 'good', isTestMode: false });
  const wrong = scene.connect({ key: 'wrong' });
  assert.deepEqual(await wrong.charge(chargeRequest('1-a-1', card)), {
    outcome: 'rejected',
    message: 'The account 0012345:quittance at the gateway is refused: 4025 Invalid Credentials',
    account: 'refused',
  });
  const message = '4025 Invalid Credentials';
  assert.deepEqual(await wrong.check(), { outcome: 'refused', message });
  assert.equal((await wrong.inquire('1-a-1')).outcome, 'unknown', 'refused is not absent');
  assert.equal((await scene.unreachable.check()).outcome, 'unknown');

  const misspelt = scene.connect({ user: undefined });
  assert.equal((await misspelt.check()).outcome, 'refused');
  const answer = await misspelt.charge(chargeRequest('1-a-1', card));
  assert.equal(answer.outcome === 'rejected' && answer.account, 'refused');
  const blind = await openSceneForFile({ deniedTypes: ['txnquery'] });
  assert.equal((await blind.processor.check()).outcome, 'refused', 'nothing could be found out');
  assert.equal(scene.journal(), '', 'nobody with a wrong pin was heard');
});
