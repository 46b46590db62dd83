import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { atOnce } from './at-once.ts';
import { type As, ann, colleaguesAt } from './colleagues.ts';
import { serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

const v1 = await serveV1({ after });
const { ok, refused, openShop } = colleaguesAt(v1);

test('a conversation is assigned to a colleague, found by that, and released', async (t) => {
  const { shop, path, id, user } = await openShop();
  const [mara, joe] = [await user('Mara'), await user('Joe')];
  const assign = async (assigneeId: string | null, as: As = shop) =>
    await ok(as, 'PATCH', path, { assigneeId });
  assert.equal((await ok(shop, 'GET', path)).assigneeId, null);
  assert.equal((await assign(mara)).assigneeId, mara);
  assert.equal((await ok(shop, 'PATCH', path, {})).assigneeId, mara);

  const of = async (userId: string) => {
    const { data } = await ok(
      shop,
      'GET',
      `/v1/conversations?assigneeId=${userId}&expand=assignee`,
    );
    return data.map((one: { id: string; assignee: { name: string } }) => [
      one.id,
      one.assignee.name,
    ]);
  };
  assert.deepEqual([await of(mara), await of(joe)], [[[id, 'Mara']], []]);
  const support = await signIn(v1, shop, 'support');
  assert.equal((await assign(joe, support)).assigneeId, joe);
  assert.deepEqual([await of(mara), await of(joe)], [[], [[id, 'Joe']]]);
  await assign(joe);

  const { data: acts } = await ok(shop, 'GET', '/v1/audit-log?act=conversation.assigned');
  assert.deepEqual(
    acts.map((one: { object: string; facts: object }) => [one.object, one.facts]),
    ['Joe', 'Mara'].map((name) => [
      `conversation:${id}`,
      { assignee: `${name.toLowerCase()}-${shop.business.id}@example.com` },
    ]),
  );
  assert.equal((await assign(null)).assigneeId, null);
  assert.deepEqual(await of(joe), []);

  await t.test(
    'not to a user of another business, to nobody known, or to what is no id',
    async () => {
      const stranger = await openShop();
      const { data: ours } = await ok(shop, 'GET', '/v1/users');
      const isOurs = (userId: string) => ours.some((one: { id: string }) => one.id === userId);
      let theirs = await stranger.user('user0');
      for (let n = 1; isOurs(theirs); n += 1) theirs = await stranger.user(`user${n}`);
      for (const one of [theirs, '987654321']) {
        const told = await refused(shop, 'PATCH', path, { assigneeId: one });
        assert.equal(told, 'wrong_fields assigneeId unknown');
      }
      const told = await refused(shop, 'PATCH', path, { assigneeId: 'Mara' });
      assert.match(told, /^wrong_fields assigneeId/);
      assert.equal((await ok(shop, 'GET', path)).assigneeId, null);
    },
  );

  await t.test(
    'a user who is disabled keeps what was assigned, and gets nothing more',
    async () => {
      await assign(joe);
      await ok(shop, 'POST', `/v1/users/${joe}/disable`);
      assert.deepEqual(await of(joe), [[id, 'Joe']]);
      assert.equal((await assign(mara)).assigneeId, mara);
      const told = await refused(shop, 'PATCH', path, { assigneeId: joe });
      assert.equal(told, 'wrong_fields assigneeId unknown');
    },
  );
});

test('two who take a conversation at once leave it with one of them, and two acts', async () => {
  const { shop, path, user } = await openShop();
  const both = [await user('Mara'), await user('Joe')];
  await atOnce(both, async (one) => await ok(shop, 'PATCH', path, { assigneeId: one }));
  assert.ok(both.includes((await ok(shop, 'GET', path)).assigneeId));
  const { data } = await ok(shop, 'GET', '/v1/audit-log?act=conversation.assigned');
  assert.equal(data.length, 2);
});

test('each text says who wrote it', async () => {
  const { shop, id } = await openShop();
  const cashier = await signIn(v1, shop, 'cashier');
  const person = `user:cashier-of-${shop.business.id}@example.com`;
  const text = await ok(cashier, 'POST', '/v1/messages', { phone: ann, body: 'At noon.' });
  assert.equal(text.actor, person);
  const bill = { amount: 900, customer: { phone: ann }, send: 'text' };
  await ok(cashier, 'POST', '/v1/pay-links', bill);
  const byKey = await ok(shop, 'POST', '/v1/messages', { phone: ann, body: 'Bye.' });
  assert.match(byKey.actor, /^api:/);
  await ok(shop, 'POST', '/v1/sandbox/inbox/texts', { from: ann, body: 'HELP' });
  const { data } = await ok(shop, 'GET', `/v1/messages?conversationId=${id}`);
  const written = data.map((one: { kind: string; direction: string; actor: string | null }) =>
    [one.direction, one.kind, one.actor].join(' '),
  );
  assert.deepEqual(written.sort(), [
    'in chat ',
    'in chat ',
    'out answer ',
    `out chat ${byKey.actor}`,
    `out chat ${person}`,
    `out pay_link ${person}`,
  ]);
});
