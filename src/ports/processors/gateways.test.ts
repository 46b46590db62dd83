import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openHelcimDouble } from '#sandbox';
import { standingClock } from '../../../packages/sandbox/test/bank.ts';
import { chargeRequest } from '../../../packages/sandbox/test/subject.ts';
import { nobody } from '../../../test/limits.ts';
import { Secret } from '../../kernel/secret.ts';
import { createTelemetry } from '../../runtime/telemetry.ts';
import { createGateways } from './gateways.ts';

/* Whoever opens an account shares what is known of its limits and outages. */

const apiToken = 'Canary-limits';
const inAMinute = 50;

async function openPlace(t: { after: (fn: () => void) => void }, namesAccounts = false) {
  const telemetry = createTelemetry({ elapsedMs: () => 0, namesAccounts });
  const clock = standingClock();
  const sleep = () => new Promise<void>(() => {});
  const limits = { atOnce: 5, perMinute: 100, perHour: 3000 };
  const double = await openHelcimDouble({ now: clock.now, sleep, apiToken, limits });
  t.after(double.close);
  const circuits: (readonly [businessId: bigint, name: string, isOpen: boolean])[] = [];
  const gateways = createGateways({
    callTimeoutMs: 20_000,
    signalAfter(ms) {
      const limit = new AbortController();
      // An inquiry that has to wait gives up at once.
      if (ms === 10_000) setImmediate(() => limit.abort());
      return limit.signal;
    },
    now: clock.now,
    keep: async () => {},
    telemetry,
    noteCircuit: ({ businessId, name }, isOpen) => circuits.push([businessId, name, isOpen]),
  });
  const address = double.url;
  const account = { address, key: new Secret(apiToken), merchant: undefined };
  const identity = { businessId: 1n, name: 'helcim', processor: 'helcim', address } as const;
  return { gateways, account, identity, circuits, telemetry };
}

test('two that open an account at once get one connector, and a new key makes another', async (t) => {
  const { gateways, account, identity } = await openPlace(t);
  let openings = 0;
  const open = (keyNumber: number) =>
    gateways.open({ ...identity, keyNumber }, async () => {
      openings += 1;
      return account;
    });
  const [one, other] = await Promise.all([open(1), open(1)]);
  assert.equal(one, other);
  assert.equal(openings, 1);
  assert.notEqual(await open(2), one);
  await assert.rejects(
    gateways.open({ ...identity, keyNumber: 3 }, async () => {
      throw new Error('no key');
    }),
    /no key/,
  );
  assert.ok(await open(3), 'whoever comes next tries again');
});

test('a check of an account keeps within the limits that its payments use', async (t) => {
  const { gateways, account, identity } = await openPlace(t);
  const opened = await gateways.open({ ...identity, keyNumber: 1 }, async () => account);
  for (let i = 0; i < inAMinute; i += 1)
    assert.equal((await opened.inquire('1-a-1')).outcome, 'not_found', String(i));
  const checked = await gateways.connect('helcim', account).check();
  assert.deepEqual(checked, { outcome: 'unknown', reason: 'no turn in time' });
});

test('an outage of an account names its business, once', async (t) => {
  const { gateways, account, identity, circuits } = await openPlace(t);
  const away = { ...account, address: nobody };
  const opened = await gateways.open({ ...identity, keyNumber: 1 }, async () => away);
  for (let n = 0; n < 12; n += 1)
    await opened.charge(chargeRequest(`1-a-${n}`, '4242424242424242'));
  assert.deepEqual(circuits, [[1n, 'helcim', true]]);
});

for (const [namesAccounts, account] of [
  [false, ''],
  [true, ',account="1/helcim"'],
] as const) {
  test(`calls that wait for a turn are measured, ${namesAccounts ? 'by their account' : 'and no account is named'}`, async (t) => {
    const { gateways, account: opening, identity, telemetry } = await openPlace(t, namesAccounts);
    const opened = await gateways.open({ ...identity, keyNumber: 1 }, async () => opening);
    for (let i = 0; i < inAMinute + 1; i += 1) await opened.inquire('1-a-1');
    const lines = telemetry.metrics.text().split('\n');
    const turns = (result: string) =>
      `quittance_processor_turn_seconds_count{processor="helcim",kind="inquiry",result="${result}"${account}}`;
    assert.ok(lines.includes(`${turns('sent')} ${inAMinute}`), lines.join('\n'));
    assert.ok(lines.includes(`${turns('gave_up')} 1`));
    const circuit = `quittance_processor_circuits_open{processor="helcim"${account}} 0`;
    assert.ok(lines.includes(circuit));
  });
}

test('a gateway that asks to slow down is counted', async (t) => {
  const { gateways, identity, telemetry } = await openPlace(t);
  const busy = createServer((_, response) => response.writeHead(429).end('{}'));
  await new Promise<void>((resolve) => {
    busy.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => busy.close());
  const address = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
  const account = { address, key: new Secret(apiToken), merchant: undefined };
  const opened = await gateways.open({ ...identity, address, keyNumber: 1 }, async () => account);
  await opened.charge(chargeRequest('1-a-1', '4242424242424242'));
  assert.match(
    telemetry.metrics.text(),
    /^quittance_processor_slowdowns_total\{processor="helcim"\} 1$/m,
  );
});
