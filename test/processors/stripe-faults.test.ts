import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import type { FollowUpRequest } from '../../src/ports/processors/processor.ts';
import { executed } from './executed.ts';
import { type ChargeRow, testLostAnswers, unreadable } from './faults.ts';
import { openStripeSceneForFile, secretKey } from './stripe-scene.ts';

const card = '4242424242424242';
const daySeconds = 24 * 3600;

const charges: readonly ChargeRow[] = [
  [{ code: 'insufficient_funds' }, 'declined', 'declined', 'declined', 0],
  [{ answer: 'lost', code: 'do_not_honor' }, 'unknown', 'declined', 'declined', 0],
  // What is turned away was not executed.
  [{ answer: 'too_many_requests' }, 'not_sent', 'not_found', 'not_found', 0],
  // Something else holds the payment.
  [{ code: 'lock_timeout' }, 'not_sent', 'not_found', 'not_found', 0],
  [{ before: { code: 'lock_timeout' } }, 'not_sent', 'not_found', 'not_found', 0],
  // The issuer asks the holder of the card although nobody waits for that.
  [{ code: 'requires_action' }, 'declined', 'canceled', 'canceled', 0],
  [{ code: 'requires_action', answer: 'lost' }, 'unknown', 'not_found', 'not_found', 0],
  // A decline of another payment.
  [{ code: 'do_not_honor', echo: 'another' }, 'unknown', 'declined', 'declined', 0],
  [{ visibleAfterSeconds: 119 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 119 }, 'unknown', 'not_found', 'approved', 1],
  // An error after it was executed, which is kept under its key.
  [{ code: '500' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '409', executes: { afterSeconds: 60 } }, 'unknown', 'not_found', 'approved', 1],
  [{ unclearForSeconds: 60 }, 'unknown', 'unknown', 'approved', 1],
  [{ unclearForSeconds: 60, code: 'insufficient_funds' }, 'unknown', 'unknown', 'declined', 0],
  // An error of no list: the payment tells whether it took the card.
  [{ code: '400' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '400', executes: 'never' }, 'rejected', 'not_found', 'not_found', 0],
  [{ code: '400', unclearForSeconds: 60 }, 'unknown', 'unknown', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'unknown', 'unknown', 2],
  [{ echo: 'another' }, 'unknown', 'approved', 'approved', 1],
  // The card is sent only for a payment that is there.
  [{ before: { answer: 'lost' } }, 'not_sent', 'not_found', 'not_found', 0],
  [{ before: { answer: 'half' } }, 'not_sent', 'not_found', 'not_found', 0],
  [{ before: { code: '400' } }, 'rejected', 'not_found', 'not_found', 0],
  [{ before: { code: '400', executes: 'never' } }, 'rejected', 'not_found', 'not_found', 0],
  [{ before: { code: '409' } }, 'not_sent', 'not_found', 'not_found', 0],
  [{ before: { executes: 'never' } }, 'not_sent', 'not_found', 'not_found', 0],
  [{ before: { executes: { afterSeconds: 60 } } }, 'not_sent', 'not_found', 'not_found', 0],
];

const gateway = {
  name: 'Stripe',
  card,
  open: openStripeSceneForFile,
  inquiryAdds: { isSettled: true },
};
testLostAnswers({
  ...gateway,
  connect: (scene, connection) => scene.connect(scene.url, connection),
  charges,
  windowSeconds: [240, daySeconds],
});

test('Stripe: what was canceled takes no card, however late the card or the payment comes', async () => {
  for (const [fault, found] of [
    [{ executes: { afterSeconds: 3600 } }, 'a payment that waits for its card'],
    [{ before: { executes: { afterSeconds: 3600 } } }, 'no payment yet'],
    [{ visibleAfterSeconds: 119, executes: 'never' }, 'a payment that is not listed yet'],
  ] as const) {
    const scene = await openStripeSceneForFile();
    const { processor } = scene;
    const since = scene.now();
    scene.script('1-a-1', fault);
    await processor.charge(chargeRequest('1-a-1', card));
    if ('visibleAfterSeconds' in fault) {
      assert.equal((await processor.cancel('1-a-1', since)).outcome, 'unknown', found);
      scene.passSeconds(120);
    }
    const canceled = { outcome: 'canceled', reference: '1-a-1' };
    assert.deepEqual(await processor.cancel('1-a-1', since), canceled, found);
    scene.passSeconds(2 * 3600);
    assert.deepEqual(await processor.inquire('1-a-1', undefined, since), canceled, found);
    // The process that began it wakes up, and goes on.
    scene.script('1-a-1', {});
    const late = await processor.charge(chargeRequest('1-a-1', card));
    assert.notEqual(late.outcome, 'approved', found);
    assert.deepEqual(executed(scene.journal(), '1-a-1'), [], found);
  }
});

test('Stripe: a cancel without a good answer is unknown, and is sent again until it is certain', async () => {
  for (const capture of [true, false, undefined]) {
    for (const fault of [
      ...(['lost', 'half', 'server_error', 'too_many_requests'] as const).map((answer) => ({
        answer,
      })),
      // Something else holds the payment.
      ...(['409', '400'] as const).map((code) => ({ code, executes: 'never' }) as const),
      { code: '409' },
    ]) {
      const what = JSON.stringify(fault);
      const scene = await openStripeSceneForFile();
      const { processor } = scene;
      // Undefined: nothing came.
      if (capture !== undefined) await approved(processor, '1-a-1', card, { capture });
      scene.script('1-a-1-x', fault);
      assert.equal((await processor.cancel('1-a-1')).outcome, 'unknown', what);
      scene.script('1-a-1-x', {});
      assert.equal((await processor.cancel('1-a-1')).outcome, 'canceled', what);
      assert.equal((await processor.inquire('1-a-1')).outcome, 'canceled');
      const undone = scene.journal().match(/"event":"undone"/g) ?? [];
      assert.equal(undone.length, capture === undefined ? 0 : 1, what);
    }
  }
});

