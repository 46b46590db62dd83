import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Approval } from '../../src/ports/processors/processor.ts';
import { openSceneForFile } from './elavon-scene.ts';

/* Batches that we close at Converge, and the cards that it keeps. */

const card = '4111111111111111';
const itemOf = ({ reference, processorId, amountCents: cents }: Approval) => {
  return { reference, processorId, cents };
};

test('Elavon: a batch settles its own items, and nothing that came meanwhile', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const ours = itemOf(await approved(processor, '1-a-1', card));
  const later = itemOf(await approved(processor, '1-b-1', card));
  const closed = await processor.closeBatch({ reference: 'b1', items: [ours] });
  assert.deepEqual(closed, {
    outcome: 'closed',
    reference: 'b1',
    processorId: 'b1',
    count: 1,
    cents: 1000n,
  });
  const open = await processor.inquireBatch({ reference: 'b2', items: [later] });
  assert.deepEqual(open, { outcome: 'not_found' });
  assert.deepEqual(scene.journal().match(/"event":"settled"/g)?.length, 1);
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
  const found = await processor.inquireBatch(batch);
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [2, 700n]);
  scene.script('settle', {});
  assert.deepEqual(await processor.closeBatch(batch), found, 'again, it is the same');
});

test('Elavon: what the terminal settled by itself is found settled', async () => {
  const scene = await openSceneForFile({ settlesDaily: true });
  const { processor } = scene;
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  scene.passSeconds(24 * 3600);
  const closed = await processor.closeBatch({ reference: 'b1', items });
  assert.deepEqual(closed.outcome === 'closed' && [closed.count, closed.cents], [1, 1000n]);
});

test('Elavon: where the user may not settle, nothing is closed, and the account works on', async () => {
  const { processor } = await openSceneForFile({ deniedTypes: ['settle'] });
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  const refused = await processor.closeBatch({ reference: 'b1', items });
  assert.deepEqual(refused, {
    outcome: 'rejected',
    message: '4014 Transaction Type Not Permitted',
  });
});

test('Elavon: a total without an item that is not yet shown as settled is none', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const before = itemOf(await approved(processor, '1-a-1', card));
  assert.equal(
    (await processor.closeBatch({ reference: 'b0', items: [before] })).outcome,
    'closed',
  );
  scene.script('1-b-1', { unclearForSeconds: 600 });
  const late = itemOf(await approved(processor, '1-b-1', card));
  const batch = { reference: 'b1', items: [before, late] };
  const reason = 'not all shown as settled yet';
  assert.deepEqual(await processor.closeBatch(batch), { outcome: 'unknown', reason });
  scene.passSeconds(601);
  const found = await processor.closeBatch(batch);
  assert.deepEqual(found.outcome === 'closed' && [found.count, found.cents], [2, 2000n]);
});

test('Elavon: an error about items does not say that nothing was settled', async () => {
  const scene = await openSceneForFile();
  const { processor } = scene;
  const items = [itemOf(await approved(processor, '1-a-1', card))];
  const outcomeOf = async (code: string) => {
    scene.script('settle', { code });
    return (await processor.closeBatch({ reference: 'b1', items })).outcome;
  };
  const unclear = '3000 4017 4018 5040 5085 6004 6014 6015 6016 6017 6023 9999';
  for (const code of unclear.split(' ')) assert.equal(await outcomeOf(code), 'unknown', code);
  const refused = '4000 4002 4003 4009 4010 4014 4016 4023 4025 6042';
  for (const code of refused.split(' ')) assert.equal(await outcomeOf(code), 'rejected', code);
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
  assert.match(answer.networkTransactionId ?? '', /^\d{60}\|\w{21}$/);
});
