import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  gone,
  makeUsedFolder,
  nobody,
  otherProcess,
  othersCanRun,
  ownership,
  postmaster,
  scratch,
  rootOnly as skip,
  start,
} from '../test/fixture.ts';

test('as root the data lies in the stated folder, also below one that nobody else can enter', {
  skip,
}, async (t) => {
  const parent = await scratch(t);
  await chmod(parent, 0o700);
  const folder = join(parent, 'data', 'postgres');
  await start(t, folder);
  const pid = await postmaster(folder);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const { uid, ino } = await stat(join(folder, 'cluster'));
  assert.notEqual(uid, 0);
  assert.match(status, new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t`, 'm'));
  assert.match(status, /^Groups:\t\s*$/m);
  assert.equal((await stat(`/proc/${pid}/cwd`)).ino, ino);
});

test('as root a folder that belongs to somebody is used as that user', { skip }, async (t) => {
  const folder = join(await scratch(t), 'postgres');
  await mkdir(folder);
  await chown(folder, nobody.uid, nobody.gid);
  await start(t, folder);
  assert.equal((await stat(join(folder, 'cluster'))).uid, nobody.uid);
});

test('what an ordinary user began is continued by root as that user', { skip }, async (t) => {
  if (!(await othersCanRun(t))) return;
  const parent = await scratch(t);
  await chown(parent, nobody.uid, nobody.gid);
  const folder = join(parent, 'postgres');
  const owner = otherProcess(t, folder, { uid: nobody.uid });
  assert.equal((await owner.event('up')).owned, true);
  const pid = await postmaster(folder);
  await owner.kill();
  await ownership(await start(t, folder));
  assert.equal((await stat(join(folder, 'cluster'))).uid, nobody.uid);
  await gone(pid);
});

test('an ordinary user starts again where a thread has the number of the last server', {
  skip,
}, async (t) => {
  if (!(await othersCanRun(t))) return;
  const parent = await scratch(t);
  await chown(parent, nobody.uid, nobody.gid);
  const folder = join(parent, 'postgres');
  const first = otherProcess(t, folder, { uid: nobody.uid });
  await first.event('up');
  await first.stop();
  const second = otherProcess(t, folder, { uid: nobody.uid, args: ['--stale-thread'] });
  assert.equal((await second.event('up')).owned, true);
  await second.stop();
});

test("another user's database is refused in words", { skip }, async (t) => {
  if (!(await othersCanRun(t))) return;
  const parent = await scratch(t);
  const folder = join(parent, 'postgres');
  await makeUsedFolder(folder);
  await chmod(parent, 0o755);
  await chown(folder, nobody.uid, nobody.gid);
  const stranger = otherProcess(t, folder, { uid: nobody.uid });
  const { message } = await stranger.event('failed');
  assert.match(message!, /belongs to the user with id \d+: start as that user or as root/);
});
