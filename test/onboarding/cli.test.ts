import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';

const contact = ['--email', 'ann@example.com', '--phone', '6175550123'];
const paid = /"TransactionStatus":true/;
const because = ['--reason', 'agreed by phone'];

test('an operator opens a business, changes its keys and its state, and the audit log tells it', async (t) => {
  const { ask, run, said, baseUrl, fixture } = await openServedOffice(t);

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

  const pay = payer(child.username);
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
    const times = said.filter(({ out, err }) => `${out}${err}`.includes(apiKey)).length;
    assert.equal(times, 1, 'a key is shown once');
  }

  function payer(username: string) {
    let orders = 0;
    return async (apiKey: string, status: number, says: RegExp): Promise<void> => {
      // A service that runs follows a change within five seconds.
      fixture.clock.pass(5001);
      orders += 1;
      const { call, close } = client(baseUrl, { username, apiKey });
      const order = { ...cardFields, Amount: '1.00', OrderNumber: `o-${orders}` };
      const reply = await call('CreatePayment', order);
      close();
      assert.equal(reply.status, status, reply.body);
      assert.match(reply.body, says);
    };
  }
});
