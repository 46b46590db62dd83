import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { folderMailbox } from '../../src/ports/mailboxes/folder-mailbox.ts';
import { type Mailbox, MailboxClash, MailboxFault } from '../../src/ports/mailboxes/mailbox.ts';
import { mailboxesOf } from '../../src/ports/mailboxes/mailboxes.ts';
import { freePort } from '../free-port.ts';
import { atEnd } from '../scope.ts';

const sshd = '/usr/sbin/sshd';
const server = missing() ? undefined : await startServer();

type Place = { readonly mailbox: Mailbox; readonly folder: string };

const kinds: readonly {
  readonly name: string;
  readonly skip: string | false;
  readonly open: (t: TestContext) => Promise<Place>;
}[] = [
  { name: 'a folder', skip: false, open: openFolder },
  { name: 'an SFTP server', skip: missing(), open: openServer },
];

for (const { name, skip, open } of kinds) {
  test(`${name} takes a file whole, once, and never writes over another`, { skip }, async (t) => {
    const { mailbox, folder } = await open(t);
    await mailbox.put('20300115-A.ach', 'one\n');
    await mailbox.put('20300115-A.ach', 'one\n');
    await assert.rejects(mailbox.put('20300115-A.ach', 'other\n'), MailboxClash);
    await Promise.all([1, 2].map(() => mailbox.put('20300115-B.ach', 'two\n')));
    assert.deepEqual((await readdir(join(folder, 'outbox'))).sort(), [
      '20300115-A.ach',
      '20300115-B.ach',
    ]);
    assert.equal(await readFile(join(folder, 'outbox/20300115-A.ach'), 'utf8'), 'one\n');
    assert.equal(await readFile(join(folder, 'outbox/20300115-B.ach'), 'utf8'), 'two\n');
  });

  test(`${name} shows what came in until it is done with, and keeps it`, { skip }, async (t) => {
    const { mailbox, folder } = await open(t);
    assert.deepEqual(await mailbox.list(), []);
    await mkdir(join(folder, 'inbox'), { recursive: true });
    await writeFile(join(folder, 'inbox', 'b.ach'), Buffer.from([0x42, 0xe9, 0x0a]));
    await writeFile(join(folder, 'inbox', 'a.ach'), 'first');
    await writeFile(join(folder, 'inbox', 'c.ach.part'), 'unfinished');
    await writeFile(join(folder, 'inbox', '.hidden.ach'), 'unfinished too');
    assert.deepEqual(await mailbox.list(), ['a.ach', 'b.ach']);
    assert.equal(await mailbox.read('b.ach'), 'Bé\n');
    await mailbox.done('a.ach');
    await mailbox.done('a.ach');
    assert.deepEqual(await mailbox.list(), ['b.ach']);
    assert.equal(await readFile(join(folder, 'read', 'a.ach'), 'utf8'), 'first');
  });

  test(`${name} puts a second file of a name away beside the first`, { skip }, async (t) => {
    const { mailbox, folder } = await open(t);
    await mkdir(join(folder, 'inbox'), { recursive: true });
    for (const text of ['first', 'second', 'third']) {
      await writeFile(join(folder, 'inbox', 'a.ach'), text);
      await mailbox.done('a.ach');
      await mailbox.done('a.ach');
      assert.deepEqual(await mailbox.list(), []);
    }
    const kept = await Promise.all(
      ['a.ach', 'a.ach.2', 'a.ach.3'].map((file) => readFile(join(folder, 'read', file), 'utf8')),
    );
    assert.deepEqual(kept, ['first', 'second', 'third']);
    assert.equal((await readdir(join(folder, 'read'))).length, 3);
  });

  test(`${name} takes no name that leads elsewhere`, { skip }, async (t) => {
    const { mailbox } = await open(t);
    for (const bad of ['../x', 'a b', 'a"b', 'a\nrm x', '-rf', '.x', '']) {
      await assert.rejects(mailbox.put(bad, 'x'), MailboxFault, bad);
      await assert.rejects(mailbox.read(bad), MailboxFault, bad);
    }
  });
}

test('of several who put a file away at once, it is kept once', async (t) => {
  const { mailbox, folder } = await openFolder(t);
  await mkdir(join(folder, 'inbox'));
  await writeFile(join(folder, 'inbox', 'a.ach'), 'first');
  await Promise.all(Array.from({ length: 10 }, () => mailbox.done('a.ach')));
  assert.deepEqual(await mailbox.list(), []);
  assert.deepEqual(await readdir(join(folder, 'read')), ['a.ach']);
});

