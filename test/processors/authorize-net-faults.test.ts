import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import type { FollowUpRequest } from '../../src/ports/processors/processor.ts';
import { openSceneForFile, transactionKey } from './authorize-net-scene.ts';
import { executed } from './executed.ts';
import {
  type ChargeRow,
  testLostAnswers,
  testSecrets,
  testUnreadableReports,
  unreadable,
} from './faults.ts';

const card = '4111111111111111';
const daySeconds = 24 * 3600;

const charges: readonly ChargeRow[] = [
  [{ code: '2' }, 'declined', 'declined', 'declined', 0],
  // No document says that what is turned away was not executed.
  [{ answer: 'too_many_requests' }, 'unknown', 'approved', 'approved', 1],
  [{ visibleAfterSeconds: 119 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 119 }, 'unknown', 'not_found', 'approved', 1],
  [{ code: 'E00001' }, 'unknown', 'approved', 'approved', 1],
  [{ code: 'E00001', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ code: 'E00053', executes: { afterSeconds: 60 } }, 'unknown', 'not_found', 'approved', 1],
  [{ code: '19' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '120', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  // Held for review, and approved by the gateway's people.
  [{ code: '253', unclearForSeconds: 200 }, 'unknown', 'unknown', 'approved', 1],
  // A communication error, for a while.
  [{ unclearForSeconds: 60 }, 'approved', 'unknown', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'approved', 'approved', 2],
  [{ echo: 'another' }, 'unknown', 'approved', 'approved', 1],
];

const gateway = {
  name: 'Authorize.Net',
  card,
  open: openSceneForFile,
  inquiryAdds: {},
};
testLostAnswers({
  ...gateway,
  connect: (scene, connection) => scene.connect(scene.url, connection),
  charges,
  windowSeconds: [240, daySeconds],
});
testUnreadableReports(gateway);
testSecrets({
  ...gateway,
  codes: ['2', '5', '13', '19', 'E00001', 'E00003', 'E00007'],
  secret: transactionKey,
});

test('Authorize.Net: settled rows that cannot be read are unknown', async () => {
  const scene = await openSceneForFile();
  await approved(scene.processor, '1-a-1', card);
  const since = scene.now();
  scene.passSeconds(daySeconds);
  scene.script('1-b-1', { reports: unreadable });
  for (const how of unreadable) {
    const read = await scene.processor.settledRows!(since, scene.now());
    assert.equal(read.outcome, 'unknown', how);
  }
});

test('Authorize.Net: where no refId is shown, two with our number are nobody knows whose', async () => {
  const scene = await openSceneForFile({ showsRefId: false });
  scene.script('1-a-1', { rows: 'with_one_of_another_caller' });
  await approved(scene.processor, '1-a-1', card);
  assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'unknown');
});

test('Authorize.Net: a capture and a void are found out whatever becomes of the answer', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  for (const kind of ['capture', 'void'] as const) {
    for (const [i, [fault, now, later]] of (
      [
        [{ answer: 'lost' }, 'approved', 'approved'],
        [{ executes: { afterSeconds: 60 } }, 'not_found', 'approved'],
        [{ executes: 'never' }, 'not_found', 'not_found'],
        [{ code: 'E00001' }, 'approved', 'approved'],
      ] as const
    ).entries()) {
      const charge = await approved(processor, `${kind}-${i}-1`, card, { capture: false });
      const request = followUp(kind, `${kind}-${i}-2`, charge, kind === 'void' ? 1000n : 400n);
      scene.script(request.reference, fault);
      assert.equal((await processor.followUp(request)).outcome, 'unknown');
      const found = async () => (await processor.inquire(request.reference, request)).outcome;
      assert.equal(await found(), now, `${kind} ${i}`);
      scene.passSeconds(240);
      assert.equal(await found(), later, `${kind} ${i}`);
      const lines = executed(scene.journal(), request.reference);
      const done = [`${kind} ${request.amountCents}`];
      assert.deepEqual(lines, later === 'approved' ? done : []);
    }
  }
});

test('Authorize.Net: two equal refunds are two, whatever number they are listed under', async () => {
  for (const [settings, lost, never] of [
    [{}, 'approved', 'not_found'],
    [{ refundsKeepInvoice: false }, 'approved', 'not_found'],
    [{ refundsKeepInvoice: false, showsRefId: false }, 'unknown', 'unknown'],
  ] as const) {
    const scene = await openSceneForFile(settings);
    const charge = await approved(scene.processor, '1-a-1', card);
    scene.passSeconds(daySeconds);
    const [first, second] = ['1-a-2', '1-a-3'].map((reference) =>
      followUp('refund', reference, charge, 500n),
    ) as [FollowUpRequest, FollowUpRequest];
    scene.script('1-a-2', { answer: 'lost' });
    scene.script('1-a-3', { executes: 'never' });
    for (const request of [first, second]) await scene.processor.followUp(request);
    for (const day of [0, 1]) {
      scene.passSeconds(day * daySeconds);
      const told = async (request: FollowUpRequest) =>
        (await scene.processor.inquire(request.reference, request)).outcome;
      assert.deepEqual([await told(first), await told(second)], [lost, never]);
    }
  }
});

