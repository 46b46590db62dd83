import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cardFields, client } from '../caller.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { copyFolder, scratch, start } from '../embedded.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');
const folder = await scratch({ after });
const service = { dataFolder: join(folder, 'data'), keysFile: join(folder, 'keys.json') };
const office = officeOf(envBeside(service));
const backup = join(folder, 'backup');
const at = (dataFolder: string) => officeOf(envBeside({ ...service, dataFolder }));

async function isWhole(made: string): Promise<boolean> {
  return (await readdir(made).catch((): string[] => [])).includes('backup.json');
}

test('a backup of a service at work holds all that was answered before it, and is restored into a service that goes on', async (t) => {
  const running = await startCaptured(t, folder, { LOG_LEVEL: 'error' });
  const { call, close } = client(`http://127.0.0.1:${running.port}`, running, { connections: 8 });
  const pay = async (order: string) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: order };
    const { body } = await call('CreatePayment', fields);
    assert.match(body, /^\{"IsSuccess":true/);
  };
  await Promise.all(Array.from({ length: 50 }, (_, n) => pay(`before ${n}`)));
  let isOver = false;
  const meanwhile = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await pay(`meanwhile ${n}`);
      await delay(100);
    }
  })();
  const made = await office.run('backup', backup);
  isOver = true;
  await meanwhile;
  assert.deepEqual([made.code, made.err], [0, '']);
  assert.match(
    made.out,
    /is whole: \d+ files.*\nThe keys are not in it: keep a copy of .*keys\.json/,
  );
  assert.equal((await stat(backup)).mode & 0o777, 0o700);

  const held = await office.run('backup', join(folder, 'cold'), '--stopped');
  assert.match(held.err, /is held by process \d+: stop all services/);
  const taken = await office.run('restore', backup);
  assert.match(taken.err, /is in use by process \d+/);
  close();
  await running.stop();
  const full = await office.run('restore', backup);
  assert.match(full.err, /there are data in .*: restore overwrites none/);

  const other = join(folder, 'other/data');
  const restored = await at(other).run('restore', backup);
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.match(restored.out, /Moved on by 10000000: the numbers of 1 businesses/);
  // Commands join it.
  await start(t, join(other, 'postgres'));
  const [act] = await at(other).ask('audit', 'list', '--business', '0', '--limit', '1');
  assert.equal(act.act, 'database.restored');
  const list = await at(other).ask(
    'payment',
    'list',
    '--business',
    running.username,
    '--limit',
    '1000',
  );
  const orders = new Set(list.map(({ orderNumber }: { orderNumber: string }) => orderNumber));
  for (let n = 0; n < 50; n += 1) assert.ok(orders.has(`before ${n}`), `before ${n}`);
  // What the bank did after the copy, and nothing else.
  const found = new Set<string>();
  const verified = await at(other).run('ledger', 'verify', '--json');
  for (const [, rule] of verified.out.matchAll(/"rule": ?"(\w+)"/g)) found.add(rule!);
  const reconciled = await at(other).run('reconcile');
  for (const [, rule] of reconciled.out.matchAll(/^(\w+) business /gm)) found.add(rule!);
  assert.deepEqual([...found].sort(), ['book_differs', 'charge_unknown']);
  assert.equal((await at(other).run('audit', 'verify')).code, 0);
});

test('what is copied of a service at rest is whole too, and starts with the credentials of before', async (t) => {
  const cold = join(folder, 'at rest');
  const made = await office.run('backup', cold, '--stopped');
  assert.deepEqual([made.code, made.err], [0, '']);
  const place = join(folder, 'from cold');
  await mkdir(place);
  const dataFolder = join(place, 'data');
  assert.equal((await at(dataFolder).run('restore', cold)).code, 0);
  await start(t, join(dataFolder, 'postgres'));
  assert.equal((await at(dataFolder).run('reconcile')).code, 0);
  assert.equal((await at(dataFolder).run('ledger', 'verify')).code, 0);
});

