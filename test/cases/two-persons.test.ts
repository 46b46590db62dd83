import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carryOutConfirmed,
  confirmAndCarryOut,
} from '../../src/backoffice/case-actions/carry-out.ts';
import { caseKinds } from '../../src/records/case.ts';
import { listCases, openCase, readHistory } from '../../src/records/case-store.ts';
import { close, confirm, openOrExtend, propose, reject } from '../../src/records/decide-case.ts';
import { decisions, offered } from '../../src/records/decisions.ts';
import { ann, ben, decide, makeDesk } from './queue.ts';

const noted = { decision: 'noted', note: 'called the bank' };

async function enter(t: { after(work: () => Promise<void>): void }) {
  const desk = await makeDesk(t);
  const world = await desk.open();
  const { business } = await desk.fixture.addBusiness();
  const businessId = business.id;
  const object = { kind: 'ach_entry', id: 7n } as const;
  const evidence = { why: ['a code that no rule decides'] };
  await openCase(world, { businessId, kind: 'ach_return', object, evidence });
  const [opened] = await listCases(world.db, { businessId, limit: 1 });
  return { desk, world, opened: opened! };
}

test('one proposes and another confirms, and the audit log holds both and their accounts', async (t) => {
  const { desk, world, opened } = await enter(t);
  const proposed = await propose(world, opened, ann, noted);
  assert.deepEqual(
    [proposed.state, proposed.proposal, proposed.proposedBy],
    ['proposed', 'noted', 'operator:ann'],
  );
  const closed = await confirmAndCarryOut(world, opened, ben, noted);
  assert.deepEqual([closed.state, closed.confirmedBy], ['closed', 'operator:ben']);
  assert.deepEqual(await desk.reread(opened), closed);
  assert.deepEqual(await listCases(world.db, { limit: 10 }), []);
  const history = await readHistory(world.db, opened);
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
  const { desk, world, opened } = await enter(t);
  await propose(world, opened, ann, noted);
  for (const name of ['operator:ann', 'operator:Ann', 'operator:ann ', 'operator:ａｎｎ']) {
    const again = { name, account: 'operator:somebody' };
    await assert.rejects(confirm(world, opened, again, noted), /somebody else must confirm/);
  }
  assert.equal((await desk.reread(opened)).state, 'proposed');
});

test('a key and the person who made it are one, and so is whoever became a user afterwards', async (t) => {
  const { desk, world, opened } = await enter(t);
  const person = (name: string, more: object) => ({ name, account: name, ...more });
  const signedIn = person('user:ann@example.com', { origins: ['person:1'] });
  await propose(world, opened, signedIn, noted);
  const at = (await desk.reread(opened)).proposedAt!;
  for (const again of [
    person('api:shop/7', { origins: ['key:1/3', 'person:1'] }),
    person('user:bob@example.com', {
      origins: ['person:2'],
      since: new Date(at.getTime() + 1),
    }),
  ]) {
    await assert.rejects(confirm(world, opened, again, noted), /somebody else must confirm/);
  }
  const bob = person('user:bob@example.com', { origins: ['person:2'], since: at });
  const confirmed = await confirm(world, opened, bob, noted);
  assert.equal(confirmed.confirmedBy, 'user:bob@example.com');
});

test('a refusal names people by their mail address', async (t) => {
  const { desk, world, opened } = await enter(t);
  const person = (name: string, more: object = {}) => ({
    ...{ name: `user:${name}@example.com`, account: name, origins: [`person:${name}`] },
    ...more,
  });
  await propose(world, opened, person('ann'), noted);
  const since = new Date((await desk.reread(opened)).proposedAt!.getTime() + 1);
  const bob = person('bob', { since });
  for (const [attempt, message] of [
    [() => confirm(world, opened, person('ann'), noted), /^ann@example\.com proposed this/],
    [() => confirm(world, opened, bob, noted), /^bob@example\.com was invited/],
    [() => propose(world, opened, bob, noted), /^ann@example\.com proposed noted/],
  ] as const) {
    await assert.rejects(attempt, { message });
  }
});

