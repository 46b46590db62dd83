import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { connect, poolOf } from '../../src/database/connect.ts';
import { openMetrics } from '../../src/monitoring/metrics-server.ts';
import { createChecks, type Life } from '../../src/runtime/readiness.ts';
import type { Database, Sql } from '../../src/runtime/sql.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { patienceMs } from '../database.ts';
import { makeFixture } from '../fixture.ts';
import { never } from '../limits.ts';
import { atEnd, type Scope } from '../scope.ts';
import { parseMetrics } from './prometheus-text.ts';

type Options = {
  readonly startsAt?: Date;
  readonly dataFolder?: string;
};

/** A service whose metrics are read. */
export async function openScraped(scope: Scope, { startsAt, dataFolder = tmpdir() }: Options = {}) {
  let own: Database | undefined;
  // Before the database ends.
  scope.after(async () => await own?.close());
  const fixture = await makeFixture(scope, startsAt && { startsAt });
  const caller = await fixture.addBusiness();
  const world = await fixture.open();
  const life: Life = { phase: 'running', isMigrated: async () => true };
  const { baseUrl, close } = await openDoor(world);
  const known = client(baseUrl, caller);
  let asked = 0;
  let isAway = false;
  const db = connect(fixture.url, { tenants: 'all', connectTimeoutMs: patienceMs });
  own = db;
  await db.query('select 1');
  const sql: Sql = {
    async query(text, values) {
      asked += 1;
      if (isAway) throw new Error('away');
      return await db.query(text, values);
    },
  };
  const checks = createChecks(world, life);
  const host = { dataFolder, aheadMs: 0, backupAt: world.now() };
  const server = await openMetrics({
    host: '127.0.0.1',
    port: 0,
    log: world.log,
    doing: () => 'nothing',
  });
  server.show(world, {
    sql,
    checks,
    pool: () => ({ ...poolOf(db) }),
    on: {
      ...host,
      machineNow: () => new Date(world.now().getTime() + host.aheadMs),
      lastBackup: async () => host.backupAt,
      signalAfter: never,
    },
  });
  atEnd(scope, async () => {
    known.close();
    await close();
    await server.close();
  });
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const pay = (orderNumber: string, changes = {}) =>
    known.call('CreatePayment', {
      ...cardFields,
      Amount: '1.00',
      OrderNumber: orderNumber,
      ...changes,
    });
  return {
    fixture,
    caller,
    world,
    baseUrl,
    life,
    host,
    pay,
    db,
    port: server.port,
    end: server.close,
    get,
    async scrape() {
      fixture.clock.pass(6000);
      const { status, text, headers } = await get('/metrics');
      assert.equal(status, 200);
      assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
      return { text, found: parseMetrics(text) };
    },
    statements: () => asked,
    leave: (away: boolean) => {
      isAway = away;
    },
  };
}
