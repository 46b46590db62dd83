import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';
import { workOff } from './post-office.ts';
import { openReceiver } from './receiver.ts';
import { standAt, verify } from './verify.ts';

test('an operator sees to webhooks', async (t) => {
  const { ask, run, runWith, call, caller, world } = await openServedOffice(t);
  const mine = ['--business', caller.username];
  const pay = async (order: string) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: order };
    const { body } = await call('CreatePayment', fields);
    assert.equal(JSON.parse(body).IsSuccess, true, body);
    await workOff(world);
  };

  const receiver = await openReceiver(t, 204);
  const setting = ['webhooks', 'set', ...mine, '--kind', 'payments', '--url', receiver.url];
  const set = await runWith('between us\n', ...setting, '--username', 'till');
  assert.equal(set.code, 0, set.err);
  const key = [...mine, '--kind', 'payments'];
  const { secret: former } = await ask('webhooks', 'secret', ...key);
  const { secret } = await ask('webhooks', 'rotate-secret', ...key, '--grace', '1h');
  await pay('A-2');
  assert.equal(receiver.received.length, 1);
  const [post = assert.fail()] = receiver.received;
  const { headers, body, form } = post;
  standAt(t, world.now());
  for (const one of [former, secret]) {
    verify(one, post);
  }
  assert.equal(form.OrderNumber, 'A-2');
  const basic = Buffer.from('till:between us').toString('base64');
  assert.equal(headers.authorization, `Basic ${basic}`);

  const log = await ask('webhooks', 'log', ...mine, '--state', 'succeeded', '--limit', '1');
  const [delivery] = log.deliveries;
  assert.equal(delivery.eventId, headers['webhook-id']);
  const name = `${log.business}/${delivery.id}`;
  await ask('webhooks', 'replay', name);
  await workOff(world);
  assert.equal(receiver.received.length, 2);
  assert.equal(receiver.received[1]?.body, body);
  const shown = await run('webhooks', 'show', name);
  assert.match(shown.out, /OrderNumber +A-2\n/);
  assert.match(shown.out, /1 +\S+ +\S+ +204 +127\.0\.0\.1/);
  const listed = await run('webhooks', 'events', ...key);
  assert.match(listed.out, /payment\.refunded +off/);
  assert.match(listed.out, /Its posts name no type/);
  const on = await ask('webhooks', 'set-events', ...key, '--events', 'payment.refunded');
  assert.deepEqual([on.isTyped, on.on], [true, ['payment.refunded']]);
  await pay('A-3');
  assert.equal(receiver.received.length, 3);
  assert.equal(receiver.received[2]?.form.EventType, 'payment.completed');
  const none = await ask('webhooks', 'set-events', ...key, '--events', 'none');
  assert.deepEqual([none.isTyped, none.on], [false, []]);
  const wrong = await run('webhooks', 'set-events', ...key, '--events', 'message.created');
  assert.match(wrong.err, /the webhook for payments never gets message\.created/);
  const bare = await run('webhooks', 'replay');
  assert.deepEqual([bare.code, bare.out], [2, '']);
  const far = await run(...setting.with(-1, 'http://10.0.0.1/'));
  assert.match(far.err, /--url must be an address of the public network/);
});
