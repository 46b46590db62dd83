import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseClock } from '../../src/database/clock.ts';
import { cardFields, client } from '../caller.ts';
import { freshDatabase } from '../database.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';

const day = 24 * 3_600_000;

/** A clock of this machine that is wrong by so much, for a process of its own. */
const wrongBy = (ms: number) =>
  `--import data:text/javascript,${encodeURIComponent(
    `const real = Date;
     globalThis.Date = class extends real {
       constructor(...given) { if (given.length) super(...given); else super(real.now() + ${ms}); }
       static now() { return real.now() + ${ms}; }
     };`,
  )}`;

for (const [which, ms] of Object.entries({ ahead: day, behind: -day })) {
  test(`an instance whose machine is a day ${which} writes moments of its database's clock`, async (t) => {
    const { db, url } = await freshDatabase(t);
    const service = await startCaptured(t, await scratch(t), {
      DATABASE_URL: url,
      NODE_OPTIONS: wrongBy(ms),
    });
    const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
    const { status, body } = await call('CreatePayment', {
      ...cardFields,
      Amount: '12.50',
      OrderNumber: 'A-1',
    });
    close();
    await service.stop();
    assert.equal(status, 200, body);
    const [row] = await db.query<{ seconds: number }>(
      `select extract(epoch from clock_timestamp() - created_at)::float8 as seconds from payments`,
    );
    assert.ok(Math.abs(row!.seconds) < 600, `${row!.seconds} seconds off`);
    assert.match(service.said.stderr, /"event":"clock.differs"/);
  });
}

test('between looks at the database time passes as it does here, whatever the clock of the machine says', async (t) => {
  const { db } = await freshDatabase(t);
  let elapsed = 1_000;
  const failures: unknown[] = [];
  const clock = await databaseClock({
    sql: db,
    elapsedMs: () => elapsed,
    machineNow: () => new Date(0),
    failed: (error) => failures.push(error),
  });
  const before = clock.now().getTime();
  elapsed += 5_000;
  assert.equal(clock.now().getTime() - before, 5_000);
  assert.ok(clock.aheadMs() < -day, 'that this machine is in 1970 shows');
  assert.deepEqual(failures, []);
});

test('when the database cannot be asked for the time, it goes on, and that is told', async (t) => {
  const { db } = await freshDatabase(t);
  let elapsed = 0;
  let isAway = false;
  const failed = Promise.withResolvers<unknown>();
  const clock = await databaseClock({
    sql: {
      query: async (text, values) => {
        if (isAway) throw new Error('away');
        return await db.query(text, values);
      },
    },
    elapsedMs: () => elapsed,
    machineNow: () => new Date(),
    failed: failed.resolve,
  });
  const before = clock.now().getTime();
  isAway = true;
  elapsed += 60_000;
  assert.equal(clock.now().getTime() - before, 60_000);
  assert.match(String(await failed.promise), /away/);
  assert.equal(clock.now().getTime() - before, 60_000);
});

test('a process that is paused while it looks at the time of the database does not take an old one for new', async (t) => {
  const { db } = await freshDatabase(t);
  let elapsed = 0;
  let pauseMs = 0;
  let looked = Promise.withResolvers<void>();
  const clock = await databaseClock({
    sql: {
      query: async (text, values) => {
        const rows = await db.query(text, values);
        elapsed += pauseMs;
        setImmediate(looked.resolve);
        return rows as never;
      },
    },
    elapsedMs: () => elapsed,
    machineNow: () => new Date(),
    failed: (error) => assert.fail(String(error)),
  });
  const before = clock.now().getTime();
  looked = Promise.withResolvers();
  pauseMs = 3_600_000;
  elapsed += 60_000;
  clock.now();
  await looked.promise;
  // What the database said is an hour old by now.
  assert.ok(clock.now().getTime() - before >= pauseMs);
});
