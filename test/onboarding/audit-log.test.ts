import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Act, recordAct } from '../../src/records/audit-log.ts';
import { type BrokenChain, verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { freshDatabase } from '../database.ts';

const { db } = await freshDatabase({ after });
const at = new Date('2030-01-15T15:00:00.123Z');
const shop = 100_007n;

for (const businessId of [0n, shop, shop + 1n]) {
  for (let i = 1; i <= 12; i += 1) await record(db, { businessId, facts: { i } });
}

test('an audit log that nobody touched is whole, however small the pages', async () => {
  for (const rowsAtOnce of [1, 5, 12, 10_000]) {
    const verdict = await verifyAuditLog(db, { rowsAtOnce, report: nothing });
    assert.deepEqual(verdict, { chains: 3n, links: 36n, isWhole: true });
  }
  const one = await verifyAuditLog(db, { businessId: shop, report: nothing });
  assert.deepEqual(one, { chains: 1n, links: 12n, isWhole: true });
});

const set = (what: string, n: number) =>
  `update audit_trail set ${what} where business_id = ${shop} and n = ${n}`;
const remove = (range: string) =>
  `delete from audit_trail where business_id = ${shop} and n ${range}`;
const renumber = (from: number, by: number) => [
  `update audit_trail set n = n + 1000 where business_id = ${shop} and n >= ${from}`,
  `update audit_trail set n = n - 1000 + ${by} where business_id = ${shop} and n > 1000`,
];
const swap = (a: number, b: number) => [
  set('n = 1000', a),
  set(`n = ${a}`, b),
  set(`n = ${b}`, 1000),
];
const copyTo = (n: number) =>
  `insert into audit_trail (business_id, n, happened_at, actor, act, object, facts, hash)
   select business_id, ${n}, happened_at, actor, act, object, facts, hash from audit_trail
   where business_id = ${shop} and n = 2`;

/** What somebody did to the tables, and what is told of it. */
const tampered: Record<string, readonly [statements: string[], expected: string[]]> = {
  'facts that were changed': [[set(`facts = '{"i":99}'`, 5)], ['5 changed']],
  'a blank that was added to the facts': [[set(`facts = '{"i": 5}'`, 5)], ['5 changed']],
  'an actor that was changed': [[set(`actor = 'api:other'`, 1)], ['1 changed']],
  'an act that was changed': [[set(`act = 'business.other'`, 12)], ['12 changed']],
  'an object that was changed': [[set(`object = 'business:1'`, 2)], ['2 changed']],
  'a moment that was moved by a microsecond': [
    [set(`happened_at = happened_at + interval '1 microsecond'`, 4)],
    ['4 changed'],
  ],
  'a hash that was changed': [[set(`hash = '\\x${'ab'.repeat(32)}'`, 6)], ['6 changed']],
  'a last hash that was changed': [[set(`hash = '\\x${'ab'.repeat(32)}'`, 12)], ['12 changed']],
  'a row that was given to another business': [
    [
      `update audit_trail set business_id = ${shop + 1n}, n = 13 where business_id = ${shop} and n = 3`,
    ],
    ['3 missing', 'other: 13 put in'],
  ],
  'a row that was deleted': [[remove('= 5')], ['5 missing']],
  'a first row that was deleted': [[remove('= 1')], ['1 missing']],
  'rows that were deleted': [[remove('between 5 and 8')], ['5-8 missing']],
  'an end that was cut off': [[remove('> 9')], ['10-12 missing']],
  'a chain that was deleted': [[remove('> 0')], ['1-12 missing']],
  'a row that was deleted while the others moved up': [
    [remove('= 5'), ...renumber(6, -1)],
    ['5 missing'],
  ],
  'a row that was put in at the end': [[copyTo(13)], ['13 put in']],
  'a row that was put in between the others': [[...renumber(5, 1), copyTo(5)], ['5 put in']],
  'neighbours that were swapped': [swap(5, 6), ['5 wrong order', '6 wrong order']],
  'the last two that were swapped': [swap(11, 12), ['11 wrong order', '12 wrong order']],
  'rows far apart that were swapped': [swap(3, 9), ['3 wrong order', '9 wrong order']],
  'changes in two places': [
    [set(`facts = '{}'`, 3), set(`facts = '{}'`, 8)],
    ['3 changed', '8 changed'],
  ],
  'a head that was deleted': [
    [`delete from audit_heads where business_id = ${shop}`],
    ['1-12 without head'],
  ],
  'a head that was set back': [
    [
      `update audit_heads set n = 11, hash = t.hash from audit_trail t
      where audit_heads.business_id = ${shop} and t.business_id = ${shop} and t.n = 11`,
    ],
    ['12 put in'],
  ],
};

for (const [what, [statements, expected]] of Object.entries(tampered)) {
  test(`verification sees ${what}`, async () => {
    for (const rowsAtOnce of [3, 10_000]) {
      const told = await undone(async (tx) => {
        for (const statement of statements) await tx.query(statement);
        return await breaksOf(tx, rowsAtOnce);
      });
      assert.deepEqual(told, expected);
    }
  });
}

test('verification sees a book that was deleted with its head, by what its business went through', async () => {
  const move = (businessId: bigint, n: number) =>
    `insert into business_moves (business_id, n, to_state, actor, reason, moved_at)
     values (${businessId}, ${n}, 'messaging_only', 'operator', 'x', '2030-01-15')`;
  const moves = [move(shop, 1), move(shop, 2), move(shop + 1n, 1)];
  const removed = [remove('> 0'), `delete from audit_heads where business_id = ${shop}`];
  for (const rowsAtOnce of [1, 10_000]) {
    const told = await undone(async (tx) => {
      for (const statement of moves) await tx.query(statement);
      assert.deepEqual(await breaksOf(tx, rowsAtOnce), []);
      for (const statement of removed) await tx.query(statement);
      const one = await verifyAuditLog(tx, { businessId: shop, rowsAtOnce, report: () => {} });
      assert.deepEqual(one, { chains: 1n, links: 0n, isWhole: false });
      return await breaksOf(tx, rowsAtOnce);
    });
    assert.deepEqual(told, ['1-2 missing']);
  }
});

test('fifty acts at once in one chain, new or old, follow each other', async () => {
  for (const businessId of [shop, 200_001n]) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        db.begin((tx) => record(tx, { businessId, facts: { i } })),
      ),
    );
  }
  const verdict = await verifyAuditLog(db, { report: nothing });
  assert.deepEqual(verdict, { chains: 4n, links: 136n, isWhole: true });
});

