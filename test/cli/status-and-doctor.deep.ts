import assert from 'node:assert/strict';
import { chmod, chown, mkdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { type Env, envBeside, officeOf } from './office.ts';

type Found = {
  readonly checks: { about: string; verdict: string; says: string; remedy?: string }[];
  readonly wrong: number;
};

test('status shows what runs, what waits and the last backup; doctor finds a sound service sound', async (t) => {
  const folder = await scratch(t);
  const service = await startCaptured(t, folder, { LOG_LEVEL: 'error' });
  const env = envBeside(service);
  const { run } = officeOf(env);
  const copy = join(folder, 'copy');
  const made = await run('backup', copy);
  assert.equal(made.code, 0, made.err);

  const shown = await run('status', '--json');
  assert.equal(shown.code, 0, shown.err);
  const status = JSON.parse(shown.out);
  assert.equal(status.services.length, 1);
  assert.match(status.services[0].address, new RegExp(`:${service.port}$`));
  assert.equal(status.services[0].does, 'serves, works jobs');
  assert.ok(new Date(status.nextCutoff.standard) > new Date());
  assert.ok(new Date(status.services[0].since) < new Date());
  assert.equal(status.database.kind, 'embedded');
  assert.match(status.database.migration, /^\d{4}_/);
  assert.equal(status.lastBackup.folder, copy);
  const unknown = status.waiting.find(({ what }: { what: string }) => /unknown/.test(what));
  assert.equal(unknown.count, '0');

  const forPerson = await run('status');
  for (const line of forPerson.out.split('\n')) {
    // The folder of a test has a long name.
    if (!line.includes(folder)) assert.ok(line.length <= 80, line);
  }

  const { checks } = await diagnosed(env, 0);
  assert.deepEqual(
    checks.filter(({ verdict }) => verdict === 'wrong'),
    [],
  );
  const abouts = new Set(checks.map(({ about }) => about));
  for (const about of [
    'settings',
    'data folder',
    'disk',
    'keys',
    'backup',
    'bank',
    'service',
    'database',
  ]) {
    assert.ok(abouts.has(about), about);
  }
  for (const about of [
    'clock',
    'time servers',
    'vault',
    'processes',
    'mail',
    'texts',
    'gateways',
  ]) {
    assert.ok(abouts.has(about), about);
  }
  const processes = checks.find(({ about }) => about === 'processes')!;
  assert.match(processes.says, /^1 run; jobs are worked by .+ since /);

  // The same with a folder that others may read, a port that another holds, and without the keys.
  await service.stop();
  await chmod(service.dataFolder, 0o755);
  await rm(service.keysFile);
  const port = await held(t);
  const bad = await diagnosed({ ...env, HOST: '127.0.0.1', PORT: String(port) }, 1);
  const verdict = (about: string) => bad.checks.find((check) => check.about === about)?.verdict;
  assert.equal(verdict('data folder'), 'warning');
  assert.equal(verdict('keys'), 'wrong');
  assert.equal(verdict('port'), 'wrong');
  // What needs no keys is told without them.
  assert.equal(verdict('database'), 'ok');
  assert.equal(verdict('vault'), 'wrong');
  const withoutKeys = await run('status', '--json');
  assert.equal(withoutKeys.code, 0, withoutKeys.err);
  assert.equal(JSON.parse(withoutKeys.out).lastBackup.folder, copy);
  for (const check of bad.checks) {
    if (check.verdict !== 'ok') assert.ok(check.remedy, check.about);
  }

  // Files of the database that its server may not use, and one that lacks.
  const cluster = join(service.dataFolder, 'postgres/cluster');
  const database = async () => {
    const { checks: found } = await diagnosed(env, 1);
    return found.find(({ about }) => about === 'database')!;
  };
  if (process.getuid?.() === 0) {
    const base = join(cluster, 'base');
    const { uid, gid } = await stat(base);
    await chown(base, 0, 0);
    const denied = await database();
    assert.match(denied.says, /^PostgreSQL [^\n]* Permission denied$/);
    assert.match(denied.remedy!, new RegExp(`chown -R ${uid} ${cluster}$`));
    await chown(base, uid, gid);
  }
  await rm(join(cluster, 'global/pg_control'));
  const lacking = await database();
  assert.ok(lacking.says.includes(`${cluster}/global/pg_control`), lacking.says);
  assert.match(lacking.remedy!, /quittance restore/);
});

test('doctor says of a folder without a database what is wrong, and makes nothing', async (t) => {
  const folder = await scratch(t);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const env = { QUITTANCE_DATA: data, QUITTANCE_KEYS: join(folder, 'keys.json'), PORT: '0' };
  const { checks } = await diagnosed({ ...env, QUITTANCE_MODE: 'live' }, 1);
  const wrong = checks.filter(({ verdict }) => verdict === 'wrong').map(({ about }) => about);
  assert.deepEqual(wrong.sort(), ['address', 'database', 'keys']);
  const text = await officeOf(env).run('doctor');
  assert.match(text.out, /^WRONG +database: there is no database in /m);
  assert.match(text.out, /\d+ checks: 2 wrong, \d+ warnings?\.\n$/);
});

async function diagnosed(env: Env, code: number): Promise<Found> {
  const done = await officeOf(env).run('doctor', '--json');
  assert.equal(done.code, code, done.out + done.err);
  return JSON.parse(done.out);
}

async function held(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return (server.address() as { port: number }).port;
}
