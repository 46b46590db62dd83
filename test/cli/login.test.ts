import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Terminal } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { readSession, writeSession } from '../../src/cli/session-file.ts';
import { deleteOldSessions } from '../../src/parties/sign-in/session.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import { signIn } from '../v1/signed-in.ts';
import { envOver } from './office.ts';
import { login, openTerminals, password } from './terminals.ts';

const minuteMs = 60_000;

test('the session stands among those of its person, and ends with them, when idle and by logout', async (t) => {
  const place = await openTerminals(t);
  const { v1, home, addressOf, businessId } = place;
  const browser = await signIn(v1, v1.caller, 'manager');
  const ann = await login(place, 'ann', 'manager');
  const file = join(home, 'ann/.config/quittance/sessions.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const stored: Record<string, { token: string }> = JSON.parse(readFileSync(file, 'utf8'));
  const { token } = Object.values(stored)[0]!;
  for (const { out, err } of ann.said) assert.ok(!(out + err).includes(token));
  const cookie = { headers: { Cookie: `quittance=${token}` } };
  const asBrowser = await v1.call('GET', '/v1/session', { as: cookie });
  assert.equal(asBrowser.status, 401, 'it is no cookie of a browser');

  const shown = await ann.ask('whoami');
  assert.deepEqual(
    [shown.email, shown.businesses],
    [
      addressOf('manager'),
      [
        {
          id: String(businessId),
          name: v1.caller.business.name,
          role: 'manager',
          rights: ['read', 'charge', 'refund', 'approve'],
        },
      ],
    ],
  );
  const list = async () => (await v1.call('GET', '/v1/session/all', { as: browser })).body.data;
  const [own] = await list();
  assert.match(own.browser, /^Command line, operator/);
  // Another login in its place ends it.
  await login(place, 'ann', 'manager');
  assert.equal((await list()).length, 2);
  await v1.call('DELETE', '/v1/session/all', { as: browser });
  const ended = await ann.run('whoami');
  assert.deepEqual(
    [ended.code, ended.err],
    [1, 'quittance: nobody is signed in here: quittance login ADDRESS\n'],
  );

  await login(place, 'ann', 'manager');
  v1.clock.pass(17 * minuteMs);
  assert.equal((await ann.run('whoami')).code, 1, 'idle');
  await login(place, 'ann', 'manager');
  assert.match((await ann.run('logout')).out, /is signed out\.\n$/);
  assert.equal((await ann.run('whoami')).code, 1);
  assert.match((await ann.run('logout')).out, /^Nobody was signed in\.\n$/);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {});
});

test('the file of sessions has no password of a database, wherever an address has one', async (t) => {
  const { world, home } = await openTerminals(t);
  const shell = { env: { HOME: join(home, 'ann') } };
  const file = join(home, 'ann/.config/quittance/sessions.json');
  const session = { email: 'ann@example.com', token: 'a token' };
  for (const databaseUrl of [
    'postgres://quittance:hid%40den@db/pay',
    'postgres://quittance:hid@den@db/pay',
    'postgres://db/pay?user=quittance&password=hidden',
    'postgresql://quittance:hidden@one,two/pay',
  ]) {
    const config = { ...world.config, databaseUrl };
    await writeSession(shell, config, session);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /hid|den/);
    assert.deepEqual(await readSession(shell, config), session);
    const other = { ...config, databaseUrl: databaseUrl.replace('/pay', '/other') };
    assert.equal(await readSession(shell, other), undefined);
    await writeSession(shell, config, undefined);
  }
  const at = (password: string) => {
    return { ...world.config, databaseUrl: `postgres://quittance:${password}@db/pay` };
  };
  await writeSession(shell, at('old'), session);
  assert.deepEqual(await readSession(shell, at('new')), session, 'it is the same database');
});

