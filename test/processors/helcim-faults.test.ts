import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { GatewayFault, ReportFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { executed } from './executed.ts';
import { apiToken, openHelcimSceneForFile } from './helcim-scene.ts';

const card = '4124939999999990';

/** The fault; what is told of a charge; what an inquiry finds at once, and after both windows; what was executed. */
const charges: readonly (readonly [GatewayFault, string, string, string, number])[] = [
  [{}, 'approved', 'approved', 'approved', 1],
  [{ code: 'Do Not Honor' }, 'declined', 'declined', 'declined', 0],
  [{ code: 'AMOUNT ERROR' }, 'rejected', 'declined', 'declined', 0],
  [{ executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ answer: 'lost' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'garbage' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'half' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'reset' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'html' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'empty' }, 'unknown', 'approved', 'approved', 1],
  [{ answer: 'twice' }, 'unknown', 'approved', 'approved', 1],
  // A bare 500 after the card was charged.
  [{ answer: 'server_error' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '500' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '408' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '409' }, 'unknown', 'approved', 'approved', 1],
  [{ code: '503', executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ code: '400', executes: 'never' }, 'rejected', 'not_found', 'not_found', 0],
  // What an answer says of itself is not what it is judged by.
  [{ answer: 'wrong_content_type' }, 'approved', 'approved', 'approved', 1],
  // That it was refused before it was carried out is not certain.
  [{ answer: 'too_many_requests' }, 'unknown', 'approved', 'approved', 1],
  [{ executes: { afterSeconds: 119 } }, 'unknown', 'not_found', 'approved', 1],
  [{ visibleAfterSeconds: 599 }, 'approved', 'not_found', 'approved', 1],
  [{ answer: 'lost', visibleAfterSeconds: 599 }, 'unknown', 'not_found', 'approved', 1],
  [{ unclearForSeconds: 60 }, 'unknown', 'unknown', 'approved', 1],
  [{ rows: 'duplicated' }, 'approved', 'approved', 'approved', 1],
  [{ rows: 'with_one_of_another_caller' }, 'approved', 'unknown', 'unknown', 2],
];

test('Helcim: of a charge is told what is known, whatever becomes of the answer', async () => {
  const scene = await openHelcimSceneForFile();
  const asked: (readonly [string, string])[] = [];
  for (const [i, [fault, told, now]] of charges.entries()) {
    const reference = `1-${i}-1`;
    scene.script(reference, fault);
    const answer = await scene.processor.charge(chargeRequest(reference, card));
    assert.equal(answer.outcome, told, JSON.stringify(fault));
    const found = await scene.processor.inquire(reference);
    assert.equal(found.outcome, now, JSON.stringify(fault));
    if (found.outcome === 'approved' && answer.outcome === 'approved')
      assert.deepEqual(found, answer);
    asked.push([reference, JSON.stringify(fault)]);
  }
  scene.passSeconds(720);
  for (const [i, [reference, fault]] of asked.entries()) {
    const [, , , later, count] = charges[i]!;
    assert.equal((await scene.processor.inquire(reference)).outcome, later, fault);
    assert.equal(executed(scene.journal(), reference).length, count, fault);
  }
});

test('Helcim: whoever hears nothing, or a drop at a time, gives up and asks later', async () => {
  const scene = await openHelcimSceneForFile();
  for (const answer of ['silent', 'drop_by_drop'] as const) {
    scene.script(answer, { answer });
    const giveUp = new AbortController();
    const processor = scene.connect({ signalAfter: () => giveUp.signal });
    const told = processor.charge(chargeRequest(answer, card));
    while (executed(scene.journal(), answer).length === 0) await setImmediate();
    giveUp.abort();
    assert.deepEqual(await told, { outcome: 'unknown', reason: 'no answer in time' });
    assert.equal((await scene.processor.inquire(answer)).outcome, 'approved');
  }
});

test('Helcim: a list that cannot be read is unknown, and never nothing', async () => {
  const scene = await openHelcimSceneForFile();
  const bad: readonly ReportFault[] = [
    ...(['error_response', 'lost', 'server_error', 'too_many_requests', 'garbage'] as const),
    ...(['half', 'reset', 'html', 'empty', 'twice'] as const),
  ];
  for (const reference of ['1-a-1', '1-b-1']) {
    scene.script(reference, { reports: bad });
    if (reference === '1-a-1') await approved(scene.processor, reference, card);
    for (const how of bad) {
      assert.equal((await scene.processor.inquire(reference)).outcome, 'unknown', how);
    }
  }
  assert.equal((await scene.processor.inquire('1-a-1')).outcome, 'approved');
  assert.equal((await scene.processor.inquire('1-b-1')).outcome, 'not_found');
});

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

test('Helcim: an honest second purchase within five minutes is declined as such', async () => {
  const scene = await openHelcimSceneForFile({ refusesDuplicates: true });
  await approved(scene.processor, '1-a-1', card);
  const second = await scene.processor.charge(chargeRequest('1-b-1', card));
  assert.equal(second.outcome === 'declined' && second.code, 'card_velocity_exceeded');
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

test('Helcim: nothing that the gateway writes brings a card, a code or the token into our texts', async () => {
  const scene = await openHelcimSceneForFile();
  const text = `No ${card} 4111-1111-1111-1111 739 ${apiToken}`;
  const told: unknown[] = [];
  for (const code of ['Do Not Honor', '400', '401', '500']) {
    scene.script(code.slice(0, 2), {
      code,
      text,
      ...(code.startsWith('D') ? {} : { executes: 'never' as const }),
    });
    told.push(await scene.processor.charge(chargeRequest(code.slice(0, 2), card)));
    told.push(await scene.processor.inquire(code.slice(0, 2)));
  }
  await scene.processor.charge(chargeRequest('4111111111111111', card));
  const texts = `${JSON.stringify(told, (_, one) => (typeof one === 'bigint' ? `${one}` : one))}${scene.journal()}`;
  for (const secret of ['41249399', '4111-1111-1111-1111', '739', apiToken, 'Canary']) {
    assert.ok(!texts.includes(secret), secret);
  }
});
