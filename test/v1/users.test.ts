import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailSignInLink } from '../../src/notify/mail/sign-in-mail.ts';
import { serveV1, type V1 } from './serve.ts';
import { signIn } from './signed-in.ts';

type Person = { readonly email: string; readonly name?: string; readonly role?: string };

async function invite({ call }: Pick<V1, 'call'>, { email, name = 'Ann', role }: Person) {
  const body = { email, name, role: role ?? 'viewer' };
  const made = await call('POST', '/v1/users', { body });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function keyWith({ call }: V1, rights: readonly string[]) {
  const { body } = await call('POST', '/v1/api-keys', { body: { name: 'k', rights } });
  return { apiKey: body.secret as string };
}

test('a user is invited, found, changed, disabled and invited again', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await call('POST', '/v1/users', {
    body: { email: 'Ann@Example.com', name: 'Ann', role: 'manager' },
  });
  assert.equal(made.status, 201, made.text);
  const { id, ...user } = made.body;
  assert.equal(made.headers.get('location'), `/v1/users/${id}`);
  assert.deepEqual(user, {
    email: 'ann@example.com',
    name: 'Ann',
    role: 'manager',
    rights: ['read', 'charge', 'refund', 'approve'],
    status: 'invited',
    createdAt: '2030-01-15T15:00:00.000Z',
    updatedAt: '2030-01-15T15:00:00.000Z',
    disabledAt: null,
    invitedAt: '2030-01-15T15:00:00.000Z',
  });
  assert.deepEqual((await call('GET', `/v1/users/${id}`)).body, made.body);

  v1.clock.pass(60_000);
  // Whoever has another name only may still confirm what was proposed before.
  const renamed = await call('PATCH', `/v1/users/${id}`, { body: { name: 'Ann A' } });
  assert.deepEqual([renamed.body.name, renamed.body.updatedAt], ['Ann A', user.updatedAt]);
  const changed = await call('PATCH', `/v1/users/${id}`, {
    body: { name: 'Ann B', role: 'cashier' },
  });
  assert.deepEqual(
    [changed.body.name, changed.body.role, changed.body.email, changed.body.updatedAt],
    ['Ann B', 'cashier', 'ann@example.com', '2030-01-15T15:01:00.000Z'],
  );
  const disabled = await call('POST', `/v1/users/${id}/disable`);
  assert.deepEqual([disabled.body.status, typeof disabled.body.disabledAt], ['disabled', 'string']);
  assert.deepEqual((await call('POST', `/v1/users/${id}/disable`)).body, disabled.body);
  const enabled = await call('POST', `/v1/users/${id}/enable`);
  assert.deepEqual([enabled.body.status, enabled.body.disabledAt], ['invited', null]);
  const { body: log } = await call('GET', `/v1/audit-log?object=user:${id}`);
  assert.deepEqual(
    log.data.map(({ act }: { act: string }) => act),
    ['user.enabled', 'user.disabled', 'user.changed', 'user.changed', 'user.invited'],
  );
  assert.ok(log.data.every(({ actor }: { actor: string }) => actor.startsWith('api:')));
});

test('nobody gives a role with more than the own rights, or touches who has more', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const boss = await invite(v1, { email: 'boss@example.com', role: 'administrator' });
  const viewer = await invite(v1, { email: 'viewer@example.com' });
  const as = await keyWith(v1, ['read', 'administer']);
  const refused = [
    await call('POST', '/v1/users', {
      body: { email: 'x@example.com', name: 'X', role: 'cashier' },
      as,
    }),
    await call('PATCH', `/v1/users/${viewer.id}`, { body: { role: 'administrator' }, as }),
    await call('PATCH', `/v1/users/${boss.id}`, { body: { email: 'me@example.com' }, as }),
    await call('PATCH', `/v1/users/${viewer.id}`, {
      body: { name: 'X' },
      as: await keyWith(v1, ['read']),
    }),
  ];
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    refused.map(() => [403, 'right_missing']),
  );
  const renamed = await call('PATCH', `/v1/users/${viewer.id}`, { body: { name: 'V' }, as });
  assert.equal(renamed.status, 200, renamed.text);
});