test('wrong passwords are limited over processes, as in browsers', async (t) => {
  const place = await openTerminals(t);
  const { v1, world, addressOf } = place;
  await signIn(v1, v1.caller, 'manager');
  const { runWith } = place.terminal('mallory');
  const address = addressOf('manager');
  const guess = async (word: string, at = address) => await runWith(`${word}\n`, 'login', at);
  for (let n = 0; n < 7; n += 1)
    assert.equal((await guess(password)).code, 0, 'right ones are free');
  const wrong = await guess('a wrong one');
  assert.deepEqual(
    [wrong.code, wrong.err],
    [
      1,
      'quittance: This is not the right password, code, passkey or link. Whoever has no password uses --link.\n',
    ],
  );
  assert.equal((await guess('x', 'nobody@example.com')).err, wrong.err, 'nobody is told alike');
  for (let n = 0; n < 4; n += 1) await guess('a wrong one');
  const refused = await guess(password);
  assert.match(refused.err, /too many attempts with wrong credentials/);
  v1.clock.pass(12_000);
  assert.equal((await guess(password)).code, 0);
  assert.match(
    (await runWith('\n', 'login', address)).err,
    /nobody is signed in: Password is miss/,
  );
  assert.equal((await runWith('x\n', 'login')).code, 2);

  for (let n = 0; n < 30; n += 1) await guess('a wrong one', `somebody-${n}@example.com`);
  const all = await guess('a wrong one', 'somebody-else@example.com');
  assert.match(all.err, /too many attempts/, 'one terminal guesses at everybody');
  await deleteOldSessions(world.db, new Date(v1.clock.now().getTime() + 2 * minuteMs));
  assert.deepEqual(await v1.db.query('select name from sign_in_guesses'), []);
});

test('the code of the app is asked for, and no session is left without it', async (t) => {
  const place = await openTerminals(t);
  const { v1, addressOf } = place;
  const browser = await signIn(v1, v1.caller, 'manager');
  const call = async (path: string, body: unknown) =>
    (await v1.call('POST', path, { body, as: browser })).body;
  const { secret } = await call('/v1/session/second-factor', undefined);
  const code = () => codeAt(secret, BigInt(Math.floor(v1.clock.now().getTime() / 30_000)));
  const { recoveryCodes } = await call('/v1/session/second-factor/confirm', { code: code() });
  const { runWith } = place.terminal('ann');
  const enterWith = async (...lines: string[]) =>
    await runWith(`${[password, ...lines].join('\n')}\n`, 'login', addressOf('manager'));
  const replayed = await enterWith(code());
  assert.match(replayed.err, /This is not the right password, code, passkey or link/);
  const missing = await enterWith();
  assert.match(missing.err, /nobody is signed in: Code of the app, or a recovery code is missing/);
  const open = async () =>
    (await v1.call('GET', '/v1/session/all', { as: browser })).body.data.length;
  assert.equal(await open(), 1);
  assert.equal((await enterWith(recoveryCodes[0])).code, 0);
  assert.equal((await enterWith(recoveryCodes[0])).code, 1, 'good once');
  v1.clock.pass(30_000);
  assert.equal((await enterWith(code())).code, 0);
  assert.equal(await open(), 2);
});

test('whoever has no password signs in by a login link, once', async (t) => {
  const place = await openTerminals(t);
  const { v1, addressOf, businessId } = place;
  await signIn(v1, v1.caller, 'manager');
  const { run, runWith } = place.terminal('ann');
  const words = ['user', 'login-link', '--business', String(businessId), '--email'];
  const printed = await run(...words, addressOf('manager'));
  assert.equal(printed.code, 0, 'who is locked out needs no login for it');
  assert.equal((await runWith(printed.out, 'login', '--link')).code, 0);
  assert.equal((await run('whoami')).code, 0);
  const again = await runWith(printed.out, 'login', '--link');
  assert.match(again.err, /This link was used already/);
  assert.equal((await runWith(printed.out, 'login', '--link', addressOf('manager'))).code, 2);
});

test('at a terminal the way without a password stands above the prompt, for everybody alike', async (t) => {
  const place = await openTerminals(t);
  const { v1, addressOf } = place;
  await signIn(v1, v1.caller, 'manager');
  for (const address of [addressOf('manager'), 'nobody@example.com']) {
    const shown: string[] = [];
    const err = { write: (text: string) => shown.push(text) };
    const input = () => Object.assign(Readable.from(['\n']), { isTTY: true });
    const open: Terminal['open'] = async () => ({
      world: await v1.open(),
      openAnother: () => assert.fail('a login opens no other connection'),
      close: async () => {},
    });
    const env = envOver(v1);
    await runCommandLine(['login', address], { out: err, err, input, env, open });
    assert.match(
      shown.join(''),
      /^No password\? .*login --link .*\n.*login-link prints one\.\nPassword: /,
    );
    for (const line of shown.join('').split('\n')) assert.ok(line.length <= 80, line);
  }
});
