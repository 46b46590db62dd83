import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Approval, BatchItem } from '../../src/ports/processors/processor.ts';
import { openElavonScene, openSceneForFile } from './elavon-scene.ts';

/* Batches that we close at Converge, and the cards that it keeps. */

const card = '4111111111111111';
const itemOf = ({ reference, processorId, amountCents: cents }: Approval) => {
  return { reference, processorId, cents };
};
const scheduled = {
  outcome: 'unknown',
  reason: 'scheduled, and not shown as settled yet',
  isThere: true,
};
const settledIn = (scene: { readonly journal: () => string }) =>
  scene.journal().match(/"event":"settled"/g)?.length ?? 0;

test('Elavon: a batch settles its own items, and nothing that came meanwhile', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const ours = itemOf(await approved(processor, '1-a-1', card));
  const later = itemOf(await approved(processor, '1-b-1', card));
  const batch = { reference: 'b1', items: [ours] };
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(60);
  const closed = await processor.closeBatch(batch);
  assert.deepEqual(closed, {
    outcome: 'closed',
    reference: 'b1',
    processorId: 'b1',
    count: 1,
    cents: 1000n,
  });
  const open = await processor.inquireBatch({ reference: 'b2', items: [later] });
  assert.deepEqual(open, { outcome: 'not_found' });
  assert.equal(settledIn(scene), 1);
});

test('Elavon: a settlement that is scheduled has closed nothing until its items show it', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const charge = await approved(processor, '1-a-1', card);
  const batch = { reference: 'b1', items: [itemOf(charge)] };
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(59);
  assert.deepEqual(await processor.inquireBatch(batch), { outcome: 'not_found' });
  const voided = await processor.followUp(followUp('void', '1-a-2', charge));
  const { code } = voided as Extract<typeof voided, { readonly outcome: 'declined' }>;
  assert.equal(
    code,
    'already_settled',
    `error 4018 came as ${voided.outcome}: ${'reason' in voided ? voided.reason : ''}`,
  );
  scene.passSeconds(1);
  const found = await processor.inquireBatch(batch);
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [1, 1000n]);
});

test('Elavon: what the host refuses after it was scheduled is open, and is closed again', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const batch = { reference: 'b1', items: [itemOf(await approved(processor, '1-a-1', card))] };
  scene.hostRefuses(true);
  for (let times = 0; times < 3; times += 1) {
    assert.deepEqual(await processor.closeBatch(batch), scheduled);
    scene.passSeconds(3600);
    assert.deepEqual(await processor.inquireBatch(batch), { outcome: 'not_found' });
  }
  assert.equal(settledIn(scene), 0);
  scene.hostRefuses(false);
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(60);
  assert.equal((await processor.inquireBatch(batch)).outcome, 'closed');
  assert.equal(settledIn(scene), 1);
});

test('Elavon: an item that is not shown keeps none of the others open', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const shown = itemOf(await approved(processor, '1-a-1', card));
  const batch = { reference: 'b1', items: [shown, { ...shown, processorId: 'never' }] };
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(60);
  const reason = 'an item is not shown';
  assert.deepEqual(await processor.inquireBatch(batch), { outcome: 'unknown', reason });
  assert.deepEqual(await processor.closeBatch(batch), { outcome: 'unknown', reason });
  assert.equal(settledIn(scene), 1);
});

test('Elavon: the items of a batch are looked for by the time, in lists that can be read', async () => {
  const scene = await openElavonScene();
  const { processor } = scene;
  const items: BatchItem[] = [];
  for (let i = 0; i < 150; i += 1) {
    items.push({ ...itemOf(await approved(processor, `1-${i}-1`, card)), begunAt: scene.now() });
    scene.passSeconds(i < 100 ? 1 : 3600);
  }
  const asks: string[] = [];
  const told = await scene.watch((body) => asks.push(body)).closeBatch({ reference: 'b1', items });
  assert.deepEqual(told, scheduled);
  const [byId, byTime, settle] = [/ssl_txn_id/, /ssl_search_start_date/, />settle</].map(
    (what) => asks.filter((one) => what.test(one)).length,
  );
  assert.deepEqual([byId, settle], [1, 1], 'the settlement alone names ids');
  assert.ok(byTime! < 40, String(byTime));
  scene.passSeconds(60);
  const found = await processor.inquireBatch({ reference: 'b1', items });
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [150, 150_000n]);
  scene.close();
});

test('Elavon: a batch without items settles nothing', async () => {
  const scene = await openSceneForFile();
  await approved(scene.processor, '1-a-1', card);
  const empty = await scene.processor.closeBatch({ reference: 'b1', items: [] });
  assert.equal(empty.outcome, 'closed');
  const nameless = [{ reference: '1-a-1', cents: 1000n }];
  const refused = await scene.processor.closeBatch({ reference: 'b1', items: nameless });
  assert.equal(refused.outcome, 'rejected');
  assert.doesNotMatch(scene.journal(), /settled/);
});

