import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { cardFields, client } from '../caller.ts';
import { type CapturedService, startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { openOffice } from '../onboarding/office.ts';
import { until } from './post-office.ts';
import { openReceiver } from './receiver.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

test('an integrator listens, and an operator sees to webhooks beside a running service', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const { ask, run } = openOffice(service, { inOneProcess: true });
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  t.after(async () => close());
  const mine = ['--business', service.username];
  const pay = async (order: string) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: order };
    const { body } = await call('CreatePayment', fields);
    assert.equal(JSON.parse(body).IsSuccess, true, body);
  };

  // Within a minute: one command, and the next payment is seen.
  const listener = start(t, service, ['webhooks', 'listen', ...mine]);
  await until(() => listener.said().includes('Listening at http://127.0.0.1:'), 30_000);
  await pay('A\u202e-1');
  await until(() => /OrderNumber +A\\u202e-1/.test(listener.said()), 30_000);
  await until(() => /FirstName +Ada/.test(listener.said()), 30_000);
  assert.match(listener.said(), /payments {2}[0-9a-f-]{36} {2}verified\n/);
  assert.match(listener.said(), /customers {2}[0-9a-f-]{36} {2}verified\n/);
  assert.equal(await listener.stop(), 0, listener.said());
  assert.deepEqual((await ask('webhooks', 'list', ...mine)).endpoints, [], 'as it was before');

  const receiver = await openReceiver(t, 204);
  const setting = ['webhooks', 'set', ...mine, '--kind', 'payments', '--url', receiver.url];
  const set = start(t, service, [...setting, '--username', 'till']);
  set.write('between us\n');
  assert.equal(await set.ended(), 0, set.said());
  const key = [...mine, '--kind', 'payments'];
  const { secret: former } = await ask('webhooks', 'secret', ...key);
  const { secret } = await ask('webhooks', 'rotate-secret', ...key, '--grace', '1h');
  await pay('A-2');
  await until(() => receiver.received.length === 1);
  const [{ headers, body, form } = assert.fail()] = receiver.received;
  for (const one of [former, secret]) {
    new Webhook(one).verify(body, headers as Record<string, string>, { jsonParse: false });
  }
  assert.equal(form.OrderNumber, 'A-2');
  const basic = Buffer.from('till:between us').toString('base64');
  assert.equal(headers.authorization, `Basic ${basic}`);

  const log = await ask('webhooks', 'log', ...mine, '--state', 'succeeded', '--limit', '1');
  const [delivery] = log.deliveries;
  assert.equal(delivery.eventId, headers['webhook-id']);
  const name = `${log.business}/${delivery.id}`;
  await ask('webhooks', 'replay', name);
  await until(() => receiver.received.length === 2);
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
  await until(() => receiver.received.length === 3);
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

function start(t: TestContext, service: CapturedService, words: readonly string[]) {
  const child = spawn(quittance, words, {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      DATABASE_URL: undefined,
      QUITTANCE_DATA: service.dataFolder,
      QUITTANCE_KEYS: service.keysFile,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const exit = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  const ended = async () => (await exit)[0];
  return {
    said: () => said,
    write: (text: string) => void child.stdin.end(text),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended();
    },
  };
}
