import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/database.ts';

const { db } = await freshDatabase({ after });
await db.query('create table things (id bigint primary key, name text)');

async function count(): Promise<bigint> {
  const [row] = await db.query<{ n: bigint }>('select count(*) as n from things');
  return row!.n;
}

test('a transaction that returns is kept, one that throws is not', async () => {
  const before = await count();
  const made = await db.begin(async (tx) => {
    await tx.query('insert into things values (10)');
    return 'made';
  });
  const fault = new Error('no');
  const failed = db.begin(async (tx) => {
    await tx.query('insert into things values (11)');
    throw fault;
  });
  await assert.rejects(failed, fault);
  assert.equal(made, 'made');
  assert.equal(await count(), before + 1n);
});

test('a transaction whose failed statement nobody minded does not pass for a commit', async () => {
  const before = await count();
  const work = db.begin(async (tx) => {
    await tx.query('insert into things values (20)');
    await tx.query('insert into things values (20)').catch(() => {});
  });
  await assert.rejects(work, /rolled back/);
  assert.equal(await count(), before);
});

test('a transaction whose first statement failed sends nothing more, so that nothing is outside of it', async () => {
  const before = await count();
  await assert.rejects(
    db.begin(async (tx) => {
      const first = tx.query('select from nothing_of_this_name').catch(() => {});
      const second = tx.query(`insert into things values (6, 'outside')`);
      await assert.rejects(second, { code: '42P01' });
      await first;
      await tx.query(`insert into things values (7, 'outside')`);
    }),
    { code: '42P01' },
  );
  assert.equal(await count(), before);
});

test('a transaction without a statement is none', async () => {
  assert.equal(await db.begin(async () => 'done'), 'done');
  await assert.rejects(
    db.begin(async () => {
      throw new Error('no reason');
    }),
    { message: 'no reason' },
  );
});

test('a statement that waits for the first one is not sent when the transaction ends meanwhile', async () => {
  const late: Promise<unknown>[] = [];
  const ends = db.begin(async (tx) => {
    const first = tx.query('select 1');
    late.push(tx.query('create table too_late (id int8)').catch(String));
    await Promise.race([first, Promise.reject(new Error('enough'))]);
  });
  await assert.rejects(ends, /enough/);
  assert.deepEqual(await Promise.all(late), ['Error: this transaction is over']);
  assert.deepEqual(await db.query(`select to_regclass('too_late') as it`), [{ it: null }]);
});

test('a transaction that is over can no longer be used', async () => {
  const leaked = await db.begin(async (tx) => tx);
  await assert.rejects(leaked.query('select 1'), /transaction is over/);
});

test('of two transactions that wait for each other, the one that must give way begins anew', async (t) => {
  const { db } = await freshDatabase(t);
  await db.query(`insert into counters (name, next) values ('one', 0), ('two', 0)`);
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const add = async (first: string, second: string) =>
    await db.begin(async (tx) => {
      // After which PostgreSQL looks whether two wait for each other: a second, usually.
      await tx.query(`select set_config('deadlock_timeout', '10ms', true)`);
      await tx.query('update counters set next = next + 1 where name = $1', [first]);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await tx.query('update counters set next = next + 1 where name = $1', [second]);
    });
  await Promise.all([add('one', 'two'), add('two', 'one')]);
  assert.ok(holding > 2, 'neither was in the way');
  const rows = await db.query(`select next from counters where name in ('one', 'two')`);
  assert.deepEqual(rows, [{ next: 2n }, { next: 2n }]);
});