test('a backup that was damaged by a byte, or lacks a file, is not restored', async () => {
  const target = join(folder, 'never');
  const damaged = async (harm: (data: string) => Promise<void>) => {
    const copy = join(folder, 'damaged');
    copyFolder(backup, copy);
    await harm(join(copy, 'data'));
    const { code, err } = await at(target).run('restore', copy);
    await rm(copy, { recursive: true });
    assert.equal(code, 2);
    return err;
  };
  const damage = /^quittance: the backup is damaged: .* is not what it was\n$/;
  const version = 'postgres/cluster/PG_VERSION';
  assert.match(await damaged((data) => appendFile(join(data, version), ' ')), damage);
  assert.match(await damaged((data) => truncate(join(data, 'simulated-bank.jsonl'), 1)), damage);
  assert.match(await damaged((data) => rm(join(data, version))), damage);
  const list = (data: string) => appendFile(join(data, '../backup.json'), ' x');
  assert.match(await damaged(list), /the list of the backup, .*, is damaged/);
  await assert.rejects(stat(target), { code: 'ENOENT' });
});

test('what could not be consistent, or would write over something, is refused in a sentence', async () => {
  const refused = async (...words: string[]) => {
    const { code, out, err } = await office.run(...words);
    const isOfFolder = / is not empty| is no backup/.test(err);
    assert.deepEqual([code, out], [isOfFolder ? 2 : 1, ''], err);
    assert.equal(err.split('\n').length, 2, err);
    return err;
  };
  assert.match(await refused('backup', join(service.dataFolder, 'b')), /must lie apart/);
  assert.match(
    await refused('backup', backup),
    /is not empty: empty it, or name another folder\n$/,
  );
  assert.match(await refused('restore', folder), /is no backup, or not a whole one/);
  const outside = join(service.dataFolder, 'postgres/cluster/pg_tblspc/16999');
  await writeFile(outside, '');
  assert.match(await refused('backup', join(folder, 'spaces')), /has tablespaces outside/);
  await rm(outside);
  const far = officeOf({ ...envBeside(service), DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' });
  const { err } = await far.run('backup', join(folder, 'far'));
  assert.match(err, /DATABASE_URL names a server of your own: backup is for the embedded/);
});

test('a backup or a restore that is killed is whole, or says that it is not and is made anew', async (t) => {
  await start(t, join(service.dataFolder, 'postgres'));
  // Before its own folder has its name, before its list has, and when there is nothing left but to note it.
  const steps = ['copyFile 1', 'rename 2', 'rename 3', 'rename 4'];
  const whole = await Promise.all(
    steps.map(async (step) => {
      const made = join(folder, `killed at ${step}`);
      await killAt(step, ['backup', made], service.dataFolder);
      const target = join(folder, `of ${step}`);
      const { code, err } = await at(target).run('restore', made);
      const isMade = await isWhole(made);
      if (isMade) assert.equal(code, 0, err);
      else {
        assert.match(err, /is no backup, or not a whole one/);
        await assert.rejects(stat(target), { code: 'ENOENT' });
      }
      return isMade;
    }),
  );
  assert.deepEqual(whole, [false, false, false, true]);

  const target = join(folder, 'cut off');
  await killAt('copyFile 100', ['restore', backup], target);
  const started = await at(target).run('migrate');
  assert.match(started.err, /a restore into .* was not finished: run quittance restore again/);
  const again = await at(target).run('restore', backup);
  assert.deepEqual([again.code, again.err], [0, '']);
  assert.equal((await at(target).run('audit', 'verify')).code, 0);
});

/** At the start of a call of Node's: the n-th of this name. */
async function killAt(step: string, words: string[], dataFolder: string) {
  const [name, n] = step.split(' ');
  const dying = `--import=data:text/javascript,${encodeURIComponent(
    `import files from 'node:fs/promises';
     import { syncBuiltinESMExports } from 'node:module';
     const { ${name} } = files;
     let left = ${n};
     files.${name} = (...given) => {
       left -= 1;
       if (left === 0) process.kill(process.pid, 'SIGKILL');
       return ${name}(...given);
     };
     syncBuiltinESMExports();`,
  )}`;
  const own = { ...envBeside({ ...service, dataFolder }), NODE_OPTIONS: dying };
  const env = { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: undefined, ...own };
  const child = spawn(quittance, words, { env, stdio: 'ignore' });
  const [, signal] = await once(child, 'close');
  assert.equal(signal, 'SIGKILL', step);
}