test('Authorize.Net: what is settled is refunded by its last four digits, and no longer voided', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const charge = await approved(processor, '1-a-1', card);
  const early = await processor.followUp(followUp('refund', '1-a-2', charge));
  assert.equal(early.outcome === 'declined' && early.code, 'not_settled');
  scene.passSeconds(daySeconds);
  const voided = await processor.followUp(followUp('void', '1-a-3', charge));
  assert.equal(voided.outcome === 'declined' && voided.code, 'already_settled');
  const tooMuch = await processor.followUp(followUp('refund', '1-a-4', charge, 1001n));
  assert.equal(tooMuch.outcome === 'declined' && tooMuch.code, 'refund_too_large');
  const refund = followUp('refund', '1-a-5', charge);
  const { last4: _, ...unnamed } = refund;
  assert.equal((await processor.followUp(unnamed)).outcome, 'rejected');
  assert.equal((await processor.followUp({ ...refund, last4: '2222' })).outcome, 'rejected');
  assert.equal((await processor.followUp(refund)).outcome, 'approved');
  assert.deepEqual(await processor.inquire('1-a-1'), { ...charge, isSettled: true });
});

test('Authorize.Net: the settled rows of a busy day are read to the last', async () => {
  const scene = await openSceneForFile({ refundsKeepInvoice: false });
  const { processor } = scene;
  const [since, count] = [scene.now(), 125];
  for (let i = 0; i < count; i += 1) await approved(processor, `1-${i}-1`, card);
  scene.script('1-poor-1', { code: '2' });
  await processor.charge(chargeRequest('1-poor-1', card));
  const gone = await approved(processor, '1-gone-1', card);
  await processor.followUp(followUp('void', '1-gone-2', gone));
  await approved(processor, '1-open-1', card, { capture: false });
  const oldest = await processor.inquire('1-0-1', undefined, since);
  assert.equal(oldest.outcome, 'approved');
  scene.passSeconds(daySeconds);
  const refund = followUp('refund', '1-0-2', oldest as typeof gone, 400n);
  await processor.followUp(refund);
  scene.passSeconds(daySeconds);
  const settled = await processor.settledRows!(since, scene.now());
  assert.equal(settled.outcome, 'settled');
  const byReference = new Map(settled.rows.map(({ reference, cents }) => [reference, cents]));
  assert.equal(settled.rows.length, count + 1);
  assert.equal(byReference.get('1-0-2'), -400n, 'a refund is found by its refId');
  assert.equal([...byReference.values()].filter((cents) => cents === 1000n).length, count);
  const day = new Date(since.getTime() + daySeconds * 1000);
  const firstDay = await processor.settledRows!(since, day);
  assert.equal(firstDay.outcome === 'settled' && firstDay.rows.length, count, 'both included');
});

test('Authorize.Net: a copy of a request is refused for eight hours, and an inquiry tells', async () => {
  for (const tellsOriginal of [true, false]) {
    const scene = await openSceneForFile({ tellsOriginal });
    const first = await approved(scene.processor, '1-a-1', card);
    scene.passSeconds(8 * 3600 - 1);
    const again = await scene.processor.charge(chargeRequest('1-a-1', card));
    assert.equal(again.outcome, 'unknown');
    assert.deepEqual(await scene.processor.inquire('1-a-1'), first);
    assert.deepEqual(executed(scene.journal(), '1-a-1'), ['sale 1000']);
    // An honest second purchase has a number of its own.
    await approved(scene.processor, '1-b-1', card);
  }
});

test('Authorize.Net: wrong credentials, test mode and missing reports are the fault of the account', async () => {
  const scene = await openSceneForFile();
  assert.deepEqual(await scene.processor.check(), { outcome: 'good', isTestMode: false });
  const sandbox = scene.connect(scene.url, { isSandbox: true });
  assert.deepEqual(await sandbox.check(), { outcome: 'good', isTestMode: true });
  const testing = await openSceneForFile({ isTestMode: true });
  assert.deepEqual(await testing.processor.check(), { outcome: 'good', isTestMode: true });
  const useless = await testing.connect(testing.url, { isSandbox: true }).check();
  assert.equal(useless.outcome, 'refused', 'nothing of it would ever be found');
  const tested = await testing.processor.charge(chargeRequest('1-a-1', card));
  assert.equal(tested.outcome === 'rejected' && tested.account, 'refused');
  const blind = await openSceneForFile({ hasReports: false });
  const found = await blind.processor.check();
  assert.match(found.outcome === 'refused' ? found.message : '', /Transaction Details API/);
  assert.equal((await blind.processor.inquire('1-a-1')).outcome, 'unknown');

  const wrong = scene.connect(scene.url, { key: 'wrong' });
  const refused = await wrong.charge(chargeRequest('1-a-1', card));
  assert.equal(refused.outcome === 'rejected' && refused.account, 'refused');
  assert.equal((await wrong.check()).outcome, 'refused');
  assert.equal((await wrong.inquire('1-a-1')).outcome, 'unknown', 'refused is not absent');
  assert.equal((await scene.unreachable.check()).outcome, 'unknown');
  assert.equal(scene.journal(), '', 'nobody with a wrong key was heard');
});
