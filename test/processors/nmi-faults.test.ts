import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import type { FollowUpRequest } from '../../src/ports/processors/processor.ts';
import { executed } from './executed.ts';
import { type ChargeRow, testLostAnswers, testSecrets, testUnreadableReports } from './faults.ts';
import { connectorAt, openNmiSceneForFile, securityKey } from './nmi-scene.ts';

const card = '4111111111111111';

const charges: readonly ChargeRow[] = [
  [{ code: '202' }, 'declined', 'declined', 'declined', 0],
  [{ answer: 'too_many_requests' }, 'not_sent', 'not_found', 'not_found', 0],
  [{ code: '301' }, 'not_sent', 'not_found', 'not_found', 0],
  [{ visibleAfterSeconds: 119 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 119 }, 'unknown', 'not_found', 'approved', 1],
  [{ code: '420' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '420', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ code: '420', executes: { afterSeconds: 60 } }, 'unknown', 'not_found', 'approved', 1],
  [{ code: '430', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ code: '430' }, 'unknown', 'approved', 'approved', 1],
  // By the issuer it was approved before.
  [{ code: '300', text: 'Rejected by AVS rule' }, 'unknown', 'declined', 'declined', 0],
  [{ code: '300', text: 'Something new' }, 'unknown', 'approved', 'approved', 1],
  [{ unclearForSeconds: 60 }, 'approved', 'unknown', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'unknown', 'unknown', 2],
  [{ echo: 'another' }, 'unknown', 'approved', 'approved', 1],
];

const gateway = {
  name: 'NMI',
  card,
  open: openNmiSceneForFile,
  inquiryAdds: { currency: 'USD' },
};
testLostAnswers({
  ...gateway,
  connect: (scene, connection) => connectorAt(scene.url, connection),
  charges,
  windowSeconds: [240],
});
testUnreadableReports(gateway);
testSecrets({ ...gateway, codes: ['200', '300', '410', '420', '440'], secret: securityKey });

test('NMI: the report of the charge counts too', async () => {
  const scene = await openNmiSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  const refund = followUp('refund', '1-a-2', charge);
  scene.script('1-a-1', { reports: ['error_response'] });
  const unseen = await scene.processor.inquire('1-a-2', { ...refund, kind: 'void' });
  assert.equal(unseen.outcome, 'unknown');
});

test('NMI: a capture leaves the charge its order id', async () => {
  const scene = await openNmiSceneForFile();
  const { processor } = scene;
  const since = scene.now();
  const charge = await approved(processor, '1-a-1', card, { capture: false });
  const capture = followUp('capture', '1-a-2', charge, 600n);
  assert.equal((await processor.followUp(capture)).outcome, 'approved');
  const found = await processor.inquire('1-a-1');
  assert.equal(found.outcome === 'approved' && found.processorId, charge.processorId);
  assert.equal((await processor.inquire('1-a-2', capture)).outcome, 'approved');
  scene.passSeconds(24 * 3600);
  const settled = await processor.settledRows!(since, scene.now());
  assert.deepEqual(
    settled.outcome === 'settled' && settled.rows.map(({ reference, cents }) => [reference, cents]),
    [['1-a-1', 600n]],
  );
});

test('NMI: what follows a charge is found out whatever becomes of the answer', async () => {
  const scene = await openNmiSceneForFile();
  const { processor } = scene;
  const faults: readonly (readonly [GatewayFault, string])[] = [
    [{ answer: 'lost' }, 'done'],
    [{ answer: 'html' }, 'done'],
    [{ executes: { afterSeconds: 60 } }, 'done later'],
    [{ executes: 'never' }, 'never done'],
    [{ code: '420' }, 'done'],
  ];
  const asked: (readonly [FollowUpRequest, string])[] = [];
  for (const kind of ['capture', 'void', 'refund'] as const) {
    for (const [i, [fault, becomes]] of faults.entries()) {
      const capture = kind === 'refund';
      const charge = await approved(processor, `${kind}-${i}-1`, card, { capture });
      const request = followUp(kind, `${kind}-${i}-2`, charge, kind === 'void' ? 1000n : 400n);
      scene.script(request.reference, fault);
      assert.equal((await processor.followUp(request)).outcome, 'unknown');
      asked.push([request, becomes]);
      const { outcome } = await processor.inquire(request.reference, request);
      // That no refund is shown proves nothing: whether each is, is not certain.
      const absent = kind === 'refund' ? 'unknown' : 'not_found';
      assert.equal(outcome, becomes === 'done' ? 'approved' : absent, `${kind} ${becomes}`);
    }
  }
  scene.passSeconds(240);
  for (const [request, becomes] of asked) {
    const { reference, kind, amountCents } = request;
    const found = await processor.inquire(reference, request);
    const lines = executed(scene.journal(), reference);
    if (becomes === 'never done') {
      assert.equal(found.outcome, kind === 'refund' ? 'unknown' : 'not_found');
      assert.deepEqual(lines, []);
      continue;
    }
    assert.equal(found.outcome, 'approved', `${kind} ${becomes}`);
    assert.equal(found.amountCents, amountCents);
    assert.deepEqual(lines, [`${kind} ${amountCents}`]);
  }
});

