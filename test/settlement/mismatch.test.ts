import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decideMismatch } from '../../src/settlement/decide-mismatch.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import { makeBank, openTill, type Till } from './till.ts';

const fixture = await makeBank({ after });

test('totals that differ are for a person, who sees both; nothing moves before', async (t) => {
  const { till, batchId, logged } = await mismatched(t);
  const { id } = till.caller.business;
  const [openCase] = await cases(till);
  const { inquiries: _, sentAt: __, reference, ...evidence } = openCase!.evidence;
  assert.match(String(reference), /^[0-9a-z]+-b[0-9a-z]+$/);
  assert.deepEqual(evidence, {
    processor: 'simulator',
    ourCount: 3,
    ourCents: '30000',
    theirCount: 2,
    theirCents: '20000',
  });
  assert.deepEqual([openCase!.object_kind, openCase!.object_id], ['batch', batchId]);
  assert.ok(logged().some((line) => line.includes('batch.mismatch')));
  assert.deepEqual(await till.ledger(), { 'receivable:simulator': 30_000n, sales: -30_000n });
  const states = await fixture.db.query(
    'select distinct state from payments where business_id = $1',
    [id],
  );
  assert.deepEqual(states, [{ state: 'captured' }]);
  // Nobody pays out what is not settled, and nobody asks twice.
  assert.equal(await makePayout(till.world, id), undefined);
  fixture.clock.pass(3_600_000);
  await resolveBatches(till.world);
  assert.equal((await cases(till)).length, 1);
  await till.audit();
});

test('while one is open, the next batches are closed, and its payments can be refunded', async (t) => {
  const { till, first } = await mismatched(t);
  const { body } = await till.refund({ PaymentID: first });
  assert.equal(body.Message, 'Refunded.');
  await till.pay();
  assert.equal((await till.close())[0]!.state, 'reconciled');
  await till.audit();
});

test('theirs is taken for right: it settles as they say, and the rest stays owed', async (t) => {
  const { till, batchId } = await mismatched(t);
  const { id } = till.caller.business;
  const decide = () => decideMismatch(till.world, id, batchId, 'accept_theirs', 'operator:ada');
  assert.equal((await decide()).state, 'reconciled');
  assert.deepEqual(await till.ledger(), {
    clearing: 20_000n,
    'receivable:simulator': 10_000n,
    sales: -30_000n,
  });
  await Promise.all(Array.from({ length: 10 }, decide));
  assert.equal((await till.ledger()).clearing, 20_000n);
  const acts = await fixture.db.query(
    `select actor, facts ->> 'decision' as decision from audit_trail
     where business_id = $1 and act = 'batch.decided'`,
    [id],
  );
  assert.deepEqual(acts, [{ actor: 'operator:ada', decision: 'accept_theirs' }]);
  await till.audit();
});

test('two who take it for right at once settle it once', async (t) => {
  const { till, batchId } = await mismatched(t);
  const { id } = till.caller.business;
  const worlds = await Promise.all(Array.from({ length: 10 }, () => fixture.open()));
  await Promise.all(
    worlds.map((world) => decideMismatch(world, id, batchId, 'accept_theirs', 'operator:ada')),
  );
  assert.equal((await till.ledger()).clearing, 20_000n);
  await till.audit();
});

test('kept open, nothing moves, and it can be decided later', async (t) => {
  const { till, batchId } = await mismatched(t);
  const { id } = till.caller.business;
  const kept = await decideMismatch(till.world, id, batchId, 'keep_open', 'operator:ada');
  assert.equal(kept.state, 'mismatch');
  assert.equal((await till.ledger()).clearing, undefined);
  await decideMismatch(till.world, id, batchId, 'accept_theirs', 'operator:ben');
  await assert.rejects(
    () => decideMismatch(till.world, id, batchId, 'keep_open', 'operator:ada'),
    /nothing is to be decided/,
  );
  await assert.rejects(() => decideMismatch(till.world, id, 1n, 'keep_open', 'x'), /no such batch/);
});

async function mismatched(t: Parameters<typeof openTill>[0]) {
  const till = await openTill(t, { fixture });
  const begun = fixture.logged.length;
  const { invoice: first } = await till.pay();
  await till.pay();
  await till.pay();
  fixture.bank.script({ batch: 'mismatch' });
  const [batch] = await till.close();
  assert.equal(batch!.state, 'mismatch');
  return { till, first, batchId: batch!.id, logged: () => fixture.logged.slice(begun) };
}

type CaseRow = {
  readonly object_kind: string;
  readonly object_id: bigint;
  readonly evidence: Readonly<Record<string, unknown>>;
};

async function cases({ caller }: Till): Promise<CaseRow[]> {
  return await fixture.db.query<CaseRow>(
    `select object_kind, object_id, evidence from open_questions
     where business_id = $1 and kind = 'batch_mismatch'`,
    [caller.business.id],
  );
}
