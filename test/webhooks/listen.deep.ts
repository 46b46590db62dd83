import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { type CapturedService, startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { until } from './post-office.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

test('an integrator sees the next payment with one command, and the webhooks are as before in the end', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const { ask } = officeOf(envBeside(service));
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  t.after(async () => close());
  const mine = ['--business', service.username];
  const pay = async (order: string) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: order };
    const { body } = await call('CreatePayment', fields);
    assert.equal(JSON.parse(body).IsSuccess, true, body);
  };

  const listener = start(t, service, ['webhooks', 'listen', ...mine]);
  await until(() => listener.said().includes('Listening at http://127.0.0.1:'));
  await pay('A\u202e-1');
  await until(() => /OrderNumber +A\\u202e-1/.test(listener.said()));
  await until(() => /FirstName +Ada/.test(listener.said()));
  assert.match(listener.said(), /payments {2}[0-9a-f-]{36} {2}verified\n/);
  assert.match(listener.said(), /customers {2}[0-9a-f-]{36} {2}verified\n/);
  assert.equal(await listener.stop(), 0, listener.said());
  assert.deepEqual((await ask('webhooks', 'list', ...mine)).endpoints, [], 'as it was before');
});

function start(t: TestContext, service: CapturedService, words: readonly string[]) {
  const child = spawn(quittance, words, {
    env: { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: undefined, ...envBeside(service) },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const exit = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  return {
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
}