test('NMI: two equal refunds are two, where each keeps its order id', async () => {
  for (const refundsKeepOrderId of [true, false]) {
    const scene = await openNmiSceneForFile({ refundsKeepOrderId });
    const charge = await approved(scene.processor, '1-a-1', card);
    const [first, second] = ['1-a-2', '1-a-3'].map((reference) =>
      followUp('refund', reference, charge, 500n),
    ) as [FollowUpRequest, FollowUpRequest];
    assert.equal((await scene.processor.followUp(first)).outcome, 'approved');
    scene.script('1-a-3', { executes: 'never' });
    await scene.processor.followUp(second);
    const outcomes = [
      (await scene.processor.inquire('1-a-2', first)).outcome,
      (await scene.processor.inquire('1-a-3', second)).outcome,
    ];
    assert.deepEqual(outcomes, [refundsKeepOrderId ? 'approved' : 'unknown', 'unknown']);
  }
});

test('NMI: what was settled overnight can be refunded, and no longer voided', async () => {
  const scene = await openNmiSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  scene.passSeconds(24 * 3600);
  const voided = await scene.processor.followUp(followUp('void', '1-a-2', charge));
  assert.equal(voided.outcome === 'declined' && voided.code, 'already_settled');
  const tooMuch = await scene.processor.followUp(followUp('refund', '1-a-3', charge, 1001n));
  assert.equal(tooMuch.outcome === 'declined' && tooMuch.code, 'refund_too_large');
  assert.equal(
    (await scene.processor.followUp(followUp('refund', '1-a-4', charge))).outcome,
    'approved',
  );
  const { reference, processorId } = charge;
  const refunded = { outcome: 'canceled', reference, processorId };
  assert.deepEqual(await scene.processor.inquire('1-a-1'), refunded);
});

test('NMI: honest purchases of the same amount are no duplicates, unless the account says so', async () => {
  for (const obeysDuplicateSeconds of [true, false]) {
    const scene = await openNmiSceneForFile({ obeysDuplicateSeconds });
    await approved(scene.processor, '1-a-1', card);
    const second = await scene.processor.charge(chargeRequest('1-b-1', card));
    assert.equal(second.outcome, obeysDuplicateSeconds ? 'approved' : 'unknown');
    const other = await scene.processor.charge(
      chargeRequest('1-c-1', card, { amountCents: 1001n }),
    );
    assert.equal(other.outcome, 'approved');
    scene.passSeconds(1200);
    assert.equal((await scene.processor.charge(chargeRequest('1-d-1', card))).outcome, 'approved');
  }
});

test('NMI: less than a dollar is declined, address and code are checked', async () => {
  const { processor } = await openNmiSceneForFile();
  const little = await processor.charge(chargeRequest('1-a-1', card, { amountCents: 99n }));
  assert.equal(little.outcome === 'declined' && little.code, 'card_declined');
  const request = chargeRequest('1-b-1', card);
  const fits = { ...request.card, cvv: undefined, address: '888 Main Street', postalCode: '77777' };
  const answer = await processor.charge({ ...request, card: fits });
  assert.equal(answer.outcome, 'approved');
  assert.deepEqual(answer.checks, { address: 'match', securityCode: 'not_checked' });
});

test('NMI: a wrong key is the fault of the account, and the check tells of it', async () => {
  const scene = await openNmiSceneForFile({ isTestMode: true });
  assert.deepEqual(await scene.processor.check(), { outcome: 'good', isTestMode: true });
  const live = await openNmiSceneForFile({ isTestMode: false });
  assert.deepEqual(await live.processor.check(), { outcome: 'good', isTestMode: false });

  const wrong = connectorAt(scene.url, { key: 'wrong', processorId: 'two' });
  const refused = await wrong.charge(chargeRequest('1-a-1', card));
  assert.deepEqual(refused, {
    outcome: 'rejected',
    message: 'The account two at the gateway is refused: Authentication Failed REFID:1',
    account: 'refused',
  });
  const message = 'Authentication Failed';
  assert.deepEqual(await wrong.check(), { outcome: 'refused', message });
  assert.equal((await wrong.inquire('1-a-1')).outcome, 'unknown', 'refused is not absent');
  assert.equal((await scene.unreachable.check()).outcome, 'unknown');
  for (const code of ['410', '411']) {
    scene.script(code, { code, executes: 'never' });
    const answer = await scene.processor.charge(chargeRequest(code, card));
    assert.equal(answer.outcome === 'rejected' && answer.account, 'refused');
  }
  assert.equal(scene.journal(), '', 'nobody with a wrong key was heard');
});
