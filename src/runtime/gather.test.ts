import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGather, type Flush } from './gather.ts';
import type { Database, Sql } from './sql.ts';
import { createTelemetry } from './telemetry.ts';

const db = {} as Database;
const sleep = () => Promise.resolve();
const options = { rows: 100, lanes: 1, retryable: () => false, sleep };

test('callers of one turn share one flush, and each hears its own result', async () => {
  const batches: number[][] = [];
  const double: Flush<number, number> = async (_sql, rows) => {
    batches.push([...rows]);
    return rows.map((row) => row * 2);
  };
  const gather = createGather(db, options);
  const results = await Promise.all([1, 2, 3].map((row) => gather(double, row)));
  assert.deepEqual(results, [2, 4, 6]);
  assert.deepEqual(batches, [[1, 2, 3]]);
});

test('what arrives while a batch is under way makes the next batch', async () => {
  const batches: number[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow: Flush<number, number> = async (_sql, rows) => {
    batches.push(rows.length);
    if (batches.length === 1) await held;
    return rows;
  };
  const gather = createGather(db, options);
  const first = gather(slow, 0);
  await new Promise(setImmediate);
  const rest = Promise.all([1, 2, 3, 4].map((row) => gather(slow, row)));
  await new Promise(setImmediate);
  assert.deepEqual(batches, [1]);
  release();
  await Promise.all([first, rest]);
  assert.deepEqual(batches, [1, 4]);
});

test('the next batch is sent before the callers of the last one hear of it, and none is forgotten', async () => {
  const seen: string[] = [];
  const gates = [1, 2].map(() => Promise.withResolvers<void>());
  const noting: Flush<string, string> = async (_sql, rows) => {
    seen.push(`sent ${rows}`);
    await gates[seen.filter((one) => one.startsWith('sent')).length - 1]?.promise;
    return rows;
  };
  const gather = createGather(db, options);
  const caller = async (name: string, then: string | undefined) => {
    seen.push(`told ${await gather(noting, name)}`);
    // A caller that gets its result calls again at once, while the lane may be free or not.
    if (then) await caller(then, undefined);
  };
  const first = caller('a', 'c');
  await new Promise(setImmediate);
  const second = caller('b', 'd');
  gates[0]!.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(seen, ['sent a', 'sent b', 'told a']);
  gates[1]!.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(seen.slice(3).sort(), ['sent c', 'sent d', 'told b', 'told c', 'told d']);
});

test('one bad row spoils nobody else', async () => {
  const strict: Flush<number, number> = async (_sql: Sql, rows) => {
    if (rows.includes(13)) throw new Error('bad row');
    return rows;
  };
  const gather = createGather(db, options);
  const results = await Promise.allSettled([12, 13, 14].map((row) => gather(strict, row)));
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a passing fault is tried again, and a lasting one is told', async () => {
  let tries = 0;
  const flaky: Flush<number, number> = async (_sql, rows) => {
    tries += 1;
    if (tries < 3) throw new Error('deadlock');
    return rows;
  };
  const gather = createGather(db, { ...options, retryable: () => true });
  assert.equal(await gather(flaky, 7), 7);
  assert.equal(tries, 3);
  const broken: Flush<number, number> = async () => {
    throw new Error('gone');
  };
  await assert.rejects(gather(broken, 1), /gone/);
});

test('a flush that forgets a row is a fault, not a silence', async () => {
  const forgetful: Flush<number, number> = async () => [];
  await assert.rejects(createGather(db, options)(forgetful, 1), /answer every row/);
});

test('no batch is larger than the limit', async () => {
  const sizes: number[] = [];
  const note: Flush<number, number> = async (_sql, rows) => {
    sizes.push(rows.length);
    return rows;
  };
  const gather = createGather(db, { ...options, rows: 3 });
  await Promise.all(Array.from({ length: 8 }, (_, row) => gather(note, row)));
  assert.deepEqual(sizes, [3, 3, 2]);
});

/** Batches that share, as the database gets them. */
function sharingDatabase(isBroken = false) {
  const sent: number[] = [];
  const together: Database['together'] = async (works) => {
    sent.push(works.length);
    if (isBroken) throw new Error('no transaction for several');
    return await Promise.all(works.map((work) => work(db)));
  };
  return { sent, db: { together } as Database };
}

function sharing(order: number, seen: string[], name: string): Flush<number, number> {
  const flush = async (_sql: Sql, rows: readonly number[]) => {
    seen.push(`${name} ${rows}`);
    if (rows.includes(13)) throw new Error('bad row');
    return rows.map((row) => row * order);
  };
  return Object.assign(flush, { shares: { order, joins: (row: number) => row < 100 } });
}

test('batches that share are sent as one transaction, in their order, and rows that do not join are apart', async () => {
  const { db, sent } = sharingDatabase();
  const seen: string[] = [];
  const gather = createGather(db, options);
  const [ends, begins] = [sharing(1, seen, 'ends'), sharing(2, seen, 'begins')];
  const calls = [gather(begins, 5), gather(ends, 6), gather(begins, 7), gather(begins, 100)];
  assert.deepEqual(await Promise.all(calls), [10, 6, 14, 200]);
  assert.deepEqual([seen.sort(), sent], [['begins 100', 'begins 5,7', 'ends 6'], [2]]);
  assert.equal(await gather(ends, 8), 8);
  assert.deepEqual(sent, [2, 1]);
});

test('rows of different parts share a transaction, in statements apart', async () => {
  const { db, sent } = sharingDatabase();
  const seen: string[] = [];
  const gather = createGather(db, options);
  const begins = sharing(2, seen, 'begins');
  Object.assign(begins.shares!, { part: (row: number) => row % 2 });
  const calls = [5, 6, 7, 8].map((row) => gather(begins, row));
  assert.deepEqual(await Promise.all(calls), [10, 12, 14, 16]);
  assert.deepEqual([seen, sent], [['begins 5,7', 'begins 6,8'], [2]]);
});

test('what cannot be one transaction is one of each kind, and only a bad row fails', async () => {
  const { db, sent } = sharingDatabase(true);
  const seen: string[] = [];
  const telemetry = createTelemetry({ elapsedMs: () => 0 });
  const gather = createGather(db, { ...options, telemetry });
  const [ends, begins] = [sharing(1, seen, 'ends'), sharing(2, seen, 'begins')];
  const calls = [gather(begins, 12), gather(begins, 13), gather(ends, 6)];
  const results = await Promise.allSettled(calls);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual([seen, sent], [['ends 6', 'begins 12,13', 'begins 12', 'begins 13'], [2]]);
  assert.match(telemetry.metrics.text(), /^quittance_statement_splits_total 1$/m);
});

test('the next batch that shares is sent when the callers of the last one have been told', async () => {
  const { db, sent } = sharingDatabase();
  const gather = createGather(db, options);
  const [ends, begins] = [sharing(1, [], 'ends'), sharing(2, [], 'begins')];
  const payment = async (row: number) => await gather(ends, await gather(begins, row));
  const first = payment(1);
  // Comes while that one is under way, and begins together with its end.
  const second = Promise.resolve()
    .then(() => new Promise(setImmediate))
    .then(() => payment(2));
  assert.deepEqual(await Promise.all([first, second]), [2, 4]);
  assert.deepEqual(sent, [1, 2, 1]);
});

test('of rows that may be refused no more wait than their statement allows; others wait however many there are', async () => {
  const { db } = sharingDatabase();
  const gather = createGather(db, options);
  const [ends, begins] = [sharing(1, [], 'ends'), sharing(2, [], 'begins')];
  Object.assign(begins, { mostWaiting: 2 });
  const calls = [gather(begins, 1), gather(begins, 2), gather(begins, 3), gather(ends, 4)];
  const results = await Promise.allSettled(calls);
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code)),
    [2, 4, 'busy', 4],
  );
  assert.equal(await gather(begins, 5), 10);
});

test('nothing is shared where that is off', async () => {
  const { db, sent } = sharingDatabase();
  const seen: string[] = [];
  const gather = createGather(db, { ...options, isSharing: false });
  await Promise.all([gather(sharing(1, seen, 'ends'), 1), gather(sharing(2, seen, 'begins'), 2)]);
  assert.deepEqual([seen, sent], [['ends 1', 'begins 2'], []]);
});
