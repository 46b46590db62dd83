import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { executed } from './executed.ts';
import { type ChargeRow, testLostAnswers, testSecrets, testUnreadableReports } from './faults.ts';
import { apiToken, openHelcimSceneForFile } from './helcim-scene.ts';

const card = '4124939999999990';

const charges: readonly ChargeRow[] = [
  [{ code: 'Do Not Honor' }, 'declined', 'declined', 'declined', 0],
  [{ code: 'AMOUNT ERROR' }, 'rejected', 'declined', 'declined', 0],
  // A bare 500 after the card was charged.
  [{ code: '500' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '408' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '409' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '503', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  // An error in words that prove nothing, whatever became of the card.
  [{ code: '400' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '404' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '422', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [
    { code: '400', executes: 'never', text: 'Missing required data amount' },
    ...(['rejected', 'not_found', 'not_found', 0] as const),
  ],
  // That it was refused before it was carried out is not certain.
  [{ answer: 'too_many_requests' }, 'unknown', 'approved', 'approved', 1],
  [{ visibleAfterSeconds: 599 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 599 }, 'unknown', 'not_found', 'approved', 1],
  [{ unclearForSeconds: 60 }, 'unknown', 'unknown', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'unknown', 'unknown', 2],
];

const gateway = {
  name: 'Helcim',
  card,
  open: openHelcimSceneForFile,
  inquiryAdds: {},
};
testLostAnswers({
  ...gateway,
  connect: (scene, connection) => scene.connect(connection),
  charges,
  windowSeconds: [720],
});
testUnreadableReports(gateway);
testSecrets({ ...gateway, codes: ['Do Not Honor', '400', '401', '500'], secret: apiToken });

test('Helcim: a request is carried out once under its key, for five minutes', async () => {
  const scene = await openHelcimSceneForFile();
  scene.script('1-a-1', { answer: 'lost' });
  const request = chargeRequest('1-a-1', card);
  assert.equal((await scene.processor.charge(request)).outcome, 'unknown');
  scene.passSeconds(299);
  const again = await scene.processor.charge(request);
  assert.deepEqual(await scene.processor.inquire('1-a-1'), again);
  const other = await scene.processor.charge({ ...request, amountCents: 1001n });
  assert.deepEqual(other, {
    outcome: 'unknown',
    reason: 'a key that was sent before',
    isThere: true,
  });
  assert.deepEqual(executed(scene.journal(), '1-a-1'), ['sale 1000']);
  scene.passSeconds(2);
  await scene.processor.charge(request);
  assert.equal(executed(scene.journal(), '1-a-1').length, 2, 'nobody may send it again by now');
});

test('Helcim: numbers may come as texts', async () => {
  const scene = await openHelcimSceneForFile({ writesNumbersAsTexts: true });
  const { processor } = scene;
  const sold = await approved(processor, '1-a-1', card);
  assert.deepEqual(await processor.inquire('1-a-1'), sold);
  scene.cutOff();
  const items = [{ reference: '1-a-1', cents: 1000n, processorId: sold.processorId }];
  const batch = await processor.inquireBatch({ reference: '1-b-1', items });
  assert.equal(batch.outcome === 'closed' && batch.cents, 1000n);
  const refunded = await processor.followUp(followUp('refund', '1-a-2', sold, 400n));
  assert.equal(refunded.outcome === 'approved' && refunded.amountCents, 400n);
});

test('Helcim: an honest second purchase within five minutes is declined as such', async () => {
  const scene = await openHelcimSceneForFile({ refusesDuplicates: true });
  await approved(scene.processor, '1-a-1', card);
  const second = await scene.processor.charge(chargeRequest('1-b-1', card));
  assert.equal(second.outcome === 'declined' && second.code, 'card_velocity_exceeded');
  assert.deepEqual(
    await scene.processor.inquire('1-b-1'),
    { outcome: 'not_found' },
    'by no number',
  );
  scene.passSeconds(300);
  await approved(scene.processor, '1-c-1', card);
});

test('Helcim: a wrong token is the fault of the account, and the check tells of it', async () => {
  const scene = await openHelcimSceneForFile();
  assert.deepEqual(await scene.processor.check(), { outcome: 'good', isTestMode: undefined });
  const wrong = scene.connect({ token: 'wrong' });
  assert.deepEqual(await wrong.charge(chargeRequest('1-a-1', card)), {
    outcome: 'rejected',
    message: 'The account at the gateway is refused: No access permission',
    account: 'refused',
  });
  const message = 'The account at the gateway is refused: No access permission';
  assert.deepEqual(await wrong.check(), { outcome: 'refused', message });
  assert.equal((await wrong.inquire('1-a-1')).outcome, 'unknown', 'refused is not absent');
  assert.equal((await scene.unreachable.check()).outcome, 'unknown');
  assert.equal(scene.journal(), '', 'nobody with a wrong token was heard');
});

test('Helcim: a card is kept under a token of its own, and charged by it', async () => {
  const scene = await openHelcimSceneForFile();
  const { processor } = scene;
  const request = chargeRequest('1-a-1', card);
  const kept = await processor.tokenize!({
    reference: '1-t-1',
    currency: 'USD',
    card: request.card,
  });
  assert.equal(kept.outcome, 'kept');
  const plain = { ...request, card: { ...request.card, number: new Secret('') } };
  const sold = await processor.charge({ ...plain, processorToken: kept.token });
  assert.equal(sold.outcome, 'approved');
  assert.match(scene.journal(), /"last4":"9990"/);
  const bare = { ...request.card, number: undefined };
  const changed = await processor.updateToken!(kept.token, {
    reference: '1-t-2',
    currency: 'USD',
    card: bare,
  });
  assert.equal(changed.outcome, 'rejected', 'only by its number');
});

test('Helcim: a long text with markup, in any form of an error, is told without secrets and is no longer', async () => {
  const markup = `<p class="error">No ${card} ${apiToken}</p>`;
  const long = `${markup}${'<br>Ask your bank.'.repeat(40)}`.slice(0, 500);
  for (const writesErrorsAs of ['text', 'list', 'fields'] as const) {
    const scene = await openHelcimSceneForFile({ declinesWith: 500, writesErrorsAs });
    const { processor } = scene;
    const answerTo = async (reference: string, fault: GatewayFault) => {
      scene.script(reference, fault);
      return await processor.charge(chargeRequest(reference, card));
    };
    const declined = await answerTo('1-a-1', { code: 'Do Not Honor', text: long });
    assert.equal(declined.outcome === 'declined' && declined.code, 'card_declined');
    assert.equal((await processor.inquire('1-a-1')).outcome, 'declined');
    const never = { executes: 'never', code: '400' } as const;
    const refused = await answerTo('1-b-1', { ...never, text: `Invalid card data ${long}` });
    assert.ok(refused.outcome === 'rejected' && refused.message.length <= 200, writesErrorsAs);
    assert.ok(!/4124939999999990|Canary/.test(refused.message), refused.message);
    // Nothing that is known begins it.
    const doubtful = await answerTo('1-c-1', { ...never, text: long });
    assert.ok(doubtful.outcome === 'unknown' && doubtful.isAnswered, writesErrorsAs);
  }
});
