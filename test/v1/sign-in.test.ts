import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
type Told = { readonly status: number; readonly body: any; readonly headers: Headers };
type Sent = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A browser: it keeps its cookie, and shows the word against forged requests. */
function browserAt(baseUrl: string) {
  let cookie = '';
  let antiForgery = '';
  return {
    cookie: () => cookie,
    forgetWord() {
      antiForgery = '';
    },
    async call(method: string, path: string, { body, headers }: Sent = {}): Promise<Told> {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(cookie !== '' && { Cookie: cookie }),
          ...(antiForgery !== '' && { 'X-Anti-Forgery': antiForgery }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const set = response.headers.get('set-cookie');
      if (set) cookie = set.split(';')[0]!;
      const text = await response.text();
      const told = text === '' ? undefined : JSON.parse(text);
      if (told?.antiForgery) antiForgery = told.antiForgery;
      return { status: response.status, body: told, headers: response.headers };
    },
  };
}
type Browser = ReturnType<typeof browserAt>;

type Place = Fixture & { world: World; caller: Caller; baseUrl: string; browser: () => Browser };

async function serve(t: TestContext, settings: Record<string, string> = {}): Promise<Place> {
  const fixture = await makeFixture(t, { settings });
  const world = await fixture.open();
  const caller = await fixture.addBusiness();
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  return { ...fixture, world, caller, baseUrl, browser: () => browserAt(baseUrl) };
}

async function asProgram({ baseUrl, caller }: Place, method: string, path: string, body?: unknown) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${caller.apiKey}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const password = 'a long enough secret';

/** A user who has just accepted its invitation in this browser. */
async function join(place: Place, role: string, email = 'ann@example.com'): Promise<Browser> {
  const { world, caller } = place;
  const invited = await asProgram(place, 'POST', '/v1/users', { email, name: 'Ann', role });
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  const link = { kind: 'invitation', email, businessId: caller.business.id } as const;
  const userId = BigInt(invited.body.id);
  const token = await makeLink(world.db, world, world.uuid(), { ...link, userId });
  const browser = place.browser();
  const seen = await browser.call('POST', '/v1/session/link/look', { body: { token } });
  assert.deepEqual([seen.body.kind, seen.body.needs], ['invitation', 'newPassword']);
  const signed = await browser.call('POST', '/v1/session/link', { body: { token, password } });
  assert.equal(signed.status, 201, JSON.stringify(signed.body));
  const again = await place
    .browser()
    .call('POST', '/v1/session/link', { body: { token, password } });
  assert.deepEqual([again.status, again.body.code], [404, 'link_not_valid']);
  return browser;
}

test('an invited person chooses a password, works for the business by role, and signs out', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'cashier');
  const { body: session } = await browser.call('GET', '/v1/session');
  assert.equal(session.stage, 'whole');
  assert.equal(session.memberships[0].business.id, String(place.caller.business.id));
  assert.deepEqual(session.memberships[0].rights, ['read', 'charge']);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 200);
  const made = await browser.call('POST', '/v1/customers', { body: { email: 'ada@example.com' } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const refused = await browser.call('POST', '/v1/api-keys', { body: { name: 'k' } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'right_missing']);
  const log = await asProgram(place, 'GET', '/v1/audit-log');
  const actors = log.body.data.map(({ actor }: { actor: string }) => actor);
  assert.ok(actors.includes('user:ann@example.com'), actors.join());

  await browser.call('DELETE', '/v1/session');
  assert.equal((await browser.call('GET', '/v1/session')).status, 401);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 401);
});

