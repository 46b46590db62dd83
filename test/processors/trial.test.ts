import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  openAuthorizeNetDouble,
  openElavonDouble,
  openHelcimDouble,
  openNmiDouble,
  openStripeDouble,
} from '#sandbox';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Conversation } from '../../src/ports/processors/conversations.ts';
import { createGateways } from '../../src/ports/processors/gateways.ts';
import { runTrial } from '../../src/ports/processors/trial/run-trial.ts';
import { trials } from '../../src/ports/processors/trial/trials.ts';
import { never } from '../limits.ts';

/* The contract as it is tried against a gateway itself, here against its double. */

const key = 'Canary-7Hq2LmP4';
const runId = 'try1';

type Double = {
  readonly url: string;
  readonly script: (reference: string, fault: GatewayFault) => void;
  readonly journal: () => string;
  readonly close: () => void;
};
type Clock = ReturnType<typeof standingClock>;
type Open = (clock: Clock) => Promise<Double>;
const sleep = () => new Promise<void>(() => {});

const nmiWith =
  (more: Partial<Parameters<typeof openNmiDouble>[0]> = {}): Open =>
  ({ now }) =>
    openNmiDouble({ now, sleep, securityKey: key, ...more });
const authorizeNetWith =
  (more: Partial<Parameters<typeof openAuthorizeNetDouble>[0]> = {}): Open =>
  ({ now }) =>
    openAuthorizeNetDouble({
      now,
      sleep,
      loginId: 'Canary-login',
      transactionKey: key,
      isSandbox: true,
      ...more,
    });

async function tryAt(
  t: TestContext,
  name: GatewayName,
  open: Open,
  prepare = (_: Double): void => {},
) {
  const clock = standingClock();
  const double = await open(clock);
  t.after(double.close);
  prepare(double);
  const said: Conversation[] = [];
  const gateways = createGateways({
    callTimeoutMs: 60_000,
    signalAfter: never,
    now: clock.now,
    keep: async () => {},
  });
  const merchants: Readonly<Partial<Record<GatewayName, string>>> = {
    'authorize-net': 'Canary-login',
    elavon: '600100:Canary',
  };
  const account = {
    address: double.url,
    key: new Secret(name === 'stripe' ? stripeKey : key),
    merchant: merchants[name],
  };
  const processor = gateways.connect(name, account, (one) => said.push(one));
  const findings = await runTrial({
    processor,
    trial: trials[name],
    currency: 'USD',
    runId,
    now: clock.now,
    sleep: async (ms) => clock.passSeconds(ms / 1000),
    latestAnswer: () => said.at(-1)?.answer ?? '',
  });
  const of = (subject: string) => findings.find((one) => one.subject === subject)!;
  const contradictions = findings.filter(({ agrees }) => agrees === false);
  return { double, said, findings, of, subjects: contradictions.map(({ subject }) => subject) };
}

const elavonWith: Open = ({ now }) =>
  openElavonDouble({ now, sleep, merchantId: '600100', userId: 'Canary', pin: key });
const helcimWith: Open = ({ now }) => openHelcimDouble({ now, sleep, apiToken: key });
const stripeKey = 'sk_test_Canary7Hq2LmP4';
const stripeWith: Open = ({ now }) => openStripeDouble({ now, sleep, secretKey: stripeKey });

for (const [name, open] of [
  ['nmi', nmiWith()],
  ['authorize-net', authorizeNetWith()],
  ['elavon', elavonWith],
  ['helcim', helcimWith],
  ['stripe', stripeWith],
] as const) {
  test(`${name}: its double contradicts nothing, and no secret is in what was said`, async (t) => {
    const { findings, said, subjects, double } = await tryAt(t, name, open);
    assert.deepEqual(subjects, []);
    const seen = findings.filter(({ agrees }) => agrees === true);
    assert.ok(seen.length >= 9, 'most of it was observed');
    const text = JSON.stringify(said);
    assert.match(text, /"reference":"try1-1"/, 'what was charged is in it');
    for (const secret of ['Canary', '4111111111111111', '"999"', 'Pat', 'Main Street', '77777']) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.deepEqual(standing(double.journal()), [], 'what it charged is undone');
  });
}

test('a gateway that does otherwise than is assumed contradicts', async (t) => {
  const forbids = await tryAt(t, 'nmi', nmiWith({ obeysDuplicateSeconds: false }));
  assert.ok(forbids.subjects.includes('dup_seconds=0'));
  assert.match(forbids.of('dup_seconds=0').observed, /^not obeyed: the partner /);
  assert.ok(forbids.subjects.includes('a second purchase of the same card and amount'));

  const slow = await tryAt(t, 'nmi', nmiWith(), ({ script }) =>
    script(`${runId}-2`, { visibleAfterSeconds: 150 }),
  );
  assert.deepEqual(slow.subjects, ['how soon an inquiry finds a charge by our reference']);
  assert.match(slow.of(slow.subjects[0]!).observed, /^after 1[5-9]\d s, of 120 s$/);

  const never = await tryAt(t, 'authorize-net', authorizeNetWith(), ({ script }) =>
    script(`${runId}-2`, { visibleAfterSeconds: 5000 }),
  );
  assert.deepEqual(never.subjects, ['how soon an inquiry finds a charge by our reference']);
});

test('either answer is told where the weaker one is assumed', async (t) => {
  const kept = await tryAt(t, 'nmi', nmiWith());
  assert.match(kept.of('the orderid of a refund').observed, /^kept/);
  const lost = await tryAt(t, 'nmi', nmiWith({ refundsKeepOrderId: false }));
  assert.match(lost.of('the orderid of a refund').observed, /^not kept/);
  assert.equal(lost.of('the orderid of a charge, once it is captured').observed, 'approved');
  assert.deepEqual(lost.subjects, []);

  const names = await tryAt(t, 'authorize-net', authorizeNetWith());
  assert.equal(names.of('a copy of a request').observed, 'refused, and names the first');
  assert.equal(names.of('the refId in the details of a transaction').observed, 'it is shown');
  const quiet = await tryAt(
    t,
    'authorize-net',
    authorizeNetWith({ tellsOriginal: false, showsRefId: false }),
  );
  assert.equal(quiet.of('a copy of a request').observed, 'refused, without the first');
  assert.equal(quiet.of('the refId in the details of a transaction').observed, 'it is not shown');
  assert.deepEqual(quiet.subjects, []);
});

type Line = {
  readonly event: string;
  readonly type: string;
  readonly transactionId: string;
  readonly of?: string;
};

/** What was approved and not undone: a capture may have a number of its own. */
function standing(journal: string): string[] {
  const lines: Line[] = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const approved = lines.filter(({ event }) => event === 'approved');
  const undoes = approved.filter(({ type }) => type === 'void' || type === 'refund');
  const undone = new Set([
    ...undoes.map(({ of }) => of),
    ...lines.filter(({ event }) => event === 'undone').map(({ transactionId }) => transactionId),
  ]);
  const captures = approved.filter(({ type }) => type === 'capture');
  for (const { transactionId, of } of captures) if (undone.has(transactionId)) undone.add(of);
  const charges = approved.filter(({ type }) => type === 'sale' || type === 'auth');
  return charges.map(({ transactionId }) => transactionId).filter((id) => !undone.has(id));
}
