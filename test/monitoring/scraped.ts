import assert from 'node:assert/strict';
import { connect, poolOf } from '../../src/database/connect.ts';
import { openMetrics } from '../../src/monitoring/metrics-server.ts';
import { createChecks, type Life } from '../../src/runtime/readiness.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import { parseMetrics } from './prometheus-text.ts';

/** A service whose metrics are read. */
export async function openScraped(scope: Scope) {
  const fixture = await makeFixture(scope);
  const caller = await fixture.addBusiness();
  const world = await fixture.open();
  const life: Life = { phase: 'running', isMigrated: async () => true };
  const { baseUrl, close } = await openDoor(world);
  const known = client(baseUrl, caller);
  let asked = 0;
  let isAway = false;
  const own = connect(fixture.url, { tenants: 'all' });
  scope.after(() => own.close());
  await own.query('select 1');
  const sql: Sql = {
    async query(text, values) {
      asked += 1;
      if (isAway) throw new Error('away');
      return await own.query(text, values);
    },
  };
  const checks = createChecks(world, life);
  const server = await openMetrics(world, {
    host: '127.0.0.1',
    port: 0,
    sql,
    checks,
    pool: () => ({ ...poolOf(own) }),
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
    life,
    pay,
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