test('a wrong password and nobody are refused alike, and guesses end', async (t) => {
  const place = await serve(t);
  await join(place, 'viewer');
  const browser = place.browser();
  const guess = async (email: string) =>
    await browser.call('POST', '/v1/session', { body: { email, password: 'not the password' } });
  const [wrong, nobody] = [await guess('ann@example.com'), await guess('nobody@example.com')];
  const of = ({ status, body }: Told) => [status, body.code, body.detail];
  assert.deepEqual(of(wrong), of(nobody));
  assert.deepEqual(of(wrong).slice(0, 2), [401, 'wrong_sign_in']);
  for (let i = 0; i < 4; i += 1) await guess('ann@example.com');
  const right = { email: 'ann@example.com', password };
  const tooMany = await browser.call('POST', '/v1/session', { body: right });
  assert.equal(tooMany.body.code, 'too_many_bad_credentials');
  place.clock.pass(60_000);
  assert.equal((await browser.call('POST', '/v1/session', { body: right })).status, 201);
});

test('a page of somebody else cannot use the session', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'manager');
  const customer = { body: { email: 'ada@example.com' } };
  const foreign = { ...customer, headers: { 'Sec-Fetch-Site': 'cross-site' } };
  assert.equal((await browser.call('POST', '/v1/customers', foreign)).body.code, 'foreign_page');
  const read = await browser.call('GET', '/v1/payments', {
    headers: { 'Sec-Fetch-Site': 'same-site' },
  });
  assert.equal(read.body.code, 'foreign_page');
  const mail = { email: 'ann@example.com', password };
  const login = { body: mail, headers: { 'Sec-Fetch-Site': 'cross-site' } };
  assert.equal((await browser.call('POST', '/v1/session', login)).body.code, 'foreign_page');
  browser.forgetWord();
  assert.equal((await browser.call('POST', '/v1/customers', customer)).body.code, 'foreign_page');
});

test('a condition that nothing would be compared with is refused here too', async (t) => {
  const browser = await join(await serve(t), 'viewer');
  for (const name of ['If-Match', 'If-None-Match']) {
    const headers = { [name]: '"x"' };
    const { status, body } = await browser.call('DELETE', '/v1/session', { headers });
    assert.deepEqual([status, body.code, body.errors[0].field], [400, 'wrong_fields', name]);
  }
  assert.equal((await browser.call('GET', '/v1/session')).status, 200);
});

test('a session ends when nobody uses it, and after twelve hours at the latest', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'viewer');
  const minuteMs = 60_000;
  place.clock.pass(14 * minuteMs);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 200);
  place.clock.pass(14 * minuteMs);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 200);
  place.clock.pass(17 * minuteMs);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 401);
  const mail = { email: 'ann@example.com', password };
  assert.equal((await browser.call('POST', '/v1/session', { body: mail })).status, 201);
  for (let i = 0; i < 60; i += 1) {
    place.clock.pass(12 * minuteMs - 1);
    const { status } = await browser.call('GET', '/v1/payments');
    assert.equal(status, 200, `after ${i + 1} times 12 minutes`);
    if (i === 58) break;
  }
  place.clock.pass(12 * minuteMs + 60);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 401);
});

test('requests that a page sends by itself do not keep a session alive', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'viewer');
  const headers = { 'Quittance-Unattended': 'true' };
  for (const status of [200, 200, 200, 401]) {
    place.clock.pass(4 * 60_000);
    const read = await browser.call('GET', '/v1/home', { headers });
    assert.equal(read.status, status);
  }
});

