import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { checkAnswer, checkInquiry } from '../../src/ports/processors/answer-check.ts';
import { classifyOwn } from '../../src/ports/processors/elavon/answers.ts';
import type { Row } from '../../src/ports/processors/elavon/client.ts';

import { openSceneForFile } from './elavon-scene.ts';

const card = '4111111111111111';
const reference = '1-a-1';

function row(ssl_transaction_type: string, ssl_trans_status: string, more: Partial<Row> = {}): Row {
  return {
    ssl_txn_id: '010125A-7001',
    ssl_merchant_txn_id: reference,
    ssl_transaction_type,
    ssl_trans_status,
    ssl_result_message: 'APPROVAL',
    ssl_amount: '10.00',
    ssl_transaction_currency: '',
    ssl_approval_code: '123456',
    ssl_avs_response: 'Y',
    ssl_cvv2_response: 'M',
    ...more,
  };
}

function told(...rows: readonly Row[]): string {
  const answer = classifyOwn({ reference, of: undefined }, rows);
  return answer?.outcome === 'approved'
    ? `approved ${answer.amountCents}`
    : (answer?.outcome ?? 'nothing');
}

test('Elavon: a charge is undone by an undo that was approved, and by no other', () => {
  const other = { ssl_txn_id: '010125A-7002' };
  const failed = { ...other, ssl_result_message: 'ERROR' };
  for (const [rows, meaning] of [
    [[row('DELETE', 'OPN')], 'canceled'],
    [[row('VOID', '', other)], 'canceled'],
    [[row('SALE', 'STL'), row('DELETE', '', failed)], 'approved 1000'],
    [[row('SALE', 'OPN'), row('VOID', 'OPN', failed)], 'approved 1000'],
    // Somebody says that it holds nothing, and it holds the money.
    [[row('SALE', 'STL'), row('DELETE', '', other)], 'unknown'],
    [[row('SALE', 'OPN'), row('VOID', '', other)], 'unknown'],
    // A charge that is not shown, and an undo that failed: it is there.
    [[row('DELETE', '', failed)], 'unknown'],
    [[row('SALE', 'OPN', { ssl_result_message: 'DECLINED' }), row('VOID', '', failed)], 'unknown'],
  ] as const) {
    assert.equal(told(...rows), meaning, rows.map((one) => one.ssl_transaction_type).join(', '));
  }
});

test('Elavon: what a terminal books in another currency is not what was asked for', async () => {
  const scene = await openSceneForFile({ tellsCurrency: 'CAD' });
  const request = chargeRequest(reference, card);
  const answer = checkAnswer(request, await scene.processor.charge(request));
  const found = checkInquiry(request, await scene.processor.inquire(reference));
  for (const told of [answer, found])
    assert.equal(told.outcome === 'unknown' && told.isThere, true, told.outcome);
});

test('Elavon: what a terminal of US dollars would book as such is not sent in Canadian dollars', async () => {
  // It tells no currency: whatever is sent is booked in its own.
  const scene = await openSceneForFile();
  const told = await scene.processor.charge(chargeRequest(reference, card, { currency: 'CAD' }));
  const message = 'The connector charges in USD alone, not in CAD.';
  assert.deepEqual(told, { outcome: 'rejected', message });
  assert.equal(scene.journal(), '');
});

test('Elavon: what was held for a review is approved or declined in the end', async () => {
  const scene = await openSceneForFile();
  for (const [held, fault, end] of [
    ['1-b-1', {}, 'approved'],
    ['1-c-1', { code: 'DECLINED' }, 'declined'],
  ] as const) {
    scene.script(held, { ...fault, answer: 'lost', unclearForSeconds: 3600 });
    assert.equal((await scene.processor.charge(chargeRequest(held, card))).outcome, 'unknown');
    const waits = await scene.processor.inquire(held);
    assert.equal(waits.outcome === 'unknown' && waits.isHeld, true);
    scene.passSeconds(3600);
    assert.equal((await scene.processor.inquire(held)).outcome, end);
  }
});

test('Elavon: a decline that is shown as open is neither approved nor absent', async () => {
  const scene = await openSceneForFile({ declinesAreOpen: true });
  scene.script(reference, { code: 'DECLINED', answer: 'lost' });
  assert.equal((await scene.processor.charge(chargeRequest(reference, card))).outcome, 'unknown');
  const found = await scene.processor.inquire(reference);
  assert.equal(found.outcome === 'unknown' && found.isThere, true);
});

test('Elavon: rows that do not show by what they were found prove nothing, and never absence', async () => {
  const scene = await openSceneForFile({ rowsShowReference: false });
  const { processor } = scene;
  const since = scene.now();
  assert.deepEqual(await processor.inquire('1-never-1'), { outcome: 'not_found' });
  const reason = 'found without its reference';
  const doubt = { outcome: 'unknown', reason, isAnswered: true };
  scene.script(reference, { answer: 'lost' });
  await processor.charge(chargeRequest(reference, card));
  assert.deepEqual(await processor.inquire(reference), doubt);
  const charge = await approved(processor, '1-b-1', card, { capture: false });
  const capture = followUp('capture', '1-b-2', charge);
  scene.script(capture.reference, { answer: 'lost' });
  await processor.followUp(capture);
  assert.deepEqual(await processor.inquire(capture.reference, capture, since), doubt);
  // Nothing is found by the reference of the capture alone: its charge is looked at.
  const other = { ...capture, reference: '1-b-3' };
  assert.deepEqual(await processor.inquire(other.reference, other, since), doubt);
});

test('Elavon: what the issuer checked is told where rows show it, and left out where they do not', async () => {
  for (const rowsShowChecks of [true, false]) {
    const { processor } = await openSceneForFile({ rowsShowChecks });
    const answer = await approved(processor, reference, card);
    assert.deepEqual(answer.checks, { address: 'no_match', securityCode: 'no_match' });
    const found = await processor.inquire(reference);
    assert.equal(found.outcome, 'approved');
    assert.deepEqual(found.checks, rowsShowChecks ? answer.checks : undefined);
  }
});
