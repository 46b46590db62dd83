import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { atTerminal, withoutTerminal } from '../pseudo-terminal.ts';
import { atEnd } from '../scope.ts';

const bash = async (line: string) => (await promisify(execFile)('bash', ['-c', line])).stdout;

async function scratch(t: TestContext) {
  const folder = mkdtempSync(join(await quickPlace(), 'quittance-first-run-'));
  // After the services that work in it.
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  const [dataFolder, keysFile] = [join(folder, 'data'), join(folder, 'keys.json')];
  const env = {
    ...{ HOME: folder, HOST: '127.0.0.1', PORT: '0' },
    ...{ QUITTANCE_DATA: dataFolder, QUITTANCE_KEYS: keysFile },
  };
  return { folder, env };
}

describe('a new user at a terminal', { skip: withoutTerminal }, () => {
  test('starts the service, opens its link, and pastes the three lines as they are printed', async (t) => {
    const { env } = await scratch(t);
    const service = atTerminal(t, ['all'], env);
    await service.until('/docs\n');
    const lines = service.shown().split('\n');
    const welcome = lines.slice(lines.findIndex((line) => line.startsWith('Quittance is ready')));

    const migrated = lines.filter((line) => line.includes('database.migrat'));
    assert.equal(migrated.length, 1, 'one line for all migrations');
    // Progress that was shown before is wiped out.
    assert.match(
      migrated[0]!,
      /(?:^|\x1b\[2K)\d\d:\d\d:\d\d {2}info {3}database\.migrated {2}count=\d\d /,
    );
    assert.ok(welcome.length <= 28, `${welcome.length} lines`);

    const pasted = welcome.filter((line) => line.startsWith('curl '));
    assert.equal(pasted.length, 3);
    const [card, bank, soap] = await Promise.all(pasted.map(bash));
    const charged = JSON.parse(card!);
    assert.deepEqual([charged.status, charged.amount, charged.last4], ['captured', 1250, '4242']);
    const debited = JSON.parse(bank!);
    assert.deepEqual([debited.status, debited.method, debited.amount], ['queued', 'bank', 3000]);
    assert.match(soap!, /<CheckPhoneTypeResult>\{"IsSuccess":true,/);

    const link = welcome.find((line) => line.includes('/sign-in/link#'))!;
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/sign-in\/link#[\w-]{43}$/);
    const { origin, hash } = new URL(link);
    const used = await fetch(`${origin}/v1/session/link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: hash.slice(1) }),
    });
    assert.equal(used.status, 201);
    const wsdl = welcome
      .find((line) => line.includes('WSDL'))!
      .split(/ +/)
      .at(-1)!;
    assert.match(await (await fetch(wsdl)).text(), /<wsdl:definitions|<definitions/);
  });

  test('signs in without the password being shown, and out', async (t) => {
    const { folder, env } = await scratch(t);
    const service = atTerminal(t, ['all'], env);
    await service.until('/docs\n');
    const link = /http\S+\/sign-in\/link#\S+/.exec(service.shown())![0];
    const { origin, hash } = new URL(link);
    const call = async (path: string, body: object, headers = {}) => {
      const method = 'POST';
      const sent = { 'Content-Type': 'application/json', ...headers };
      const all = { method, headers: sent, body: JSON.stringify(body) };
      return await fetch(`${origin}${path}`, all);
    };
    const signed = await call('/v1/session/link', { token: hash.slice(1) });
    const cookie = signed.headers.get('set-cookie')!.split(';')[0]!;
    const { antiForgery } = (await signed.json()) as { antiForgery: string };
    const password = 'a long enough secret';
    const as = { Cookie: cookie, 'X-Anti-Forgery': antiForgery };
    assert.equal((await call('/v1/session/password', { password }, as)).status, 200);

    const login = atTerminal(t, ['login', 'operator@example.com'], env);
    await login.until('Password: ');
    login.type(password);
    await login.until('signed in as  operator@example.com');
    assert.equal(await login.ended(), 0);
    assert.ok(!login.shown().includes(password), login.shown());
    const stored = join(folder, '.config/quittance/sessions.json');
    assert.match(readFileSync(stored, 'utf8'), /"email": "operator@example\.com"/);

    const stopped = atTerminal(t, ['login', 'operator@example.com'], env);
    await stopped.until('Password: ');
    assert.equal(await stopped.stop(), 1);
    assert.match(stopped.shown(), /quittance: nobody is signed in: Password is missing\n/);

    const wrong = atTerminal(t, ['login', 'operator@example.com'], env);
    await wrong.until('Password: ');
    wrong.type('another secret');
    await wrong.until('This is not the right password');
    assert.equal(await wrong.ended(), 1);

    const logout = atTerminal(t, ['logout'], env);
    await logout.until('operator@example.com is signed out.');
    assert.equal(await logout.ended(), 0);
  });
});
