import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOverdue } from '../../src/monitoring/overdue.ts';
import { rowOfProcess } from '../../src/monitoring/processes.ts';
import { createTelemetry } from '../../src/runtime/telemetry.ts';
import { makeFixture } from '../fixture.ts';

test('a process shows in its row which circuit breakers are open, and since when', async (t) => {
  const fixture = await makeFixture(t);
  const { db, clock } = fixture;
  const telemetry = createTelemetry({ elapsedMs: () => 0, namesAccounts: false });
  const world = { ...(await fixture.open()), telemetry, workerName: 'host:17' };
  const open = async () => {
    const found = await readOverdue(db, clock.now(), { kinds: ['circuits'], limit: 10 });
    return found.map((one) => [one.businessId, one.first, one.why, one.since.toISOString()]);
  };
  const row = rowOfProcess(world, { serves: true, works: false });
  const account = telemetry.circuits.watch('nmi', { businessId: 100002n, name: 'till' });
  await row.renew();
  assert.deepEqual(await open(), []);
  account(true);
  await row.renew();
  const since = clock.now().toISOString();
  clock.pass(60_000);
  telemetry.circuits.watch('simulator')(true);
  await row.renew();
  assert.deepEqual(await open(), [
    [100002n, 'till', 'till in host:17', since],
    [0n, 'simulator', 'simulator in host:17', clock.now().toISOString()],
  ]);
  account(false);
  await row.renew();
  assert.equal((await open()).length, 1);
  clock.pass(120_000);
  assert.deepEqual(await open(), [], 'of a process that died nothing is known');
});