test('what is known only since a decision was confirmed opens its case again', async (t) => {
  const { desk, world, opened } = await enter(t);
  await propose(world, opened, ann, noted);
  const confirmed = await confirm(world, opened, ben, noted);
  const { businessId, kind, object } = opened;
  await world.db.begin((tx) =>
    openOrExtend(world, tx, { businessId, kind, object }, [{ says: 'the bank has it' }]),
  );
  const ended = await close(world, confirmed, 'Noted.');
  assert.deepEqual([ended.state, ended.outcome, ended.proposal], ['open', 'Noted.', undefined]);
  assert.deepEqual(ended.evidence.more, [{ says: 'the bank has it' }]);
  await propose(world, opened, ann, noted);
  await confirmAndCarryOut(world, opened, ben, noted);
  assert.equal((await desk.reread(opened)).state, 'closed');
});

test('a proposal is taken away before there is another', async (t) => {
  const { desk, world, opened } = await enter(t);
  await assert.rejects(confirm(world, opened, ben, noted), /Nothing was proposed/);
  await assert.rejects(reject(world, opened, ben, { note: 'no' }), /Nothing was proposed/);
  await propose(world, opened, ann, noted);
  await assert.rejects(propose(world, opened, ben, noted), /operator:ann proposed noted/);
  const open = await reject(world, opened, ann, { note: 'I was wrong' });
  assert.deepEqual(
    [open.state, open.proposal, open.proposedBy, open.note],
    ['open', undefined, undefined, undefined],
  );
  await propose(world, opened, ben, noted);
  await confirmAndCarryOut(world, opened, ann, noted);
  assert.equal((await desk.reread(opened)).state, 'closed');
});

test('a closed case stays closed, and a decision that is not offered is refused', async (t) => {
  const { world, opened } = await enter(t);
  const other = { decision: 'charged', note: 'why not' };
  await assert.rejects(
    propose(world, opened, ann, other),
    /decision must be one of those of this case: noted\./,
  );
  await decide(world, opened, 'noted');
  await assert.rejects(propose(world, opened, ann, noted), /is closed/);
  await assert.rejects(confirmAndCarryOut(world, opened, ben, noted), /is closed/);
  await assert.rejects(reject(world, opened, ben, { note: 'no' }), /is closed/);
  const unknown = { ...opened, id: 999n };
  await assert.rejects(confirm(world, unknown, ben, noted), /no such case/);
});

test('two who confirm at once decide it once', async (t) => {
  const { world, opened } = await enter(t);
  await propose(world, opened, ann, noted);
  const cat = { name: 'operator:cat', account: 'operator:cat' };
  const both = await Promise.allSettled([
    confirmAndCarryOut(world, opened, ben, noted),
    confirmAndCarryOut(world, opened, cat, noted),
  ]);
  assert.ok(both.some(({ status }) => status === 'fulfilled'));
  const history = await readHistory(world.db, opened);
  assert.deepEqual(
    history.map(({ act }) => act),
    ['question.proposed', 'question.confirmed', 'question.closed'],
  );
});

test('a decision whose process died is carried out a minute later', async (t) => {
  const { desk, world, opened } = await enter(t);
  await propose(world, opened, ann, noted);
  await confirm(world, opened, ben, noted);
  await assert.rejects(propose(world, opened, ann, noted), /is decided/);
  await assert.rejects(reject(world, opened, ann, { note: 'no' }), /is decided/);
  assert.equal(await carryOutConfirmed(world), 0);
  desk.fixture.clock.pass(60_000);
  assert.equal(await carryOutConfirmed(world, opened.businessId + 1n), 0);
  assert.equal(await carryOutConfirmed(world, opened.businessId), 1);
  assert.equal((await desk.reread(opened)).state, 'closed');
  assert.equal(await carryOutConfirmed(world), 0);
});

test('every kind of case has something that may be decided about it', () => {
  for (const kind of caseKinds) {
    const evidence = { askedCents: '100', foundCents: '200', writtenEntries: 3 };
    assert.deepEqual(Object.keys(offered({ kind, evidence })), Object.keys(decisions[kind]));
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
