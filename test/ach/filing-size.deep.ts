import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import { makeFiles } from '../../src/ach/files/make-files.ts';
import { steppingDatabase } from '../moments.ts';
import { type Desk, entriesOf, openDesk, tuesdayEvening, wednesdayMorning } from './desk.ts';

const many = 2000;

test('two thousand entries go into one file, and settle, with no more statements than a few take', async (t) => {
  const few = await costsOf(await openDesk(t), 2);
  const desk = await openDesk(t);
  const lots = await costsOf(desk, many);
  const [file, ...more] = await desk.files();
  assert.deepEqual(more, []);
  assert.equal(file?.entryCount, many);
  assert.equal(file?.debitCents, BigInt(many) * 1000n);
  const traces = entriesOf(desk.sent(file!)).map(({ traceNumber }) => traceNumber);
  assert.equal(new Set(traces).size, many);
  assert.deepEqual(await desk.ledger(), { held: file?.debitCents, sales: -file!.debitCents });
  // Parts of a thousand, and the ids of what is written are taken in blocks.
  assert.ok(lots.filing <= few.filing + 20, `${lots.filing} statements instead of ${few.filing}`);
  assert.ok(lots.settling <= few.settling + 20, `${lots.settling} instead of ${few.settling}`);
});

async function costsOf(desk: Desk, count: number) {
  const one = await desk.debit('10.00');
  await multiply(desk, count - 1);
  let steps = 0;
  const world = await desk.fixture.open();
  const db = steppingDatabase(world.db, () => {
    steps += 1;
  });
  const counted = { ...world, db };
  desk.fixture.clock.setTo(new Date(tuesdayEvening));
  await makeFiles(counted);
  const filing = steps / 2;
  desk.fixture.clock.setTo(new Date(wednesdayMorning));
  while ((await advanceEntries(counted)) > 0);
  assert.equal((await desk.payment(one)).state, 'settled');
  return { filing, settling: steps / 2 - filing };
}

/** So many more like the payment that there is, from the same account. */
async function multiply({ fixture, caller }: Desk, count: number): Promise<void> {
  const { id } = caller.business;
  const more = `generate_series(1000001, 1000000 + $2::int) g(n)`;
  const copies: readonly (readonly [string, string])[] = [
    ['invoices', `'id', g.n`],
    [
      'payments',
      `'id', g.n, 'invoice_id', g.n, 'order_number', 'copy-' || g.n, 'idempotency_key', null`,
    ],
    ['ach_entries', `'id', g.n, 'payment_id', g.n`],
  ];
  for (const [table, changes] of copies) {
    await fixture.db.query(
      `insert into ${table}
       select c.* from (select * from ${table} where business_id = $1 limit 1) o, ${more},
         jsonb_populate_record(null::${table}, to_jsonb(o) || jsonb_build_object(${changes})) c`,
      [id, count],
    );
  }
  // As the server does by itself a minute later: statements are planned anew for as many.
  await fixture.db.query(`analyze ${copies.map(([table]) => table).join(', ')}`);
}