test('Stripe: a list that cannot be read is unknown, and never nothing', async () => {
  const scene = await openStripeSceneForFile();
  const { processor } = scene;
  const charge = await approved(processor, '1-a-1', card);
  const refund = followUp('refund', '1-a-2', charge, 400n);
  const asks = [
    () => processor.inquire('1-a-1'),
    () => processor.inquire('1-b-1'),
    () => processor.inquire('1-a-2', refund),
    () => processor.cancel('1-a-1'),
    () => processor.settledRows!(scene.now(), scene.now()),
    () => processor.disputes!(scene.now(), scene.now()),
  ];
  for (const [i, ask] of asks.entries()) {
    // A search that fails is followed by a list.
    const isOfReference = [0, 1, 3].includes(i);
    scene.script('1-a-1', {
      reports: unreadable.flatMap((how) => (isOfReference ? [how, how] : [how])),
    });
    for (const how of unreadable) assert.equal((await ask()).outcome, 'unknown', `${i} ${how}`);
  }
  assert.deepEqual(await processor.inquire('1-a-1'), { ...charge, isSettled: true });
  assert.equal((await processor.inquire('1-b-1')).outcome, 'not_found');
});

test('Stripe: what follows a charge is found out whatever becomes of the answer, and is sent again once', async () => {
  const scene = await openStripeSceneForFile();
  const { processor } = scene;
  for (const kind of ['capture', 'void', 'refund'] as const) {
    for (const [i, [fault, now, later]] of (
      [
        [{ answer: 'lost' }, 'approved', 'approved'],
        [{ executes: { afterSeconds: 60 } }, 'not_found', 'approved'],
        [{ executes: 'never' }, 'not_found', 'not_found'],
        [{ code: '500' }, 'approved', 'approved'],
      ] as const
    ).entries()) {
      const reference = `${kind}-${i}`;
      const capture = kind === 'refund';
      const charge = await approved(processor, `${reference}-1`, card, { capture });
      const cents = kind === 'void' ? 1000n : 400n;
      const request = followUp(kind, `${reference}-2`, charge, cents);
      scene.script(request.reference, fault);
      assert.equal((await processor.followUp(request)).outcome, 'unknown');
      const found = async () => (await processor.inquire(request.reference, request)).outcome;
      assert.equal(await found(), now, reference);
      scene.passSeconds(240);
      assert.equal(await found(), later, reference);
      scene.script(request.reference, {});
      const again = await processor.followUp(request);
      const isKept = 'code' in fault;
      assert.equal(again.outcome, isKept ? 'unknown' : 'approved', reference);
      assert.equal(await found(), 'approved');
      assert.deepEqual(executed(scene.journal(), request.reference), [`${kind} ${cents}`]);
    }
  }
});

test('Stripe: two equal refunds are two, and each is known by its reference', async () => {
  const scene = await openStripeSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  const [first, second] = ['1-a-2', '1-a-3'].map((reference) =>
    followUp('refund', reference, charge, 500n),
  ) as [FollowUpRequest, FollowUpRequest];
  scene.script('1-a-2', { answer: 'lost' });
  scene.script('1-a-3', { executes: 'never' });
  for (const request of [first, second]) await scene.processor.followUp(request);
  const told = async (request: FollowUpRequest) =>
    (await scene.processor.inquire(request.reference, request)).outcome;
  assert.deepEqual([await told(first), await told(second)], ['approved', 'not_found']);
});

test('Stripe: a refund whose money is on its way is given, until its issuer does not take it', async () => {
  const scene = await openStripeSceneForFile();
  const charge = await approved(scene.processor, '1-a-1', card);
  const refund = followUp('refund', '1-a-2', charge, 400n);
  assert.equal((await scene.processor.followUp(refund)).outcome, 'approved');
  scene.failRefund('1-a-2');
  assert.equal((await scene.processor.inquire('1-a-2', refund)).outcome, 'declined');
  const other = followUp('refund', '1-a-3', charge, 500n);
  scene.script('1-a-3', { code: 'generic_decline', unclearForSeconds: 60 });
  const told = await scene.processor.followUp(other);
  assert.equal(told.outcome === 'unknown' && told.isThere, true, 'it waits for an action');
  scene.passSeconds(60);
  assert.equal((await scene.processor.inquire('1-a-3', other)).outcome, 'declined');
});

test('Stripe: a refused key, and an account that may not send cards, are the fault of the account', async () => {
  const scene = await openStripeSceneForFile();
  assert.deepEqual(await scene.processor.check(), { outcome: 'good', isTestMode: true });
  const wrong = scene.connect(scene.url, { key: 'sk_test_wrong7' });
  assert.equal((await wrong.check()).outcome, 'refused');
  for (const [processor, reference] of [
    [wrong, '1-a-1'],
    [(await openStripeSceneForFile({ takesCards: false })).processor, '1-b-1'],
  ] as const) {
    const answer = await processor.charge(chargeRequest(reference, card));
    assert.equal(answer.outcome === 'rejected' && answer.account, 'refused');
    for (const secret of [card, 'wrong7', secretKey])
      assert.ok(!JSON.stringify(answer).includes(secret));
  }
  const blind = await openStripeSceneForFile({ hides: ['/v1/disputes'] });
  assert.equal((await blind.processor.check()).outcome, 'refused');
  const live = await openStripeSceneForFile({ secretKey: 'rk_live_Canary' });
  const good = live.connect(live.url, { key: 'rk_live_Canary' });
  assert.deepEqual(await good.check(), { outcome: 'good', isTestMode: false });
});