test('with an app that shows codes the password alone opens nothing, and no code is good twice', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'manager');
  const { body: app } = await browser.call('POST', '/v1/session/second-factor');
  assert.match(
    app.address,
    /^otpauth:\/\/totp\/Quittance%3Aann%40example\.com\?secret=[A-Z2-7]{32}&/,
  );
  const codeNow = () =>
    codeAt(app.secret, BigInt(Math.floor(place.clock.now().getTime() / 30_000)));
  const confirm = async (code: string) =>
    await browser.call('POST', '/v1/session/second-factor/confirm', { body: { code } });
  assert.equal((await confirm('000000')).status, 400);
  const confirmed = await confirm(codeNow());
  assert.equal(confirmed.body.recoveryCodes.length, 10);

  const mail = { email: 'ann@example.com', password };
  const second = place.browser();
  const half = await second.call('POST', '/v1/session', { body: mail });
  assert.deepEqual([half.body.stage, half.body.memberships], ['password', []]);
  assert.equal((await second.call('GET', '/v1/payments')).body.code, 'code_required');
  for (const method of ['GET', 'DELETE']) {
    const { body } = await second.call(method, '/v1/session/all');
    assert.equal(body.code, 'code_required', method);
  }
  assert.equal((await browser.call('GET', '/v1/session')).status, 200, 'nobody was signed out');
  const send = async (code: string) =>
    await second.call('POST', '/v1/session/code', { body: { code } });
  assert.equal((await send(codeNow())).body.code, 'wrong_sign_in', 'the code that was used before');
  place.clock.pass(30_000);
  assert.equal((await send(codeNow())).body.stage, 'whole');
  assert.equal((await second.call('GET', '/v1/payments')).status, 200);

  const third = place.browser();
  await third.call('POST', '/v1/session', { body: mail });
  const [recovery] = confirmed.body.recoveryCodes;
  const recover = async () =>
    await third.call('POST', '/v1/session/code', { body: { code: recovery.toLowerCase() } });
  assert.equal((await recover()).body.stage, 'whole');
  assert.equal((await recover()).body.code, 'wrong_sign_in');
});

test('money leaves only shortly after a proof', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'manager');
  const source = {
    card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '937' },
  };
  const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
  const paid = await browser.call('POST', '/v1/payments', {
    body: { amount: 1250, source, customer },
  });
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  place.clock.pass(11 * 60_000);
  const refund = async () =>
    await browser.call('POST', `/v1/payments/${paid.body.id}/refunds`, { body: { amount: 100 } });
  assert.deepEqual([(await refund()).status, (await refund()).body.code], [403, 'proof_required']);
  const prove = { body: { password } };
  assert.equal((await browser.call('POST', '/v1/session/proof', prove)).status, 200);
  assert.equal((await refund()).status, 201);
});

test('a forgotten password is chosen anew by a mailed link, and ends all sessions', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'viewer');
  const ask = async (email: string) =>
    await place.browser().call('POST', '/v1/session/forgotten', { body: { email } });
  assert.deepEqual((await ask('ann@example.com')).body, (await ask('nobody@example.com')).body);
  const jobs = await place.db.query<{ payload: { kind: string } }>(
    `select payload from jobs where kind = 'sign_in.mail' order by payload->>'kind'`,
  );
  assert.deepEqual(
    jobs.map(({ payload }) => payload.kind),
    ['invitation', 'reset'],
  );
  const { db, caller } = place;
  const reset = { kind: 'reset', email: 'ann@example.com', userId: undefined } as const;
  const { id: businessId } = caller.business;
  const link = async () =>
    await makeLink(db, place.world, place.world.uuid(), { ...reset, businessId });
  const [earlier, token] = [await link(), await link()];
  const fresh = place.browser();
  const body = { token, password: 'too short' };
  assert.equal((await fresh.call('POST', '/v1/session/link', { body })).status, 400);
  const other = { token, password: 'another long secret' };
  assert.equal((await fresh.call('POST', '/v1/session/link', { body: other })).status, 201);
  assert.equal((await browser.call('GET', '/v1/session')).status, 401);
  const old = { email: 'ann@example.com', password };
  assert.equal((await place.browser().call('POST', '/v1/session', { body: old })).status, 401);
  // Whoever read the mail before this one has nothing of it any more.
  const again = { token: earlier, password: 'one more long secret' };
  const refused = await place.browser().call('POST', '/v1/session/link', { body: again });
  assert.equal(refused.body.code, 'link_not_valid');
});

test('a disabled user loses access at once', async (t) => {
  const place = await serve(t);
  const browser = await join(place, 'viewer');
  const { body: session } = await browser.call('GET', '/v1/session');
  const [{ userId }] = session.memberships;
  await asProgram(place, 'POST', `/v1/users/${userId}/disable`);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 401);
});
