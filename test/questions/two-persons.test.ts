import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryOutConfirmed, confirmAndCarryOut } from '../../src/decisions/carry-out.ts';
import { confirm, propose, reject } from '../../src/questions/decide.ts';
import { decisions, offered, questionKinds } from '../../src/questions/decisions.ts';
import { openQuestion } from '../../src/questions/question.ts';
import { listQuestions, readHistory } from '../../src/questions/store.ts';
import { ann, ben, decide, makeDesk } from './queue.ts';

const noted = { decision: 'noted', note: 'called the bank' };

async function enter(t: { after(work: () => Promise<void>): void }) {
  const desk = await makeDesk(t);
  const world = await desk.open();
  const { business } = await desk.house.addBusiness();
  const businessId = business.id;
  const object = { kind: 'ach_entry', id: 7n } as const;
  const evidence = { why: ['a code that no rule decides'] };
  await openQuestion(world, { businessId, kind: 'ach_return', object, evidence });
  const [question] = await listQuestions(world.db, { businessId, limit: 1 });
  return { desk, world, question: question! };
}

test('one proposes and another confirms, and the audit trail holds both and their accounts', async (t) => {
  const { desk, world, question } = await enter(t);
  const proposed = await propose(world, question, ann, noted);
  assert.deepEqual(
    [proposed.state, proposed.proposal, proposed.proposedBy],
    ['proposed', 'noted', 'operator:ann'],
  );
  const closed = await confirmAndCarryOut(world, question, ben);
  assert.deepEqual([closed.state, closed.confirmedBy], ['closed', 'operator:ben']);
  assert.deepEqual(await desk.reread(question), closed);
  assert.deepEqual(await listQuestions(world.db, { limit: 10 }), []);
  const history = await readHistory(world.db, question);
  assert.deepEqual(
    history.map(({ act, actor, facts }) => [act, actor, facts.account]),
    [
      ['question.proposed', 'operator:ann', 'operator:root'],
      ['question.confirmed', 'operator:ben', 'operator:root'],
      ['question.closed', 'operator:ben', undefined],
    ],
  );
});

test('nobody confirms what they proposed themselves, however they write their name', async (t) => {
  const { desk, world, question } = await enter(t);
  await propose(world, question, ann, noted);
  for (const name of ['operator:ann', 'operator:Ann', 'operator:ann ', 'operator:ａｎｎ']) {
    const again = { name, account: 'operator:somebody' };
    await assert.rejects(confirm(world, question, again), /somebody else must confirm/);
  }
  assert.equal((await desk.reread(question)).state, 'proposed');
});

test('a proposal is taken away before there is another', async (t) => {
  const { desk, world, question } = await enter(t);
  await assert.rejects(confirm(world, question, ben), /Nothing was proposed/);
  await assert.rejects(reject(world, question, ben, 'no'), /Nothing was proposed/);
  await propose(world, question, ann, noted);
  await assert.rejects(propose(world, question, ben, noted), /operator:ann proposed noted/);
  const open = await reject(world, question, ann, 'I was wrong');
  assert.deepEqual(
    [open.state, open.proposal, open.proposedBy, open.note],
    ['open', undefined, undefined, undefined],
  );
  await propose(world, question, ben, noted);
  await confirmAndCarryOut(world, question, ann);
  assert.equal((await desk.reread(question)).state, 'closed');
});

test('what is closed stays closed, and what is not offered is refused', async (t) => {
  const { world, question } = await enter(t);
  const other = { decision: 'charged', note: 'why not' };
  await assert.rejects(propose(world, question, ann, other), /may be decided: noted\./);
  await decide(world, question, 'noted');
  await assert.rejects(propose(world, question, ann, noted), /is closed/);
  await assert.rejects(confirmAndCarryOut(world, question, ben), /is closed/);
  await assert.rejects(reject(world, question, ben, 'no'), /is closed/);
  const unknown = { ...question, id: 999n };
  await assert.rejects(confirm(world, unknown, ben), /no such question/);
});

test('two who confirm at once decide it once', async (t) => {
  const { world, question } = await enter(t);
  await propose(world, question, ann, noted);
  const cat = { name: 'operator:cat', account: 'operator:cat' };
  const both = await Promise.allSettled([
    confirmAndCarryOut(world, question, ben),
    confirmAndCarryOut(world, question, cat),
  ]);
  assert.ok(both.some(({ status }) => status === 'fulfilled'));
  const history = await readHistory(world.db, question);
  assert.deepEqual(
    history.map(({ act }) => act),
    ['question.proposed', 'question.confirmed', 'question.closed'],
  );
});

test('what was confirmed by somebody whose process died is done a minute later', async (t) => {
  const { desk, world, question } = await enter(t);
  await propose(world, question, ann, noted);
  await confirm(world, question, ben);
  await assert.rejects(propose(world, question, ann, noted), /is decided/);
  await assert.rejects(reject(world, question, ann, 'no'), /is decided/);
  assert.equal(await carryOutConfirmed(world), 0);
  desk.house.clock.pass(60_000);
  assert.equal(await carryOutConfirmed(world, question.businessId + 1n), 0);
  assert.equal(await carryOutConfirmed(world, question.businessId), 1);
  assert.equal((await desk.reread(question)).state, 'closed');
  assert.equal(await carryOutConfirmed(world), 0);
});

test('every kind of question has something that may be decided about it', () => {
  for (const kind of questionKinds) {
    const evidence = { askedCents: '100', foundCents: '200', writtenEntries: 3 };
    assert.deepEqual(offered({ kind, evidence }), decisions[kind]);
    assert.ok(Object.keys(offered({ kind, evidence: {} })).length > 0);
  }
});

test('nothing is refunded where too little was taken', () => {
  const ofAmount = (foundCents: string) =>
    Object.keys(offered({ kind: 'amount_differs', evidence: { askedCents: '100', foundCents } }));
  assert.deepEqual(ofAmount('99'), ['accept', 'void']);
  assert.deepEqual(ofAmount('100'), ['accept', 'void']);
  assert.deepEqual(ofAmount('101'), ['accept', 'refund_difference', 'void']);
});
