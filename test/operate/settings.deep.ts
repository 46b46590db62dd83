import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeSettings, readConfig } from '../../src/config.ts';
import { ConfigFault } from '../../src/settings/setting.ts';
import { officeOf } from '../cli/office.ts';
import { runQuittance } from '../cli/run-quittance.ts';
import { nobody, othersCanRun, scratch } from '../embedded.ts';

const root = join(import.meta.dirname, '../..');
type Env = Readonly<Record<string, string>>;

/** As a process, whatever else is set there; `called` is the same in this one. */
async function run(words: readonly string[], env: Env = {}, user?: typeof nobody) {
  return await runQuittance(words, { PORT: '0', ...env }, user && { user });
}

const called = async (words: readonly string[], env: Env = {}) =>
  await officeOf({ PORT: '0', ...env }).run(...words);

test('quittance alone prints what is used most on one screen, and starts nothing', async (t) => {
  const folder = await scratch(t);
  const { code, out, err } = await run([], { QUITTANCE_DATA: join(folder, 'data') });
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^quittance COMMAND\. The service starts with: quittance all\n/);
  assert.equal(out, (await called(['help'])).out);
  assert.deepEqual(await readdir(folder), []);
});

test('--version says the version of package.json, whatever the settings are', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { code, out } = await called(['--version'], { PORT: 'eighty' });
  assert.deepEqual([code, out], [0, `quittance ${version}\n`]);
});

test('a start with an unknown or misspelt setting is refused with the name that was meant, and makes nothing', async (t) => {
  const folder = await scratch(t);
  const env = { QUITTANCE_DATA: join(folder, 'data'), QUITTANCE_MOD: 'live', PUBLIC_ULR: 'x' };
  const { code, out, err } = await run(['all'], env);
  assert.deepEqual([code, out], [1, '']);
  assert.deepEqual(err.trim().split('\n').sort(), [
    'PUBLIC_ULR is set, and there is no such setting: did you mean PUBLIC_URL?',
    'quittance: QUITTANCE_MOD is set, and there is no such setting: did you mean QUITTANCE_MODE?',
  ]);
  assert.deepEqual(await readdir(folder), []);
});

const misspelt: readonly (readonly [name: string, meant: string | undefined])[] = [
  ['QUITTANCE_MOD', 'QUITTANCE_MODE'],
  ['QUITTANCE_MODES', 'QUITTANCE_MODE'],
  ['QUITTANCE_KEY', 'QUITTANCE_KEYS or QUITTANCE_KEK'],
  ['quittance_mode', 'QUITTANCE_MODE'],
  ['QUITTANCE_KEK_COMAND', 'QUITTANCE_KEK_COMMAND'],
  ['QUITTANCE_NOTHING_LIKE_IT', undefined],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PROCESSOR_TIMEOUT_SM', 'PROCESSOR_TIMEOUT_MS'],
  ['BAD_CREDENTIALS_PER_MINUT', 'BAD_CREDENTIALS_PER_MINUTE'],
  ['SIMULATOR_ULR', 'SIMULATOR_URL'],
];
for (const [name, meant] of misspelt) {
  test(`${name} is no setting, and ${meant ?? 'nothing'} was meant`, () => {
    const end = meant ? `did you mean ${meant}?` : 'quittance config lists them all';
    assert.throws(
      () => readConfig({ [name]: 'x' }),
      (fault) => {
        assert.ok(fault instanceof ConfigFault);
        assert.equal(fault.message, `${name} is set, and there is no such setting: ${end}`);
        return true;
      },
    );
  });
}

