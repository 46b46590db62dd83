import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platform } from '../../src/records/audit-log.ts';
import { signIn } from '../v1/signed-in.ts';
import { confirming, login, openTerminals, proposing } from './terminals.ts';

const minuteMs = 60_000;

type History = Record<'act' | 'actor', string> & { facts: { identity?: string } };

test('two signed-in persons decide a case, and the audit log names them', async (t) => {
  const place = await openTerminals(t);
  const { v1, one, addressOf } = place;
  await signIn(v1, v1.caller, 'manager');
  await signIn(v1, v1.caller, 'administrator');
  const [manager, administrator] = ['manager', 'administrator'].map((role) => addressOf(role));

  const ann = await login(place, 'ann', 'manager');
  const proposed = await ann.run(...proposing(one));
  assert.match(
    proposed.out,
    new RegExp(`^user:${manager} proposed noted for case \\d+\\. Another`),
  );
  assert.doesNotMatch(proposed.out, /declared/);
  const alone = await ann.run(...confirming(one));
  assert.deepEqual(
    [alone.code, alone.err],
    [1, `quittance: ${manager} proposed this: somebody else must confirm it.\n`],
  );
  const named = await ann.run(...confirming(one), '--by', 'Ben');
  assert.match(named.err, /is signed in and decides: leave out --by, or log out/);

  const ben = await login(place, 'ben', 'administrator');
  const closed = await ben.ask(...confirming(one));
  assert.deepEqual([closed.state, closed.confirmedBy], ['closed', `user:${administrator}`]);
  const { history } = await ben.ask('case', 'show', one);
  assert.deepEqual(
    history.map(({ act, actor, facts }: History) => [act, actor, facts?.identity]),
    [
      ['question.proposed', `user:${manager}`, undefined],
      ['question.confirmed', `user:${administrator}`, undefined],
      ['question.closed', `user:${administrator}`, undefined],
    ],
  );
  assert.match(history[1].facts.account, /^operator/);
});

