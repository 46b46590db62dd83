import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailCarrier } from '../../src/ports/carriers/carrier.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { serveV1 } from '../v1/serve.ts';

const email = 'ann@example.com';
const ann = { email, name: 'Ann', role: 'manager' };

test('without a mail server the inbox of a sandbox says how to get a link, and has none', async (t) => {
  const v1 = await serveV1(t);
  const { call, caller } = v1;
  assert.equal((await call('POST', '/v1/users', { body: ann })).status, 201);
  await workOnce(await v1.open());
  const { body, text } = await call('GET', '/v1/sandbox/inbox');
  assert.deepEqual(
    body.data.map(({ recipient }: { recipient: string }) => recipient),
    [email],
  );
  const command = `user login-link --business ${caller.business.id} --email ${email}`;
  assert.ok(body.data[0].body.includes(command), text);
  assert.ok(!text.includes('/sign-in/link'), text);
  assert.deepEqual(await v1.db.query('select 1 from sign_in_links'), []);
});

test('with a mail server a link goes by it also for a business of the sandbox', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const sent: string[] = [];
  const live: MailCarrier = {
    name: 'smtp',
    send: async ({ to, text }) => {
      sent.push(`${to}: ${text}`);
      return { outcome: 'accepted', carrierId: undefined };
    },
  };
  const { carriers } = world;
  await v1.call('POST', '/v1/users', { body: ann });
  await workOnce({ ...world, carriers: { ...carriers, mails: { ...carriers.mails, live } } });
  assert.equal(sent.length, 1);
  const [, token] = /^ann@example\.com: .*\/sign-in\/link#([\w-]{43})$/ms.exec(sent[0]!) ?? [];
  assert.ok(token, sent.join());
  const shown = { body: { token }, as: { headers: {} } };
  const { body } = await v1.call('POST', '/v1/session/link/look', shown);
  assert.deepEqual([body.kind, body.email], ['invitation', email]);
  assert.deepEqual((await v1.call('GET', '/v1/sandbox/inbox')).body.data, []);
});