test('the last administrator stays', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const one = await invite(v1, { email: 'one@example.com', role: 'administrator' });
  const refused = [
    await call('POST', `/v1/users/${one.id}/disable`),
    await call('PATCH', `/v1/users/${one.id}`, { body: { role: 'viewer' } }),
  ];
  for (const { status, body } of refused)
    assert.deepEqual([status, body.code], [409, 'wrong_state']);
  const other = await invite(v1, { email: 'other@example.com', role: 'administrator' });
  const both = await Promise.all(
    [one, other].map(({ id }) => call('POST', `/v1/users/${id}/disable`)),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('one who has signed in is not replaced by one who was only invited', async (t) => {
  const v1 = await serveV1(t);
  const one = await invite(v1, { email: 'one@example.com', role: 'administrator' });
  await invite(v1, { email: 'other@example.com', role: 'administrator' });
  await v1.db.query(`update users set state = 'active' where business_id = $1 and id = $2`, [
    v1.caller.business.id,
    BigInt(one.id),
  ]);
  assert.equal((await v1.call('POST', `/v1/users/${one.id}/disable`)).status, 409);
});

test('wrong fields are named: a taken address, a role of the root', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  await invite(v1, { email: 'ann@example.com' });
  const taken = await call('POST', '/v1/users', {
    body: { email: 'ANN@example.com', name: 'A', role: 'viewer' },
  });
  assert.deepEqual([taken.status, taken.body.errors[0].field], [400, 'email']);
  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const operator = await call('POST', '/v1/users', {
    body: { email: 'o@example.com', name: 'O', role: 'operator' },
    headers: { 'Quittance-Business': String(below.business.id) },
  });
  assert.deepEqual([operator.status, operator.body.errors[0].field], [400, 'role']);
  assert.equal((await call('POST', '/v1/users', { body: {} })).body.errors.length, 3);
});

test('users are listed and searched', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const ann = await invite(v1, { email: 'ann@example.com', name: 'Ann Lee', role: 'manager' });
  const bob = await invite(v1, { email: 'bob@example.com', name: 'Bob' });
  await call('POST', `/v1/users/${bob.id}/disable`);
  const idsOf = async (query: string) =>
    (await call('GET', `/v1/users?${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(''), [bob.id, ann.id]);
  assert.deepEqual(await idsOf('q=lee'), [ann.id]);
  assert.deepEqual(await idsOf('status=disabled'), [bob.id]);
  assert.deepEqual(await idsOf('role=manager'), [ann.id]);
  assert.deepEqual(await idsOf('email=Ann@example.com'), [ann.id]);
});

test('roles are listed with their rights', async (t) => {
  const { call } = await serveV1(t);
  const { body } = await call('GET', '/v1/roles?limit=2');
  assert.deepEqual(
    body.data.map(({ name, rights }: { name: string; rights: string[] }) => [name, rights]),
    [
      ['viewer', ['read']],
      ['support', ['read', 'refund']],
    ],
  );
  const rest = await call('GET', `/v1/roles?after=${body.next}`);
  assert.equal(rest.body.data.at(-1).name, 'operator');
});

test('a user with a new mail address is invited there, and the last administrator keeps its own', async (t) => {
  const v1 = await serveV1(t);
  const { call, caller, db } = v1;
  const { id: businessId } = caller.business;
  const as = await signIn(v1, caller, 'viewer');
  const [ann] = (await call('GET', '/v1/users')).body.data;
  assert.equal(ann.status, 'active');
  const path = `/v1/users/${ann.id}`;
  const changed = await call('PATCH', path, { body: { email: 'Ann@new.example' } });
  assert.deepEqual([changed.status, changed.body.status], [200, 'invited']);
  assert.equal((await call('GET', '/v1/payments', { as })).status, 401);
  const mailed = await db.query<{ payload: { email: string } }>(
    `select payload from jobs where kind = 'sign_in.mail'`,
  );
  const to = mailed.map(({ payload }) => payload.email);
  assert.deepEqual(new Set(to), new Set([ann.email, 'ann@new.example']));

  await db.query(
    `update users set state = 'active', role = 'administrator' where business_id = $1`,
    [businessId],
  );
  const refused = await call('PATCH', path, { body: { email: 'boss@example.com' } });
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state']);
  assert.match(refused.body.detail, /keeps its mail address/);
});

test('a person whose first business is closed gets a mail for a new password, and no invitation there', async (t) => {
  const { db, caller, open } = await serveV1(t);
  const { id: businessId } = caller.business;
  await db.query(`update businesses set state = 'closed' where business_id = $1`, [businessId]);
  const world = await open();
  for (const kind of ['invitation', 'reset'] as const) {
    const link = { kind, businessId, email: 'ann@example.com', userId: undefined };
    assert.equal(await mailSignInLink(world, world.uuid(), link), true);
  }
  const mailed = await db.query('select subject from sandbox_inbox where business_id = $1', [
    businessId,
  ]);
  assert.deepEqual(mailed, [{ subject: 'Your new password for Quittance' }]);
});