test('an audit log that grows while it is verified is whole', async () => {
  const businessId = 200_002n;
  await record(db, { businessId });
  const growing = Promise.all(
    Array.from({ length: 50 }, () => db.begin((tx) => record(tx, { businessId }))),
  );
  const verdict = await verifyAuditLog(db, { businessId, rowsAtOnce: 1, report: nothing });
  await growing;
  assert.ok(verdict.isWhole);
});

test('an act whose transaction fails leaves no link', async () => {
  await undone((tx) => record(tx, { businessId: 300_001n }));
  const { chains } = await verifyAuditLog(db, { businessId: 300_001n, report: nothing });
  assert.equal(chains, 0n);
});

test('a role that may neither change nor delete links can go on recording', async () => {
  await undone(async (tx) => {
    await tx.query('grant select, insert on audit_trail to quittance_app');
    await tx.query('grant select on business_moves to quittance_app');
    await tx.query('grant select, insert, update on audit_heads to quittance_app');
    await tx.query('set local role quittance_app');
    await record(tx, { businessId: shop });
    await record(tx, { businessId: 300_002n });
    await verifyAuditLog(tx, { report: nothing });
    for (const statement of [set(`actor = 'x'`, 1), remove('= 1')]) {
      await tx.query('savepoint before');
      await assert.rejects(tx.query(statement), { code: '42501' });
      await tx.query('rollback to savepoint before');
    }
  });
});

function nothing(broken: BrokenChain): never {
  assert.fail(`${broken.businessId} is broken`);
}

async function record(sql: Sql, act: Partial<Act>): Promise<void> {
  const usual = { actor: 'operator', act: 'business.moved', object: 'business:7', facts: {}, at };
  await recordAct(sql, { businessId: shop, ...usual, ...act });
}

async function breaksOf(tx: Sql, rowsAtOnce: number): Promise<string[]> {
  const broken: BrokenChain[] = [];
  const { isWhole } = await verifyAuditLog(tx, { rowsAtOnce, report: (one) => broken.push(one) });
  assert.equal(isWhole, broken.length === 0);
  return broken.flatMap(({ businessId, breaks }) =>
    breaks.map(({ n, upTo, kind }) => {
      const range = n === upTo ? `${n}` : `${n}-${upTo}`;
      return `${businessId === shop ? '' : 'other: '}${range} ${kind}`;
    }),
  );
}

/** Whatever is done is undone. */
async function undone<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  const undo = new Error('undo');
  const failed = db.begin(async (tx) => {
    answer = { value: await work(tx) };
    throw undo;
  });
  await assert.rejects(failed, undo);
  return answer!.value;
}
