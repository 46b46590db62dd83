import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { freshDatabase } from '../../test/database.ts';
import { businessesWithDueJobs, endJobs, enqueue, leaseJobs } from './jobs.ts';

const { db } = await freshDatabase({ after });
beforeEach(() => db.query('delete from jobs'));

const noon = new Date('2030-01-15T12:00:00Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const job = (key: string, businessId = 1n) => ({
  businessId,
  kind: 'declines.forget' as const,
  key,
  payload: null,
  runAt: noon,
});
const lease = (worker: string, now = noon) =>
  leaseJobs(db, {
    businessId: 1n,
    kinds: ['declines.forget'],
    worker,
    now,
    until: new Date(now.getTime() + 60_000),
    limit: 10,
  });

test('asking twice for the same work is asking once', async () => {
  await enqueue(db, [job('a'), job('b')]);
  await enqueue(db, [job('a')]);
  assert.deepEqual((await lease('w')).map(({ key }) => key).sort(), ['a', 'b']);
});

test('two workers never hold the same job', async () => {
  await enqueue(
    db,
    Array.from({ length: 40 }, (_, i) => job(String(i))),
  );
  const sets = await Promise.all(['u', 'v', 'w', 'x', 'y'].map((worker) => lease(worker)));
  const keys = sets.flat().map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});

test('a lease that runs out gives the job back, and its old holder can end it no more', async () => {
  await enqueue(db, [job('a')]);
  const [lost] = await lease('dies');
  assert.deepEqual(await lease('too soon', later(59)), []);
  const [taken] = await lease('next', later(61));
  assert.equal(taken?.tries, 2);
  await endJobs(db, [{ job: lost!, runAt: undefined }]);
  assert.equal((await db.query('select from jobs')).length, 1);
  await endJobs(db, [{ job: taken!, runAt: undefined }]);
  assert.equal((await db.query('select from jobs')).length, 0);
});

test('a job that is not done comes back at its time, with what went wrong', async () => {
  await enqueue(db, [job('a')]);
  const [held] = await lease('w');
  await endJobs(db, [{ job: held!, runAt: later(300), error: 'the bank was shut' }]);
  assert.deepEqual(await lease('w', later(299)), []);
  const rows = await db.query<{ last_error: string; leased_by: null }>(
    'select last_error, leased_by from jobs',
  );
  assert.deepEqual(rows, [{ last_error: 'the bank was shut', leased_by: null }]);
  assert.equal((await lease('w', later(301))).length, 1);
});

test('only businesses with due work are looked at', async () => {
  await enqueue(db, [job('a', 1n), job('b', 2n), { ...job('c', 3n), runAt: later(10) }]);
  assert.deepEqual(await businessesWithDueJobs(db, noon, ['declines.forget']), [1n, 2n]);
});

test('jobs of other kinds are left where they are', async () => {
  await enqueue(db, [job('a'), { ...job('b', 2n), kind: 'deposit.make' }]);
  await enqueue(db, [{ ...job('c'), kind: 'deposit.make' }]);
  assert.deepEqual(await businessesWithDueJobs(db, noon, ['declines.forget']), [1n]);
  assert.deepEqual(
    (await lease('w')).map(({ key }) => key),
    ['a'],
  );
});
