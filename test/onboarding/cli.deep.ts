import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cardFields, client, type Reply } from '../caller.ts';
import { type CapturedService, startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { openOffice } from './office.ts';

const contact = ['--email', 'ann@example.com', '--phone', '6175550123'];
const paid = /"TransactionStatus":true/;
const because = ['--reason', 'agreed by phone'];

test('an operator opens a business, changes its keys and its state, and the audit log tells it', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const office = openOffice(service, { inOneProcess: true });
  const { ask, run } = office;

  const master = await ask(
    'business',
    'create',
    '--name',
    'Main Street',
    ...contact,
    '--master',
    '--environment',
    'sandbox',
    '--username',
    'main street',
  );
  assert.match(master.apiKey, /^qk_test_/);
  assert.deepEqual([master.username, master.state], ['main street', 'messaging_only']);
  const below = [
    'business',
    'create',
    '--name',
    'Park Flowers',
    ...contact,
    '--parent',
    master.id,
    '--external-id',
    'shop-1',
  ];
  const child = await ask(...below);
  assert.deepEqual([child.parent, child.environment], [master.id, 'sandbox']);

  const again = await run(...below);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.equal(again.err, `quittance: business ${child.id} has the external id shop-1 already\n`);

  const listed = await ask('business', 'list', '--parent', master.id);
  assert.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [child.id],
  );
  assert.equal((await ask('business', 'show', 'main street')).children, 1);
  const shown = await ask('business', 'show', child.id);
  assert.deepEqual([shown.profile.email, shown.keys.length], ['ann@example.com', 1]);

  const pay = payer(service, child.username);
  await pay(child.apiKey, 403, /not activated/);
  await ask('business', 'activate', child.id, ...because);
  const twice = await run('business', 'activate', child.id, ...because);
  assert.deepEqual(
    [twice.code, twice.err],
    [1, `quittance: business ${child.id} is payments_enabled: it cannot be activated\n`],
  );

  const rotated = await ask('business', 'rotate-key', child.id, '--grace', '24h');
  assert.equal(rotated.ended, 1);
  await pay(rotated.apiKey, 200, paid);
  await pay(child.apiKey, 200, paid);
  const last = await ask('business', 'rotate-key', child.id, '--grace', '0h');
  await pay(last.apiKey, 200, paid);
  await pay(child.apiKey, 401, /credentials/);
  await pay(rotated.apiKey, 401, /credentials/);

  await ask('business', 'suspend', child.id, ...because);
  await pay(last.apiKey, 403, /cannot take payments/);
  const resumed = await ask('business', 'resume', child.id, ...because);
  assert.deepEqual([resumed.before, resumed.state], ['suspended', 'payments_enabled']);
  await pay(last.apiKey, 200, paid);
  assert.equal((await ask('business', 'revoke-key', child.id, '--key', last.key)).revoked, 1);
  await pay(last.apiKey, 401, /credentials/);

  await ask('business', 'limits', child.id, 'on');
  await ask('business', 'close', child.id, ...because);
  const closed = await run('business', 'resume', child.id, ...because);
  assert.match(closed.err, /is closed: it cannot be resumed/);

  const keyless = await run('business', 'rotate-key', child.id);
  assert.deepEqual(
    [keyless.code, keyless.out, keyless.err],
    [1, '', `quittance: business ${child.id} is closed: it gets no new key\n`],
  );

  const acts = await ask('audit', 'list', '--business', child.id);
  const expected = ['business.created', 'business.moved', 'key.rotated', 'key.rotated'];
  expected.push('business.moved', 'business.moved', 'key.revoked', 'business.switched');
  expected.push('business.moved');
  assert.deepEqual(acts.map(({ act }: { act: string }) => act).reverse(), expected);
  for (const { actor } of acts) assert.match(actor, /^operator(?::.+)?$/);

  for (const { apiKey } of [master, child, rotated, last]) {
    const times = office.said.filter(({ out, err }) => `${out}${err}`.includes(apiKey)).length;
    assert.equal(times, 1, 'a key is shown once');
  }
});

/** Pays until it is answered so: a running service follows a change within seconds. */
function payer({ port }: CapturedService, username: string) {
  let orders = 0;
  return async (apiKey: string, status: number, says: RegExp): Promise<void> => {
    const { call, close } = client(`http://127.0.0.1:${port}`, { username, apiKey });
    const tryOnce = () => {
      orders += 1;
      return call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber: `o-${orders}` });
    };
    let reply: Reply = await tryOnce();
    for (let tries = 0; reply.status !== status && tries < 240; tries += 1) {
      await delay(250);
      reply = await tryOnce();
    }
    close();
    assert.equal(reply.status, status, reply.body);
    assert.match(reply.body, says);
  };
}
