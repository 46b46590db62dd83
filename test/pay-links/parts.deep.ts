import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Sql } from '../../src/runtime/sql.ts';
import { makeScenario } from '../crash/fixture.ts';
import { drawing } from '../size.ts';
import { testPartDeaths } from './parts-deaths.ts';
import { liveInParts, testPartHistories } from './parts-histories.ts';

testPartHistories();
testPartDeaths();

/** A build in which a piece of the statements is another. */
function broken(piece: string, other: string): (db: Database) => Database {
  const single = <S extends Sql>(sql: S): S => ({
    ...sql,
    query: (text: string, ...more: never[]) => sql.query(text.replaceAll(piece, other), ...more),
  });
  return (db) => ({
    ...single(db),
    begin: (work, tenants) => db.begin((tx) => work(single(tx)), tenants),
    together: (works) => db.together(works),
  });
}

const breaks = {
  'forgets what the payer saw': ['v.parts_cents = w.seen_cents and ', ''],
  'gives nothing back': ['parts_cents = v.parts_cents - g.cents', 'parts_cents = v.parts_cents'],
} as const;

for (const [what, [piece, other]] of Object.entries(breaks)) {
  test(`a build that ${what} does not pass`, async (t) => {
    await drawing({ name: 'pay-links/parts' }, async (seed) => {
      let noticed = 0;
      for (let n = 1; n <= 6; n += 1) {
        const scenario = await makeScenario(t);
        const visit = { over: broken(piece, other) };
        await liveInParts(scenario, seed + n, visit).catch(() => {
          noticed += 1;
        });
        if (noticed > 0) break;
      }
      assert.ok(noticed > 0, 'nobody noticed');
    });
  });
}