test('every setting by its right name, and the variables of other programs, are no misspelling', () => {
  const names = describeSettings(readConfig({})).map(({ env }) => env);
  const mayBeBlank = names.filter((name) => name !== 'DATABASE_URL' && name !== 'QUITTANCE_KEK');
  readConfig(Object.fromEntries(mayBeBlank.map((name) => [name, ''])));
  const others =
    `PATH HOME HOSTNAME PORTS MAIL LOGNAME DATABASE TWILIO_ACCOUNT_SID TWILIO_AUTH_TOKEN SMTP_USER
    SMTP_HOST MODE LANG NODE_ENV npm_config_port PGHOST http_proxy HOST_NAME DATABASE_PASSWORD`.split(
      /\s+/,
    );
  readConfig(Object.fromEntries(others.map((name) => [name, 'x'])));
  // The right one is set, so this one is of somebody else.
  readConfig({ SMTP_URI: 'x', SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.com' });
});

test('a folder that cannot be written to is told in one sentence, whichever it is', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const [data, keys, below] = [join(folder, 'data'), join(folder, 'keys.json'), join(file, 'x')];
  await mkdir(join(folder, 'other/simulated-bank.jsonl'), { recursive: true });
  const good = { QUITTANCE_DATA: data, QUITTANCE_KEYS: keys };
  const cases: readonly (readonly [words: string, env: Env, says: RegExp])[] = [
    [
      'all',
      { QUITTANCE_DATA: below },
      /cannot use the data folder .*\/file\/x: a part of the path is not a folder/,
    ],
    ['migrate', { QUITTANCE_KEYS: below }, /cannot use .*\/file\/x: .* \(ENOTDIR\)/],
    ['vault make-keys', { QUITTANCE_KEYS: below }, /cannot use .*\/file\/x: .* \(ENOTDIR\)/],
    ['all', { ACH_FOLDER: below }, /the folder .*\/file\/x, which ACH_FOLDER names: ENOTDIR/],
    ['work', { ACH_FOLDER: file }, /the folder .*\/file, which ACH_FOLDER names: ENOTDIR/],
    ['simulate', { QUITTANCE_DATA: below }, /cannot use .*\/file\/x: .* \(ENOTDIR\)/],
    [
      'migrate',
      { QUITTANCE_DATA: join(folder, 'other') },
      /cannot use .*\/simulated-bank\.jsonl: it is a folder \(EISDIR\)/,
    ],
  ];
  for (const [words, env, says] of cases) {
    const call = words === 'work' ? run : called;
    const { code, out, err } = await call(words.split(' '), { ...good, ...env });
    assert.deepEqual([code, out], [1, ''], `${words}: ${out}${err}`);
    assert.match(err, says);
    // Making keys is told before; what is wrong is the last line, and there is no stack.
    assert.ok(!err.includes('    at '), err);
  }
});

const skip =
  process.getuid?.() === 0 ? false : 'SKIPPED: only root can start processes as another user';

test('folders of somebody else are told in one sentence', { skip }, async (t) => {
  if (!(await othersCanRun(t))) return;
  const folder = await scratch(t);
  await chmod(folder, 0o755);
  const own = join(folder, 'own');
  await mkdir(own);
  await chown(own, nobody.uid, nobody.gid);
  const good = { QUITTANCE_DATA: join(own, 'data'), QUITTANCE_KEYS: join(own, 'keys.json') };
  const keys = join(folder, 'keys/keys.json');
  const cases: readonly (readonly [words: string, env: Env, says: string])[] = [
    ['migrate', { QUITTANCE_KEYS: keys }, `Cannot make the keys file ${keys} (EACCES).`],
    ['vault make-keys', { QUITTANCE_KEYS: keys }, `Cannot make the keys file ${keys} (EACCES).`],
    [
      'all',
      { ACH_FOLDER: join(folder, 'ach') },
      `cannot use the folder ${folder}/ach, which ACH_FOLDER names: EACCES`,
    ],
    [
      'all',
      { QUITTANCE_DATA: join(folder, 'data') },
      `cannot use the data folder ${folder}/data: permission denied`,
    ],
  ];
  await Promise.all(
    cases.map(async ([words, env, says]) => {
      const { code, err } = await run(words.split(' '), { ...good, ...env }, nobody);
      // On a slow machine it shows how far it is.
      const told = err.replaceAll(/^migrate: step .*\n/gm, '');
      assert.deepEqual([code, told], [1, `quittance: ${says}\n`]);
    }),
  );
});
