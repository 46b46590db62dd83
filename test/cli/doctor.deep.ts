import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { keyLine } from '../../src/ports/vault/key-text.ts';
import { account, farTwilio, settingsFor } from '../carriers/far-twilio.ts';
import { mailServer } from '../carriers/mail-server.ts';
import { nobody, othersCanRun } from '../embedded.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { type Env, openOffice } from './office.ts';

type Found = {
  readonly about: string;
  readonly verdict: string;
  readonly says: string;
  readonly remedy?: string;
};

/* Each installation has one fault, and doctor names it. */

async function openHouse(t: TestContext) {
  const fixture = await makeFixture(t);
  const folder = await mkdtemp(join(tmpdir(), 'quittance-doctor-'));
  atEnd(t, () => rm(folder, { recursive: true }));
  const examine = async (settings: Env = {}) => {
    const own = { QUITTANCE_DATA: folder, PORT: '0', ...settings };
    const { out, err } = await openOffice(fixture, own).run('doctor', '--json');
    assert.equal(err, '');
    const { checks } = JSON.parse(out) as { checks: Found[] };
    const about = (name: string) => {
      const found = checks.filter((one) => one.about.startsWith(name));
      return found.map(({ verdict, says }) => `${verdict}: ${says}`);
    };
    return { checks, about };
  };
  return { fixture, folder, examine };
}

test('a fault of the settings is a row of its own, and the other checks go on', async (t) => {
  const { examine } = await openHouse(t);
  const { about } = await examine({ WORKER_POLL_MS: 'often', SMTP_URL: 'smtp://127.0.0.1:1' });
  const settings = about('settings');
  assert.match(settings.join(), /^wrong: WORKER_POLL_MS /);
  assert.equal(about('database')[0], 'ok: it is reached, and its tables are those of this version');
  assert.deepEqual(about('mail'), ['wrong: it cannot be reached (carrier_unreachable)']);
});