test('Elavon: a lost settlement is found at its items, and closed again where it never came', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const charge = await approved(processor, '1-a-1', card);
  const refund = await processor.followUp(followUp('refund', '1-a-2', charge, 300n));
  assert.equal(refund.outcome, 'approved');
  const items = [itemOf(charge), { ...itemOf(refund), cents: -300n }];
  const batch = { reference: 'b1', items };
  scene.script('settle', { executes: 'never' });
  assert.equal((await processor.closeBatch(batch)).outcome, 'unknown');
  assert.deepEqual(await processor.inquireBatch(batch), { outcome: 'not_found' });
  scene.script('settle', { answer: 'lost' });
  assert.equal((await processor.closeBatch(batch)).outcome, 'unknown');
  scene.passSeconds(60);
  const found = await processor.inquireBatch(batch);
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [2, 700n]);
  scene.script('settle', {});
  assert.deepEqual(await processor.closeBatch(batch), found, 'again, it is the same');
});

test('Elavon: what the terminal settled by itself is found settled', async () => {
  const scene = await openSceneForFile({ settlesDaily: true });
  const { processor } = scene;
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  scene.passSeconds(25 * 3600);
  const closed = await processor.closeBatch({ reference: 'b1', items });
  assert.deepEqual(closed.outcome === 'closed' && [closed.count, closed.cents], [1, 1000n]);
});

test('Elavon: where the user may not settle, nothing is closed, and the account works on', async () => {
  const { processor } = await openSceneForFile({ deniedTypes: ['settle'] });
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  const refused = await processor.closeBatch({ reference: 'b1', items });
  assert.deepEqual(refused, {
    outcome: 'rejected',
    message: 'The account at the gateway has no right to this: 4014 Transaction Type Not Permitted',
    because: 'right',
  });
});

test('Elavon: a total without an item that is held for a review is none', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const before = itemOf(await approved(processor, '1-a-1', card));
  scene.script('1-b-1', { unclearForSeconds: 600 });
  const held = itemOf(await approved(processor, '1-b-1', card));
  const batch = { reference: 'b1', items: [before, held] };
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(60);
  const waits = { outcome: 'unknown', reason: 'not all are settled', isThere: true };
  assert.deepEqual(await processor.inquireBatch(batch), waits);
  assert.deepEqual(await processor.closeBatch(batch), waits);
  scene.passSeconds(541);
  assert.deepEqual(await processor.closeBatch(batch), scheduled);
  scene.passSeconds(60);
  const found = await processor.closeBatch(batch);
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [2, 2000n]);
});

test('Elavon: an error about items does not say that nothing was settled', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  const outcomeOf = async (code: string) => {
    scene.script('settle', { code });
    const told = await processor.closeBatch({ reference: 'b1', items });
    // What speaks of the account, or of what we write, is said to: it says nothing of an earlier settlement.
    const because = told.outcome === 'rejected' && (told.account ?? told.because);
    return because ? `${told.outcome} ${because}` : told.outcome;
  };
  const unclear = '3000 4017 4018 5040 5085 6004 6014 6015 6016 6017 6023 9999';
  for (const code of unclear.split(' ')) assert.equal(await outcomeOf(code), 'unknown', code);
  for (const [because, codes] of [
    ['refused', '4000 4002 4003 4025'],
    ['right', '4014 4016 4023'],
    ['malformed', '4009 4010 6042'],
  ] as const)
    for (const code of codes.split(' '))
      assert.equal(await outcomeOf(code), `rejected ${because}`, code);
});

test('Elavon: a kept card is charged by its token, and a new number has a new token', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const charged = async (reference: string, processorToken: Secret) => {
    const request = { ...chargeRequest(reference, '4000000000000002'), processorToken };
    const { outcome } = await processor.charge(request);
    return [outcome, /"last4":"(\d{4})"/.exec(scene.journal().trim().split('\n').at(-1)!)?.[1]];
  };
  const { card: first } = chargeRequest('1-t-1', card);
  const kept = await processor.tokenize!({ reference: '1-t-1', currency: 'USD', card: first });
  assert.equal(kept.outcome, 'kept');
  assert.deepEqual(await charged('1-a-1', kept.token), ['approved', '1111']);

  const later = { ...first, number: undefined, expiryYear: 2040 };
  const same = await processor.updateToken!(kept.token, {
    reference: '1-t-2',
    currency: 'USD',
    card: later,
  });
  assert.equal(same.outcome === 'kept' && same.token.holds(kept.token.reveal()), true);
  const other = { ...first, number: new Secret('5472063333333330') };
  const moved = await processor.updateToken!(kept.token, {
    reference: '1-t-3',
    currency: 'USD',
    card: other,
  });
  assert.equal(moved.outcome, 'kept');
  assert.ok(!moved.token.holds(kept.token.reveal()));
  assert.deepEqual(await charged('1-a-2', moved.token), ['approved', '3330']);
  assert.deepEqual((await charged('1-a-3', kept.token))[0], 'rejected');

  scene.script('ccupdatetoken', { answer: 'lost' });
  const lost = await processor.updateToken!(moved.token, {
    reference: '1-t-4',
    currency: 'USD',
    card: other,
  });
  assert.equal(lost.outcome, 'unknown');
});

test('Elavon: a card that is stored with its first charge has its token, and its name in the network', async () => {
  const { processor } = await openSceneForFile();
  const initiation = {
    by: 'customer',
    use: 'first',
    purpose: 'unscheduled',
    networkTransactionId: undefined,
  } as const;
  const answer = await processor.charge({ ...chargeRequest('1-a-1', card), initiation });
  assert.equal(answer.outcome, 'approved');
  assert.ok(answer.processorToken);
  assert.match(answer.networkTransactionId ?? '', /^\d{60}\|\w{21}\|\d{6}$/);
});
