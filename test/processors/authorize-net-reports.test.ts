import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { openSceneForFile } from './authorize-net-scene.ts';

/* What the lists of the gateway may show beside what is usual. */

const card = '4111111111111111';
const daySeconds = 24 * 3600;

test('Authorize.Net: an odd row of a batch is left out and told of, and the others are settled', async () => {
  const { processor, show, now, passSeconds } = await openSceneForFile();
  const since = now();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    ids.push((await approved(processor, `1-${name}-1`, card)).processorId);
  passSeconds(daySeconds);
  show(ids[0]!, 'couldNotVoid');
  show(ids[1]!, 'a status 4111111111111111');
  show(ids[2]!, 'underReview');
  const told = await processor.settledRows!(since, now());
  assert.ok(told.outcome === 'settled');
  assert.deepEqual(
    told.rows.map(({ reference }) => reference),
    ['1-d-1'],
  );
  assert.deepEqual(
    told.oddRows?.map(({ reference, processorId, reason }) => [reference, processorId, reason]),
    [
      ['1-a-1', ids[0], 'listed with the status couldNotVoid'],
      ['1-b-1', ids[1], 'listed with the status ?'],
      ['1-c-1', ids[2], 'listed with the status underReview'],
    ],
  );
});

test('Authorize.Net: a review that accepted a charge is an approval, whatever it waits for otherwise', async () => {
  const { processor, show } = await openSceneForFile();
  const charge = await approved(processor, '1-a-1', card, { capture: false });
  const capture = followUp('capture', '1-a-2', charge);
  show(charge.processorId, 'FDSAuthorizedPendingReview');
  const held = await processor.inquire('1-a-1');
  assert.equal(held.outcome === 'unknown' && held.isHeld, true);
  show(charge.processorId, 'approvedReview');
  assert.deepEqual(await processor.inquire('1-a-1'), charge);
  assert.equal((await processor.inquire('1-a-2', capture)).outcome, 'unknown', 'captured or not');
  for (const open of ['couldNotVoid', 'authorizedPendingRelease', 'communicationError']) {
    show(charge.processorId, open);
    assert.equal((await processor.inquire('1-a-1')).outcome, 'unknown', open);
  }
});

test('Authorize.Net: each brand of cards has a batch of its own, and all are read', async () => {
  const { processor, now, passSeconds } = await openSceneForFile();
  const since = now();
  const numbers = [card, '5424000000000015', '370000000000002', '6011000000000012'];
  for (const [i, number] of numbers.entries()) await approved(processor, `1-${i}-1`, number);
  passSeconds(daySeconds);
  const told = await processor.settledRows!(since, now());
  assert.equal(told.outcome === 'settled' && told.rows.length, numbers.length);
  for (const i of numbers.keys()) {
    const found = await processor.inquire(`1-${i}-1`, undefined, since);
    assert.equal(found.outcome === 'approved' && found.isSettled, true);
  }
});

test('Authorize.Net: while a settlement goes on nothing is voided or refunded, and its lists lag', async () => {
  const { processor, now, passSeconds } = await openSceneForFile({ settlesForSeconds: 3600 });
  const since = now();
  const charge = await approved(processor, '1-a-1', card);
  passSeconds(daySeconds);
  const late = await processor.followUp(followUp('void', '1-a-2', charge));
  assert.equal(late.outcome === 'declined' && late.code, 'already_settled');
  const refund = followUp('refund', '1-a-3', charge);
  assert.equal((await processor.followUp(refund)).outcome, 'rejected');
  const running = await processor.settledRows!(since, now());
  assert.equal(running.outcome, 'unknown', 'none of it is told yet');
  assert.equal((await processor.inquire('1-a-1', undefined, since)).outcome, 'approved');
  passSeconds(3600);
  const told = await processor.settledRows!(since, now());
  assert.equal(told.outcome === 'settled' && told.rows.length, 1);
  assert.equal((await processor.followUp(refund)).outcome, 'approved');
});

test('Authorize.Net: a charge of a busy minute is found also where our clock is ten minutes ahead', async () => {
  const { connect, url, now, passSeconds, processor: others } = await openSceneForFile();
  const ours = () => new Date(now().getTime() + 600_000);
  const processor = connect(url, { now: ours });
  const since = ours();
  const charge = await approved(processor, '1-a-1', card);
  passSeconds(60);
  for (let i = 0; i < 60; i += 1) await approved(others, `1-o${i}-1`, card);
  assert.deepEqual(await processor.inquire('1-a-1', undefined, since), charge);
});

test('Authorize.Net: a charge whose answer is lost still gets the name by which its card is charged again', async () => {
  const { processor, script } = await openSceneForFile();
  script('1-a-1', { answer: 'lost' });
  await processor.charge(chargeRequest('1-a-1', card));
  const found = await processor.inquire('1-a-1');
  assert.match((found.outcome === 'approved' && found.networkTransactionId) || '', /^0TN/);
});

test('Authorize.Net: what refuses everybody says whether it is the account, a right, or our request', async () => {
  for (const [code, charged, checked] of [
    ['E00005', 'account', 'refused'],
    ['E00006', 'account', 'refused'],
    ['E00008', 'account', 'refused'],
    ['E00010', 'account', 'refused'],
    ['E00003', 'malformed', 'refused'],
    ['E00053', 'unknown', 'unknown'],
  ] as const) {
    const { processor, journal } = await openSceneForFile({ refusesWith: code });
    const answer = await processor.charge(chargeRequest('1-a-1', card));
    const because = answer.outcome === 'rejected' && (answer.account ? 'account' : answer.because);
    assert.equal(because || answer.outcome, charged, code);
    assert.equal((await processor.check()).outcome, checked, code);
    assert.equal((await processor.inquire('1-a-1')).outcome, 'unknown', code);
    assert.equal(journal(), '');
  }
  const { processor } = await openSceneForFile({ refusesWith: 'E00010' });
  const charge = { reference: '1-a-1', processorId: '60000000001', amountCents: 1000n };
  const refund = await processor.followUp(followUp('refund', '1-a-2', charge));
  assert.equal(refund.outcome === 'rejected' && refund.because, 'right');
});
