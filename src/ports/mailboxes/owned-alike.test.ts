import assert from 'node:assert/strict';
import { chown, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../packages/embedded-postgres/test/scratch.ts';
import { countedUuids } from '../../../test/fixture.ts';
import { mailboxesOf } from './mailboxes.ts';

const isRoot = process.getuid?.() === 0;
const skip = isRoot ? false : 'SKIPPED: only root can make what belongs to another user';
const nobody = 65534;

/** What lies below a folder and cannot be reached by its owner. */
async function strangersBelow(folder: string): Promise<{ found: number; strangers: string[] }> {
  const names = await readdir(folder, { recursive: true });
  const strangers: string[] = [];
  for (const name of names) {
    const { uid, gid } = await lstat(join(folder, name));
    if (uid !== nobody || gid !== nobody) strangers.push(name);
  }
  return { found: names.length, strangers };
}

test('what root sends, puts away and lets arrive belongs to the user whose data it lies among', {
  skip,
}, async (t) => {
  const dataFolder = await scratch(t);
  await chown(dataFolder, nobody, nobody);
  const settings = { achFolder: '', achSftp: '', achSftpKey: '', achSftpKnownHosts: '' };
  const mailboxes = mailboxesOf({ ...settings, achOdfi: '', dataFolder }, countedUuids());
  const mailbox = mailboxes.sandbox(100_002n);
  const later = { dueAt: new Date('2030-01-17T13:30:00Z'), name: 'back.ach', text: 'text\n' };
  await mailbox.put('out.ach', 'text\n');
  await mailboxes.scheduled!.add(100_002n, later);
  const [due] = await mailboxes.scheduled!.list();
  await mailboxes.scheduled!.send(due!);
  await mailbox.done('back.ach');
  const { found, strangers } = await strangersBelow(dataFolder);
  assert.deepEqual(strangers, []);
  assert.ok(found >= 11, String(found));
});

test('a folder that root made is one of root, and what lies in it', { skip }, async (t) => {
  const dataFolder = await scratch(t);
  const settings = { achFolder: '', achSftp: '', achSftpKey: '', achSftpKnownHosts: '' };
  const mailbox = mailboxesOf({ ...settings, achOdfi: '', dataFolder }, countedUuids()).sandbox(2n);
  await mailbox.put('out.ach', 'text\n');
  const inbox = join(dataFolder, 'ach/sandbox/2/inbox');
  await mkdir(inbox);
  await writeFile(join(inbox, 'back.ach'), 'text\n');
  await mailbox.done('back.ach');
  assert.equal((await lstat(join(dataFolder, 'ach/sandbox/2/outbox/out.ach'))).uid, 0);
});