test('a folder or a link in the inbox is no file that came in', async (t) => {
  const { mailbox, folder } = await openFolder(t);
  await mkdir(join(folder, 'inbox', 'old.ach'), { recursive: true });
  await writeFile(join(folder, 'secret'), 'not for the bank');
  await symlink('../secret', join(folder, 'inbox', 'link.ach'));
  await symlink('../nowhere', join(folder, 'inbox', 'dangling.ach'));
  await writeFile(join(folder, 'inbox', 'a.ach'), 'first');
  assert.deepEqual(await mailbox.list(), ['a.ach']);
});

test('a server with another host key, or that does not know ours, is told as such', {
  skip: missing(),
}, async () => {
  const { folder, port, keys } = await openPlace();
  const stranger = join(keys, 'stranger');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', stranger]);
  const at = { ACH_SFTP: `sftp://${userInfo().username}@127.0.0.1:${port}${folder}` };
  const good = { ACH_SFTP_KEY: join(keys, 'client'), ACH_SFTP_KNOWN_HOSTS: join(keys, 'known') };
  await liveMailbox({ ...at, ...good }).list();

  const badKey = liveMailbox({ ...at, ...good, ACH_SFTP_KEY: stranger });
  await assert.rejects(badKey.list(), /cannot be reached.*denied/i);
  const fingerprint = (await readFile(`${stranger}.pub`, 'utf8')).split(' ').slice(0, 2).join(' ');
  await writeFile(join(keys, 'wrong'), `[127.0.0.1]:${port} ${fingerprint}\n`);
  const badHost = liveMailbox({ ...at, ...good, ACH_SFTP_KNOWN_HOSTS: join(keys, 'wrong') });
  await assert.rejects(badHost.list(), /cannot be reached/);
  const nobody = liveMailbox({ ...at, ...good, ACH_SFTP: `sftp://x@127.0.0.1:1${folder}` });
  await assert.rejects(nobody.put('a.ach', 'x'), /cannot be reached/);
});

function missing(): string | false {
  try {
    accessSync(sshd, constants.X_OK);
    return false;
  } catch {
    return 'SKIPPED: openssh-server is not installed';
  }
}

async function openFolder(t: TestContext): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-mailbox-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { mailbox: folderMailbox(folder, randomUUID), folder };
}

async function openServer(): Promise<Place> {
  const { folder, port, keys } = await openPlace();
  const mailbox = liveMailbox({
    ACH_SFTP: `sftp://${userInfo().username}@127.0.0.1:${port}${folder}/`,
    ACH_SFTP_KEY: join(keys, 'client'),
    ACH_SFTP_KNOWN_HOSTS: join(keys, 'known'),
  });
  return { mailbox, folder };
}

function liveMailbox(settings: Readonly<Record<string, string>>): Mailbox {
  const bank = {
    ACH_ODFI: '021000021',
    ACH_ORIGIN: '1123456789',
    ACH_ORIGIN_NAME: 'Platform',
    ACH_DESTINATION_NAME: 'Bank',
  };
  return mailboxesOf(readConfig({ ...bank, ...settings }), randomUUID).live!;
}

/** An empty place at the server. */
async function openPlace() {
  const { base, port, keys } = server!;
  const folder = await mkdtemp(join(base, 'bank-'));
  for (const tray of ['outbox', 'inbox', 'read']) await mkdir(join(folder, tray));
  return { folder, port, keys };
}

/** A real server of this machine's user alone, with keys of its own, on a port of the loopback. */
async function startServer() {
  const base = await mkdtemp(join(tmpdir(), 'quittance-sshd-'));
  const keys = join(base, 'keys');
  await mkdir(keys);
  for (const name of ['host', 'client']) {
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, name)]);
  }
  const port = await freePort();
  const hostKey = (await readFile(join(keys, 'host.pub'), 'utf8')).split(' ').slice(0, 2).join(' ');
  await writeFile(join(keys, 'known'), `[127.0.0.1]:${port} ${hostKey}\n`);
  await writeFile(
    join(keys, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(keys, 'host')}`,
      `AuthorizedKeysFile ${join(keys, 'client.pub')}`,
      `PidFile ${join(keys, 'pid')}`,
      // A process of its own, behind a shell, would double what a session takes.
      'Subsystem sftp internal-sftp',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin prohibit-password',
      '',
    ].join('\n'),
  );
  // As root it wants the folder that the system's own service makes.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true });
  const process = spawn(sshd, ['-D', '-e', '-f', join(keys, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => process.once('close', resolve));
  atEnd({ after }, async () => {
    process.kill();
    await ended;
    await rm(base, { recursive: true, force: true });
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    process.stderr.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      if (said.includes('Server listening on')) resolve();
    });
    void ended.then(() => reject(new Error(`the SFTP server does not start: ${said}`)));
  });
  return { base, port, keys };
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} failed`);
}
