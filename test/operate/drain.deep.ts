import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';

test('a process that is told to stop goes on for CLOSING_SECONDS, and keeps no connection', async (t) => {
  const service = await startCaptured(t, await scratch(t), { CLOSING_SECONDS: '10' });
  const base = `http://127.0.0.1:${service.port}`;
  const { call, close } = client(base, service, { connections: 1 });
  t.after(close);
  const pay = (n: number) =>
    call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber: `order ${n}` });
  assert.equal((await pay(0)).headers.connection, 'keep-alive');

  const stopped = service.stop();
  const standing = async () => (await fetch(`${base}/readyz`)).status;
  while ((await standing()) !== 503);
  for (let n = 1; n <= 20; n += 1) {
    const reply = await pay(n);
    assert.deepEqual([reply.status, reply.headers.connection], [200, 'close']);
  }
  await stopped;
  await assert.rejects(pay(21), { code: 'ECONNREFUSED' });
});