test('a name that is only declared decides until somebody who may approve has joined', async (t) => {
  const { v1, one, open, terminal, businessId } = await openTerminals(t);
  const { run, ask } = terminal('root');
  const proposed = await run(...proposing(one), '--by', 'Ann');
  assert.match(proposed.out, /confirm it\. The name operator:Ann is declared, not verified\.\n$/);
  assert.match((await run('case', 'show', one)).out, /operator:Ann \(declared, not verified\)/);
  const { history } = await ask('case', 'show', one);
  assert.equal(history[0].facts.identity, 'declared, not verified');
  // Somebody who may not approve changes nothing about that.
  await signIn(v1, v1.caller, 'cashier');
  assert.equal((await run(...confirming(one), '--by', 'Ben')).code, 0);
  assert.match((await run('case', 'show', one)).out, /confirmed by +operator:Ben \(declared/);

  const other = await open(businessId, 8n);
  assert.equal((await run(...proposing(other), '--by', 'Ann')).code, 0);
  const manager = await signIn(v1, v1.caller, 'manager');
  for (const words of [
    proposing(other),
    [...proposing(other), '--by', 'Ann'],
    [...confirming(other), '--by', 'Ben'],
    ['case', 'reject', other, '--note', 'no', '--by', 'Ann'],
    ['export', 'propose', String(businessId), '--key', 'none', '--note', 'moving', '--by', 'Ann'],
  ]) {
    const refused = await run(...words);
    assert.equal(refused.code, 1, words.join(' '));
    assert.match(refused.err, /two signed-in persons must: run quittance login ADDRESS first/);
  }
  // What was proposed under a declared name is confirmed by nobody who is verified.
  const id = other.split('/')[1];
  const asked = { body: { decision: 'noted' }, as: manager };
  const refused = await v1.call('POST', `/v1/cases/${id}/confirm`, asked);
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'], refused.text);
  assert.match(
    refused.body.detail,
    /operator:Ann is declared, not verified: reject this proposal, and propose it/,
  );
});

test('one user is one person in the portal and at a terminal', async (t) => {
  const place = await openTerminals(t);
  const { v1, one } = place;
  const manager = await signIn(v1, v1.caller, 'manager');
  await signIn(v1, v1.caller, 'administrator');
  const path = `/v1/cases/${one.split('/')[1]}`;
  const body = { decision: 'noted', note: 'asked' };
  const proposed = await v1.call('POST', `${path}/propose`, { body, as: manager });
  assert.equal(proposed.status, 200, proposed.text);
  const ann = await login(place, 'ann', 'manager');
  const same = await ann.run(...confirming(one));
  assert.match(same.err, /somebody else must confirm it/);
  const ben = await login(place, 'ben', 'administrator');
  assert.equal((await ben.run(...confirming(one))).code, 0);
});

test('a person decides with the right to approve over that business, and a fresh proof', async (t) => {
  const place = await openTerminals(t);
  const { v1, one, addressOf } = place;
  for (const role of ['manager', 'cashier'] as const) await signIn(v1, v1.caller, role);
  const cashier = await login(place, 'cashier', 'cashier');
  const may = await cashier.run(...proposing(one));
  assert.deepEqual(
    [may.code, may.err],
    [
      1,
      `quittance: ${addressOf('cashier')} may not approve as cashier of business ${place.businessId}\n`,
    ],
  );
  const manager = await login(place, 'manager', 'manager');
  const other = await v1.addBusiness();
  const foreign = await place.open(other.business.id);
  const stranger = await manager.run(...proposing(foreign));
  assert.match(stranger.err, /is no user of business/);
  const ofPlatform = await manager.run(...proposing(await place.open(platform)));
  assert.match(ofPlatform.err, /does not run the service: the role operator does/);

  v1.clock.pass(9 * minuteMs);
  assert.equal((await manager.run('whoami')).code, 0);
  v1.clock.pass(2 * minuteMs);
  const stale = await manager.run(...proposing(one));
  assert.match(stale.err, /prove once more who you are: quittance login manager-of/);
  const again = await login(place, 'manager', 'manager');
  assert.equal((await again.run(...proposing(one))).code, 0);
});

test('a person without a password proves by another login link', async (t) => {
  const place = await openTerminals(t);
  const { v1, one, businessId } = place;
  const email = 'ann@example.com';
  await v1.call('POST', '/v1/users', { body: { email, name: 'Ann', role: 'manager' } });
  const { run, runWith } = place.terminal('ann');
  const words = ['user', 'login-link', '--business', String(businessId), '--email', email];
  const login = async () => await runWith((await run(...words)).out, 'login', '--link');
  assert.equal((await login()).code, 0);
  v1.clock.pass(11 * minuteMs);
  const stale = await run(...proposing(one));
  assert.match(stale.err, /prove once more who you are: quittance login --link\n/);
  assert.equal((await login()).code, 0);
  assert.equal((await run(...proposing(one))).code, 0);
});

test('who runs the service decides cases of the platform', async (t) => {
  const place = await openTerminals(t);
  await signIn(place.v1, place.v1.caller, 'operator');
  const operator = await login(place, 'operator', 'operator');
  const proposed = await operator.run(...proposing(await place.open(platform)));
  assert.deepEqual([proposed.code, proposed.err], [0, '']);
});
test('in live mode a person without an app for codes decides nothing', async (t) => {
  const place = await openTerminals(t, { QUITTANCE_MODE: 'live' });
  await signIn(place.v1, place.v1.caller, 'manager').catch(() => {});
  const ann = await login(place, 'ann', 'manager');
  assert.match((await ann.run('whoami')).out, /missing +an app that shows codes: set it up/);
  assert.match(
    (await ann.run(...proposing(place.one))).err,
    /Set up an app that shows codes, or a passkey, first/,
  );
});
