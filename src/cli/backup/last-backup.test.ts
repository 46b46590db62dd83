import assert from 'node:assert/strict';
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lastBackupAt, readLastBackup, recordBackup } from './last-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'quittance-last-backup-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'last-backup.json');
const made = { madeAt: '2030-01-15T10:00:00.000Z', folder: '/copies/one' };

test('without a backup there is none, and the metric has no sample', async () => {
  assert.equal(await readLastBackup(folder), undefined);
  assert.equal(await lastBackupAt(folder), undefined);
});

test('the record of a backup belongs to the owner of the data folder, whoever made it', async () => {
  if (process.getuid?.() === 0) await chown(folder, 65_534, 65_534);
  await recordBackup(folder, made);
  const [{ uid, gid }, { uid: user, gid: group, mode }] = [await stat(folder), await stat(file)];
  assert.deepEqual([user, group, mode & 0o777], [uid, gid, 0o600]);
  assert.deepEqual(await readLastBackup(folder), made);
  assert.deepEqual(await lastBackupAt(folder), new Date(made.madeAt));
});

test('a record that cannot be read is told from none, and is the oldest for the metric', async () => {
  const flaw = async () => (await readLastBackup(folder)) as { flaw: string };
  await writeFile(file, '{"madeAt":');
  assert.equal((await flaw()).flaw, `${file} cannot be read (it is not JSON)`);
  await writeFile(file, '{"madeAt":"yesterday","folder":"/copies/one"}');
  assert.equal((await flaw()).flaw, `${file} has no time and folder`);
  await rm(file);
  await mkdir(file);
  assert.equal((await flaw()).flaw, `${file} cannot be read (EISDIR)`);
  assert.deepEqual(await lastBackupAt(folder), new Date(0));
});
