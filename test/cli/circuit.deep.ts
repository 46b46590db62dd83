import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { atEnd } from '../scope.ts';
import { envBeside, officeOf } from './office.ts';

test('a simulated bank that fails is logged as left alone, under the platform', async (t) => {
  const settings = { LOG_LEVEL: 'warn', SIMULATOR_URL: 'http://127.0.0.1:1' };
  const service = await startCaptured(t, await scratch(t), settings);
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  atEnd(t, close);
  const { run } = officeOf(envBeside(service));
  let said = '';
  // Ten within half a minute: as many as that takes here.
  for (let round = 1; said === ''; round += 1) {
    for (let n = 1; n <= 10; n += 1) {
      const OrderNumber = `order-${round}-${n}`;
      await call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber });
    }
    said = (await run('logs', 'tail', '--event', 'processor.circuit_opened', '--json')).out;
  }
  const { businessId, processor } = JSON.parse(said.split('\n')[0]!);
  assert.deepEqual([businessId, processor], ['0', 'simulator']);
});
