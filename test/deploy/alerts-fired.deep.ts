import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rowOfProcess } from '../../src/monitoring/processes.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { alertRules } from '../monitoring/alert-rules.ts';
import { openScraped } from '../monitoring/scraped.ts';
import { atEnd, type Scope } from '../scope.ts';
import { diskFault, faults, other } from './alert-faults.ts';
import { startPrometheus, withoutPrometheus } from './prometheus.ts';

/*
 * The rules of deploy/ in a Prometheus that reads a service to which things happen. Time of the service passes by hand,
 * that of Prometheus does not: it reads every second, and its rules wait a second.
 */

const run = promisify(execFile);

/** No test opens so many connections, since other tests use the same server, or fills its own heap. */
const notFired = ['ConnectionsNearLimit', 'HeapNearlyFull'];

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

test('each alert fires once its fault is there, and not before', {
  skip: withoutPrometheus,
}, async (t) => {
  const all = isRoot ? faults.toSpliced(1, 0, diskFault) : faults;
  const fired = all.flatMap(({ fires }) => fires);
  const missing = [...notFired, ...(isRoot ? [] : diskFault.fires)];
  assert.deepEqual(
    [...fired, ...missing].map((name) => `Quittance${name}`).sort(),
    alertRules()
      .map(({ name }) => name)
      .sort(),
  );
  const dataFolder = isRoot ? await ownDisk(t) : tmpdir();
  const service = await openScraped(t, { startsAt: new Date(), dataFolder });
  const alive = rowOfProcess(service.world, { serves: true, works: true });
  await alive.renew();
  await service.pay('order 1');
  const { firing, scrapes } = await startPrometheus(t, [service.port, await openOther(t)]);
  // The clock of the service stands; here it stands right.
  while ((await scrapes()) < 3 || (await firing()).has('QuittanceClockApart')) {
    service.fixture.clock.setTo(new Date());
    await delay(100);
  }

  let isWorked = true;
  for (const { name, fires, standsStill, inject, mend } of all) {
    const expected = fires.map((one) => `Quittance${one}`);
    const before = await firing();
    for (const alert of expected) assert.ok(!before.has(alert), `${alert} before ${name}`);
    isWorked &&= !fires.includes('NoWorker');
    let isOver = false;
    const happening = inject(service, () => isOver);
    for (let left = expected; left.length > 0; ) {
      // What is read from the database is read anew after five seconds of the service.
      if (!standsStill) service.fixture.clock.pass(6000);
      if (isWorked) await alive.renew();
      await Promise.race([delay(300), happening.then(() => delay(300))]);
      const now = await firing();
      left = expected.filter((alert) => !now.has(alert));
    }
    isOver = true;
    await happening;
    await mend?.(service);
    if (isWorked) while ((await workOnce(service.world)) > 0);
    t.diagnostic(`${name}: ${expected.join(', ')}`);
  }
});

async function ownDisk(scope: Scope): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'quittance-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=4g,mode=0755', 'none', disk]);
  atEnd(scope, async () => {
    await run('umount', ['--lazy', disk]);
    await rmdir(disk);
  });
  return disk;
}

async function openOther(t: TestContext): Promise<number> {
  const server = createServer((_, response) => response.end(other.says));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(t, async () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
