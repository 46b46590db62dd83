import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { FollowUp } from '../../src/payments/follow-ups/follow-up.ts';
import type { World } from '../../src/world.ts';
import { cardFields, type Fields } from '../caller.ts';
import { patient } from '../patient.ts';
import { everyMeeting } from '../pause.ts';
import { locksNothing } from '../sabotage-followups.ts';
import { makeScenario, type Scenario } from './fixture.ts';
import { noFindings } from './judge.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const authorization = { ...charge, ChargeType: 'Authorize' };
type FollowUpRequest = { readonly kind: 'capture' | 'void' | 'refund'; readonly cents?: bigint };

test('of fifty refunds at once as many are done as there is money', async (t) => {
  const scenario = await makeScenario(t);
  const payment = await pay(scenario, charge);
  const requests = Array.from({ length: 50 }, () => ({ kind: 'refund', cents: 100n }) as const);
  const ends = await race(scenario, payment, requests);

  const done = ends.filter((end) => end !== undefined);
  assert.equal(done.length, 12);
  assert.ok(done.every(({ state }) => state === 'succeeded'));
  assert.deepEqual(await sumsOf(scenario, payment), {
    state: 'captured',
    left: 50n,
    refunded: 1200n,
  });
  await noFindings(scenario);
});

test('fifty refunds of the whole payment at once are answered with the same refund', async (t) => {
  const scenario = await makeScenario(t);
  const payment = await pay(scenario, charge);
  const ends = await race(
    scenario,
    payment,
    Array.from({ length: 50 }, () => ({ kind: 'refund' }) as const),
  );
  const answers = new Set(ends.map((end) => end && `${end.id} ${end.state}`));
  assert.equal(answers.size, 1, [...answers].join(', '));
  assert.equal((await sumsOf(scenario, payment))?.state, 'voided');
  await noFindings(scenario);
});

const half = { kind: 'refund', cents: 500n } as const;
const most = { kind: 'refund', cents: 1000n } as const;
type Pair = {
  readonly paid: Fields;
  readonly wanted: readonly [FollowUpRequest, FollowUpRequest];
  /** What may come of them: each, or else one of them would always be too late. */
  readonly ends: readonly string[];
};
const [either, both] = [['done, refused', 'refused, done'], 'done, done'];
const release = { kind: 'void' } as const;
const capture = { kind: 'capture', cents: 700n } as const;
const pairs: Readonly<Record<string, Pair>> = {
  'a void and a refund': { paid: charge, wanted: [release, half], ends: either },
  'a refund and a void': { paid: charge, wanted: [half, release], ends: either },
  'two refunds': { paid: charge, wanted: [half, most], ends: either },
  // What was captured is voided too.
  'a capture and a void': {
    paid: authorization,
    wanted: [capture, release],
    ends: [both, ...either],
  },
  'a void and a capture': {
    paid: authorization,
    wanted: [release, capture],
    ends: [both, either[0]!],
  },
};

for (const [what, { paid, wanted, ends }] of Object.entries(pairs)) {
  test(`${what} that meet are done as if one came after the other`, async (t) => {
    const scenario = await makeScenario(t);
    const seen = await meetings(scenario, paid, wanted);
    assert.deepEqual([...seen].toSorted(), ends);
    await noFindings(scenario);
  });
}

test('a build that takes no lock for a refund does not pass', async (t) => {
  const scenario = await makeScenario(t, locksNothing);
  const found = meetings(scenario, charge, [half, most], () => noFindings(scenario));
  await assert.rejects(found, /sums_differ/);
});

/** One stands still at each of its moments, and the other goes on; what came of both. */
async function meetings(
  scenario: Scenario,
  fields: Fields,
  [first, second]: Pair['wanted'],
  judge = async () => {},
): Promise<Set<string>> {
  const { db } = scenario.fixture;
  const ends = new Set<string>();
  type Payment = Awaited<ReturnType<typeof pay>>;
  const endOf = (end: FollowUp | undefined) => (end?.state === 'succeeded' ? 'done' : 'refused');
  await everyMeeting(
    { name: 'crash/followup-races' },
    {
      db,
      open: scenario.open,
      before: () => pay(scenario, fields),
      one: (world, payment: Payment) => follow(world, payment, first, 'operator:1'),
      other: (world, payment) => follow(world, payment, second, 'operator:2'),
      async judge(_, said, heard) {
        ends.add(`${endOf(said)}, ${endOf(heard)}`);
        await judge();
      },
    },
  );
  return ends;
}

/** Each by a process of its own; undefined for what was refused. */
async function race(
  scenario: Scenario,
  payment: { businessId: bigint; paymentId: bigint },
  requests: readonly FollowUpRequest[],
): Promise<(FollowUp | undefined)[]> {
  const open = async () => patient(await scenario.open());
  const worlds = await Promise.all([open(), open(), open()]);
  return await Promise.all(
    requests.map((request, i) =>
      follow(worlds[i % worlds.length]!, payment, request, `operator:${i}`),
    ),
  );
}

/** Undefined if it was refused. */
async function follow(
  world: World,
  payment: { businessId: bigint; paymentId: bigint },
  { kind, cents: amountCents }: FollowUpRequest,
  actor: string,
): Promise<FollowUp | undefined> {
  const more = { idempotencyKey: undefined, reason: undefined };
  return await followUp(world, { ...payment, ...more, kind, amountCents, actor }).catch((error) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

async function pay(scenario: Scenario, fields: Fields) {
  const request = await scenario.newRequest(fields);
  const reply = await scenario.ask(await scenario.survivor(), request);
  const paymentId = BigInt(String(reply?.headers['x-payment-id']));
  return { businessId: request.caller.business.id, paymentId };
}

async function sumsOf(
  scenario: Scenario,
  { businessId, paymentId }: Awaited<ReturnType<typeof pay>>,
) {
  const rows = await scenario.fixture.db.query<{ state: string; left: bigint; refunded: bigint }>(
    `select state, captured_cents - refunded_cents - refunding_cents as left,
       refunded_cents as refunded
     from payments where business_id = $1 and id = $2`,
    [businessId, paymentId],
  );
  return rows[0];
}
