import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHelcimDouble } from '#sandbox';
import { standingClock } from '../../../packages/sandbox/test/bank.ts';
import { chargeRequest } from '../../../packages/sandbox/test/subject.ts';
import { Secret } from '../../kernel/secret.ts';
import { createGateways } from './gateways.ts';

/* Whoever opens an account shares what is known of its limits and outages. */

const apiToken = 'Canary-limits';
const inAMinute = 50;

async function openPlace(t: { after: (fn: () => void) => void }) {
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
    noteCircuit: ({ businessId, name }, isOpen) => circuits.push([businessId, name, isOpen]),
  });
  const address = double.url;
  const account = { address, key: new Secret(apiToken), merchant: undefined };
  const identity = { businessId: 1n, name: 'helcim', processor: 'helcim', address } as const;
  return { gateways, account, identity, circuits, closeDouble: double.close };
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
  const { gateways, account, identity, circuits, closeDouble } = await openPlace(t);
  const opened = await gateways.open({ ...identity, keyNumber: 1 }, async () => account);
  await closeDouble();
  for (let n = 0; n < 12; n += 1)
    await opened.charge(chargeRequest(`1-a-${n}`, '4242424242424242'));
  assert.deepEqual(circuits, [[1n, 'helcim', true]]);
});
