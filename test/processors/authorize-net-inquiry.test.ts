import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import {
  classifyByCharge,
  classifyOwn,
  classifyRefunds,
} from '../../src/ports/processors/authorize-net/answers.ts';
import type { Details } from '../../src/ports/processors/authorize-net/client.ts';
import type { Approval, InquiryAnswer } from '../../src/ports/processors/processor.ts';
import { openSceneForFile } from './authorize-net-scene.ts';

const daySeconds = 24 * 3600;

const charge = { reference: '1-a-1', processorId: '7001', amountCents: 1000n };

function shown(status: string, more: Partial<Details> = {}): Details {
  return {
    ...{ transactionId: '7001', type: 'authCaptureTransaction', status, responseCode: '1' },
    ...{ reason: '1', authorizationCode: 'ABC123', avs: 'Y', cvv: 'M', invoiceNumber: '1-a-1' },
    ...{ refId: '1-a-1', ofTransactionId: '', networkTransactionId: '' },
    ...{ authorized: '10', settled: '10' },
    ...more,
  };
}

function inAWord(answer: InquiryAnswer | undefined): string {
  if (answer?.outcome === 'approved') return `approved ${answer.amountCents}`;
  return answer?.outcome === 'declined' ? answer.code : (answer?.outcome ?? 'nothing');
}
const told = (...found: readonly Details[]) =>
  inAWord(classifyOwn({ reference: '1-a-1', of: undefined }, found));

test('Authorize.Net: what the details say of a charge', () => {
  for (const [status, more, meaning] of [
    ['authorizedPendingCapture', {}, 'approved 1000'],
    ['capturedPendingSettlement', {}, 'approved 1000'],
    ['capturedPendingSettlement', { settled: '6' }, 'approved 1000'],
    ['settledSuccessfully', {}, 'approved 1000'],
    ['settledSuccessfully', { responseCode: '4', reason: '253' }, 'approved 1000'],
    ['capturedPendingSettlement', { responseCode: '2' }, 'unknown'],
    ['capturedPendingSettlement', { authorized: '' }, 'unknown'],
    ['capturedPendingSettlement', { authorized: '10.001' }, 'unknown'],
    ['capturedPendingSettlement', { authorized: '12.5' }, 'approved 1250'],
    ['declined', { responseCode: '2', reason: '44' }, 'incorrect_cvc'],
    ['generalError', { responseCode: '3', reason: '19' }, 'processing_error'],
    ['failedReview', { responseCode: '4', reason: '252' }, 'suspected_fraud'],
    ['expired', {}, 'authorization_expired'],
    ['voided', {}, 'canceled'],
    ['communicationError', { responseCode: '3', reason: '19' }, 'unknown'],
    ['FDSPendingReview', { responseCode: '4', reason: '253' }, 'unknown'],
    ['underReview', { responseCode: '4', reason: '252' }, 'unknown'],
    ['settlementError', {}, 'unknown'],
    ['chargeback', {}, 'unknown'],
    ['', {}, 'unknown'],
  ] as const) {
    assert.equal(told(shown(status, more)), meaning, `${status} ${JSON.stringify(more)}`);
  }
});

test('Authorize.Net: of several with our number ours is the one with our refId', () => {
  const ours = shown('capturedPendingSettlement');
  const foreign = shown('capturedPendingSettlement', { transactionId: '7002', refId: '' });
  assert.equal(told(), 'nothing');
  assert.equal(told(ours, foreign), 'approved 1000');
  assert.equal(told(foreign), 'approved 1000');
  assert.equal(told({ ...ours, refId: '' }, foreign), 'unknown', 'nobody knows which');
  assert.equal(told(ours, { ...foreign, refId: '1-a-1' }), 'unknown', 'charged twice');
  const no = shown('declined', { transactionId: '7003' });
  assert.equal(told(no, ours), 'approved 1000');
  assert.equal(told(no, { ...ours, status: 'underReview' }), 'unknown');
  assert.equal(told(shown('voided'), { ...foreign, refId: '1-a-1' }), 'unknown');
  const refund = shown('refundPendingSettlement', { type: 'refundTransaction', refId: '1-a-2' });
  assert.equal(told(refund), 'unknown', 'what was refunded was charged');
  assert.equal(told(ours, refund), 'approved 1000');
});

test('Authorize.Net: a capture and a void are seen at their charge', () => {
  for (const [kind, status, more, meaning] of [
    ['void', 'voided', {}, 'approved 600'],
    ['void', 'authorizedPendingCapture', {}, 'not_found'],
    ['void', 'capturedPendingSettlement', {}, 'not_found'],
    ['void', 'settledSuccessfully', {}, 'not_found'],
    ['void', 'couldNotVoid', {}, 'unknown'],
    ['void', 'communicationError', {}, 'unknown'],
    ['void', 'voided', { transactionId: '7' }, 'unknown'],
    ['capture', 'authorizedPendingCapture', {}, 'not_found'],
    ['capture', 'capturedPendingSettlement', { settled: '6' }, 'approved 600'],
    ['capture', 'settledSuccessfully', { settled: '6.00' }, 'approved 600'],
    ['capture', 'capturedPendingSettlement', { settled: '10' }, 'unknown'],
    ['capture', 'voided', { settled: '6' }, 'canceled'],
    ['capture', 'expired', {}, 'unknown'],
    ['capture', 'underReview', { settled: '6' }, 'unknown'],
  ] as const) {
    const of = followUp(kind, '1-a-2', charge, 600n);
    const answer = inAWord(classifyByCharge(of, shown(status, more)));
    assert.equal(answer, meaning, `${kind} ${status} ${JSON.stringify(more)}`);
  }
});