test('the folder to the bank is checked as a start does, and a login by SFTP is tried', async (t) => {
  const { folder, examine } = await openHouse(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const bank = async (settings: Env) => (await examine(settings)).about('bank')[0]!;
  assert.match(await bank({ ACH_FOLDER: folder }), /^ok: no files go to a bank/);
  const below = await bank({ ACH_FOLDER: join(file, 'ach') });
  assert.match(below, /^wrong: cannot use the folder .*, which ACH_FOLDER names: ENOTDIR$/);
  const settings = {
    ACH_FOLDER: folder,
    ACH_ODFI: '021000021',
    ACH_ORIGIN: '1234567890',
    ACH_ORIGIN_NAME: 'SHOP',
    ACH_DESTINATION_NAME: 'BANK',
  };
  assert.equal(await bank(settings), 'ok: its folder can be written to');
  const sftp = {
    ...settings,
    ACH_SFTP: 'sftp://shop@127.0.0.1:1/files',
    ACH_SFTP_KEY: join(folder, 'key'),
    ACH_SFTP_KNOWN_HOSTS: file,
  };
  assert.match(await bank(sftp), /^wrong: cannot read .*key, which ACH_SFTP_KEY names: ENOENT$/);
  assert.match(
    await bank({ ...sftp, ACH_SFTP_KEY: file }),
    /^wrong: (?:the bank's server cannot be reached|the program sftp is missing): /,
  );
});

test('a port of metrics that another program holds is named', async (t) => {
  const { examine } = await openHouse(t);
  const port = (await mailServer(t)).port;
  const { about } = await examine({ METRICS_PORT: String(port), METRICS_HOST: '127.0.0.1' });
  assert.match(about('port of metrics').join(), /^wrong: .* cannot be had: EADDRINUSE$/);
});

test('a service that does not answer is told from one that says why it is not ready', async (t) => {
  const { folder, examine } = await openHouse(t);
  const running = {
    pid: process.pid,
    host: hostname(),
    address: 'http://127.0.0.1:1',
    upSeconds: 1,
  };
  await mkdir(join(folder, 'running'));
  const file = join(folder, 'running', `${process.pid}.json`);
  await writeFile(file, JSON.stringify(running));
  const { about, checks } = await examine();
  assert.match(
    about('service').join(),
    /^wrong: process \d+ does not answer on http:\/\/127\.0\.0\.1:1\/livez: /,
  );
  assert.match(checks.find((one) => one.about === 'service')!.remedy!, /^restart it /);
});

test('services that cannot be seen are not taken for none', async (t) => {
  const { folder, examine } = await openHouse(t);
  await writeFile(join(folder, 'running'), '');
  const { about } = await examine();
  assert.match(about('service').join(), /^wrong: cannot use .*running: .* \(ENOTDIR\)$/);
  assert.deepEqual(about('port'), []);
});

test('a file in place of the log, and a backup that is gone or not recorded, are warnings', async (t) => {
  const { folder, examine } = await openHouse(t);
  await writeFile(join(folder, 'log'), '');
  const record = join(folder, 'last-backup.json');
  const gone = { madeAt: new Date().toISOString(), folder: join(folder, 'copy') };
  await writeFile(record, JSON.stringify(gone));
  const first = await examine();
  assert.match(first.about('data folder').join(), /^warning: log in .* is not a folder/);
  assert.match(first.about('backup').join(), /^warning: .*copy is gone$/);
  await mkdir(gone.folder);
  assert.match((await examine()).about('backup').join(), /^ok: /);
  await writeFile(record, '{');
  assert.match((await examine()).about('backup').join(), /^warning: .* cannot be read/);
});

test('a keys file that is cut, or that the owner of the data cannot read, is wrong', async (t) => {
  const { folder, examine } = await openHouse(t);
  const outside = await mkdtemp(join(tmpdir(), 'quittance-keys-'));
  atEnd(t, () => rm(outside, { recursive: true }));
  const file = join(outside, 'keys.json');
  const keys = async () => {
    const { about } = await examine({ QUITTANCE_KEK: undefined, QUITTANCE_KEYS: file });
    return about('keys').join();
  };
  const line = keyLine('kek-1', createHash('sha256').update('a key').digest(), new Date());
  await writeFile(file, line.slice(0, -20), { mode: 0o600 });
  assert.match(await keys(), /^wrong: Line 1 of the keys file .* is not a JSON object/);
  await writeFile(file, line);
  assert.match(await keys(), /^ok: /);
  if (process.getuid?.() !== 0) return;
  await chown(folder, nobody.uid, nobody.gid);
  assert.match(
    await keys(),
    /^wrong: user 65534, who owns the data folder, cannot read .* of user 0$/,
  );
  await chown(file, nobody.uid, nobody.gid);
  assert.match(await keys(), /^ok: /);
});

test('without rights to the data folder doctor names its user, and says nothing of the service', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('SKIPPED: not root');
  if (!(await othersCanRun(t))) return;
  const outside = await mkdtemp(join(tmpdir(), 'quittance-shut-'));
  atEnd(t, () => rm(outside, { recursive: true }));
  await chmod(outside, 0o755);
  const folder = join(outside, 'data');
  await mkdir(folder, { mode: 0o700 });
  const env = { PATH: process.env.PATH, HOME: '/', QUITTANCE_DATA: folder };
  const words = [join(import.meta.dirname, '../../bin/quittance'), ['doctor', '--json']] as const;
  const run = promisify(execFile)(...words, { ...nobody, cwd: '/', env });
  const { stdout } = await run.catch((fault: { stdout: string }) => fault);
  const { checks } = JSON.parse(stdout) as { checks: Found[] };
  const folderCheck = checks.find(({ about }) => about === 'data folder')!;
  assert.match(folderCheck.says, /^this user cannot see /);
  assert.match(folderCheck.remedy!, /sudo -u '#0' quittance doctor$/);
  const abouts = new Set(checks.map(({ about }) => about));
  for (const about of ['port', 'keys', 'backup', 'bank', 'database']) {
    assert.ok(!abouts.has(about), about);
  }
});

test('a database is not opened while a setting that names it is wrong', async (t) => {
  const { examine } = await openHouse(t);
  const { about } = await examine({ DATABASE_URL: 'nowhere' });
  assert.equal(
    about('database')[0],
    'warning: it is not opened while the settings that name it are wrong',
  );
});

test('the mail server is greeted and logged in at, and gets no mail', async (t) => {
  const { examine } = await openHouse(t);
  const server = await mailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      const isRight = username === 'shop' && password === 'right';
      done(isRight ? null : new Error('no'), isRight ? { user: 'shop' } : undefined);
    },
  });
  const at = (login: string) => ({
    SMTP_URL: `smtp://${login}@127.0.0.1:${server.port}`,
    MAIL_FROM: 'pay@example.com',
  });
  const good = await examine(at('shop:right'));
  assert.deepEqual(good.about('mail'), ['ok: the mail server takes mail']);
  const bad = await examine(at('shop:wrong'));
  assert.deepEqual(bad.about('mail'), ['wrong: it refuses the login (carrier_login_refused)']);
  assert.equal(server.delivered.length, 0);
});

