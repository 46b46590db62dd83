import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { officeOf } from '../cli/office.ts';
import { nobody, othersCanRun } from '../embedded.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-start-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type User = { readonly uid?: number; readonly gid?: number };

/** Runs a command to its end, or until it says the word that is waited for and is then asked to stop. */
async function run(words: string[], env: Record<string, string>, until?: string, user: User = {}) {
  const child = spawn(quittance, words, {
    env: { ...process.env, LOG_LEVEL: 'error', PORT: '0', ...env },
    ...user,
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk;
    if (until && said.includes(until)) child.kill('SIGTERM');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, said };
}

const settings = (folder: string) => ({
  QUITTANCE_DATA: join(folder, 'data'),
  QUITTANCE_KEYS: join(folder, 'keys.json'),
});

test('the first start hands out credentials once, in a file that only its owner may read', async (t) => {
  const folder = scratch(t);
  const first = await run(['all'], settings(folder), '/docs\n');
  assert.equal(first.code, 0);
  // It is no terminal: what is said may go to a journal.
  assert.doesNotMatch(first.said, /Username {2}/);
  const file = join(folder, 'data/first-start.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const found = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(found), [
    'baseUrl',
    'soapUrl',
    'soapNamespace',
    'username',
    'apiKey',
  ]);
  assert.ok(!first.said.includes(found.apiKey));
  assert.ok(first.said.includes(`Username and APIKey are in ${file}`));

  // A file that somebody broke is no reason not to take payments; and the key is not said again.
  writeFileSync(file, '{');
  const second = await run(['all'], settings(folder), 'ready at');
  assert.equal(second.code, 0);
  assert.ok(!second.said.includes('APIKey'));
});

test('a port that is taken ends the start in one sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  t.after(() => void other.close());
  const { port } = other.address() as { port: number };
  const { code, said } = await run(['all'], { ...settings(scratch(t)), PORT: String(port) });
  assert.equal(code, 1);
  assert.match(said, /quittance: cannot listen on 127\.0\.0\.1, port \d+: it is in use/);
  assert.ok(!said.includes('    at '));
});

test('live mode makes no keys by itself and goes with keys that were made', async (t) => {
  const env = { ...settings(scratch(t)), QUITTANCE_MODE: 'live' };
  const refused = await run(['migrate'], env);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /Live mode does not make its own keys/);
  assert.equal((await run(['vault', 'make-keys'], env)).code, 0);
  assert.equal((await run(['migrate'], env)).code, 0);
});

test('live mode warns of links that lead nowhere where PUBLIC_URL is not set', async (t) => {
  const folder = scratch(t);
  // Live mode does not run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !(await othersCanRun(t))) return;
  if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
  const user = isRoot ? { ...nobody, cwd: '/' } : {};
  const env = { ...settings(folder), QUITTANCE_MODE: 'live', LOG_LEVEL: 'warn' };
  assert.equal((await run(['vault', 'make-keys'], env, undefined, user)).code, 0);
  const warned = await run(['serve'], env, 'ready at', user);
  assert.match(warned.said, /"event":"server.without_public_url","setting":"PUBLIC_URL"/);
  const named = { ...env, PUBLIC_URL: 'https://pay.example.com' };
  assert.doesNotMatch((await run(['serve'], named, 'ready at', user)).said, /without_public_url/);
});

test('mistakes of an operator are told in a sentence', async (t) => {
  const env = settings(scratch(t));
  const cases: [string[], Record<string, string>, RegExp, code?: number][] = [
    [['all'], { PORT: 'eighty' }, /PORT must be a whole number/],
    [['migrate'], { DATABASE_URL: 'nonsense' }, /DATABASE_URL must begin with postgres/],
    [
      ['migrate'],
      { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/z' },
      /cannot reach the database/,
    ],
    [['migrate', 'now'], {}, /takes no further words/, 2],
    [['payment', 'show', 'x'], {}, /payment show: .* must be a business and a number/, 2],
    [
      ['vault', 'make-keys'],
      { QUITTANCE_KEYS: join(env.QUITTANCE_DATA, 'k') },
      /inside the data folder/,
    ],
  ];
  for (const [words, more, expected, ending = 1] of cases) {
    const { code, out, err } = await officeOf({ ...env, ...more }).run(...words);
    const said = out + err;
    assert.equal(code, ending, said);
    assert.match(said, expected);
    assert.ok(!said.includes('    at ') && !said.includes('secret'), said);
  }
});