test('Authorize.Net: a refund is ours by its refId, whatever number it is listed under', () => {
  const of = followUp('refund', '1-a-2', charge, 600n);
  const refund = shown('refundPendingSettlement', {
    ...{ transactionId: '7005', type: 'refundTransaction', refId: '1-a-2', settled: '6' },
    ofTransactionId: '7001',
  });
  const judged = (...found: readonly Details[]) => inAWord(classifyRefunds(of, found));
  assert.equal(judged(), 'not_found');
  assert.equal(judged(refund), 'approved 600');
  assert.equal(judged({ ...refund, refId: '1-a-3' }), 'not_found', 'another refund');
  assert.equal(judged({ ...refund, refId: '' }), 'unknown', 'perhaps another refund');
  assert.equal(judged({ ...refund, refId: '', ofTransactionId: '7' }), 'not_found');
  assert.equal(judged({ ...refund, status: 'declined' }), 'card_declined');
  const own = classifyOwn({ reference: '1-a-2', of }, [refund]);
  assert.equal(inAWord(own), 'approved 600');
});

test('Authorize.Net: a refund under the number of its charge does not hide the charge', async () => {
  for (const settings of [{}, { showsRefId: false }]) {
    const scene = await openSceneForFile({ ...settings, refundsKeepInvoice: false });
    const { processor } = scene;
    const since = scene.now();
    const charges = [];
    for (const reference of ['1-a-1', '1-b-1', '1-c-1'])
      charges.push(await approved(processor, reference, '4111111111111111'));
    scene.passSeconds(daySeconds);
    // By another system of the business.
    const [refunded, refused, undone] = charges as [Approval, Approval, Approval];
    await processor.followUp(followUp('refund', 'portal-1', refunded, 400n));
    scene.script('portal-2', { code: '2' });
    await processor.followUp(followUp('refund', 'portal-2', refused, 400n));
    await processor.followUp(followUp('refund', 'portal-3', undone, 400n));
    assert.ok(scene.voidInPortal(latestIn(scene.journal())));
    for (const day of [0, 1]) {
      scene.passSeconds(day * daySeconds);
      for (const charge of charges) {
        const found = await processor.inquire(charge.reference, undefined, since);
        assert.deepEqual(found, { ...charge, isSettled: true });
      }
    }
  }
});

/** The gateway's id of what it did last. */
function latestIn(journal: string): string {
  return JSON.parse(journal.trimEnd().split('\n').at(-1)!).transactionId;
}

test('Authorize.Net: what a person voids in the portal is undone, unless it is settled', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const sale = await approved(processor, '1-sale-1', '4111111111111111');
  const only = { capture: false };
  const authorization = await approved(processor, '1-auth-1', '4111111111111111', only);
  const captured = await approved(processor, '1-capture-1', '4111111111111111', only);
  const capture = followUp('capture', '1-capture-2', captured, 600n);
  await processor.followUp(capture);
  const late = await approved(processor, '1-late-1', '4111111111111111');
  for (const { reference, processorId } of [sale, authorization, captured]) {
    assert.ok(scene.voidInPortal(processorId));
    const found = await processor.inquire(reference);
    assert.deepEqual(found, { outcome: 'canceled', reference, processorId });
  }
  assert.equal((await processor.inquire('1-capture-2', capture)).outcome, 'canceled');
  scene.passSeconds(daySeconds);
  assert.ok(!scene.voidInPortal(late.processorId));
  assert.deepEqual(await processor.inquire('1-late-1'), { ...late, isSettled: true });
  const undo = followUp('void', '1-late-2', late);
  assert.equal((await processor.inquire('1-late-2', undo)).outcome, 'not_found');
});

test("Authorize.Net: a part is not asked for, and one that is approved all the same is nobody's approval", async () => {
  const card = '4111111111111111';
  const plain = await openSceneForFile();
  plain.script('1-a-1', { approvesPart: true });
  const declined = await plain.processor.charge(chargeRequest('1-a-1', card));
  assert.equal(declined.outcome, 'declined');
  const scene = await openSceneForFile({ forcesParts: true });
  const { processor } = scene;
  scene.script('1-a-1', { approvesPart: true });
  const told = await processor.charge(chargeRequest('1-a-1', card));
  assert.deepEqual(told, { outcome: 'unknown', reason: 'a part was approved', isThere: true });
  scene.passSeconds(daySeconds);
  const waiting = await processor.inquire('1-a-1');
  assert.ok(waiting.outcome === 'unknown' && waiting.isThere && !waiting.isHeld);
  // Whoever is told of it voids it.
  assert.ok(scene.voidInPortal(latestIn(scene.journal())));
  assert.equal((await processor.inquire('1-a-1')).outcome, 'canceled');
});