test('Twilio is asked about the account, and sends no text', async (t) => {
  const { examine } = await openHouse(t);
  const far = await farTwilio(t);
  const answers = { status: 200, body: { sid: account, status: 'active' } };
  far.instead = () => answers;
  assert.deepEqual((await examine(settingsFor(far))).about('texts'), [
    'ok: Twilio takes the token',
  ]);
  answers.body.status = 'suspended';
  assert.deepEqual((await examine(settingsFor(far))).about('texts'), [
    'wrong: the account is suspended or closed (account_not_active)',
  ]);
  answers.status = 401;
  assert.deepEqual((await examine(settingsFor(far))).about('texts'), [
    'wrong: it refuses the login (carrier_login_refused)',
  ]);
  assert.deepEqual(new Set(far.heard.map(({ method }) => method)), new Set(['GET']));
  assert.equal(far.texts.length, 0);
});

test('a live service without mail and texts is told so', async (t) => {
  const { examine } = await openHouse(t);
  const live = { QUITTANCE_MODE: 'live', PUBLIC_URL: 'https://pay.example.com' };
  const { about } = await examine(live);
  assert.match(about('mail').join(), /^warning: SMTP_URL is not set/);
  assert.match(about('texts').join(), /^warning: TWILIO_ACCOUNT is not set/);
});

test('processes of which none works jobs are told, and their different versions', async (t) => {
  const { fixture, examine } = await openHouse(t);
  assert.match((await examine()).about('processes').join(), /^warning: no process of the service/);
  const add = (name: string, version: string, works: boolean) =>
    fixture.db.query(
      `insert into processes (name, version, serves, works, started_at, seen_at)
       values ($1, $2, true, $3, $4, $4)`,
      [name, version, works, fixture.clock.now()],
    );
  await add('one:1', '1.0.0', false);
  assert.match((await examine()).about('processes').join(), /^wrong: 1 run, and none works jobs/);
  await add('two:2', '1.1.0', true);
  const both = (await examine()).about('processes');
  assert.match(both[0]!, /^ok: 2 run; jobs are worked by two:2 since /);
  assert.match(both[1]!, /^warning: they are of different versions: /);
});

test('an account is asked at its gateway, and is not stopped by it', async (t) => {
  const { fixture, examine } = await openHouse(t);
  const { business } = await fixture.addBusiness();
  const insert = `insert into processor_accounts (business_id, name, processor, environment, currency,
      state, stopped_because, address, key_number, created_at, checked_at)
    values ($1, $2, 'nmi', 'sandbox', 'USD', $3, $4, 'http://127.0.0.1:1', 1, $5, $5)`;
  const add = (name: string, state: string, because: string | null) =>
    fixture.db.query(insert, [business.id, name, state, because, fixture.clock.now()]);
  await add('away', 'active', null);
  await add('ended', 'stopped', 'The gateway refuses the key.');
  const { about } = await examine();
  assert.match(about('account away').join(), /^warning: it gives no answer: /);
  assert.match(
    about('account ended').join(),
    /^warning: it is stopped: The gateway refuses the key/,
  );
  const states = await fixture.db.query('select name, state from processor_accounts order by name');
  assert.deepEqual(states, [
    { name: 'away', state: 'active' },
    { name: 'ended', state: 'stopped' },
  ]);
});

test('a receiver of webhooks is connected to, and gets nothing', async (t) => {
  const { fixture, examine } = await openHouse(t);
  const { business } = await fixture.addBusiness();
  const server = await mailServer(t);
  const add = (kind: string, port: number) =>
    fixture.db.query(
      `insert into webhook_endpoints (business_id, kind, url, created_at)
       values ($1, $2, $3, $4)`,
      [business.id, kind, `http://127.0.0.1:${port}/secret-path`, fixture.clock.now()],
    );
  await add('payments', server.port);
  await add('messages', 1);
  const { about, checks } = await examine();
  const named = (kind: string) => about(`webhooks of business ${business.id} for ${kind}`);
  assert.deepEqual(named('payments'), ['ok: it is reached']);
  assert.deepEqual(named('messages'), ['warning: it cannot be reached: connection refused']);
  assert.ok(!JSON.stringify(checks).includes('secret-path'));
});
