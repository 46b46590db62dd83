import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FollowUp } from '../../src/payments/follow-ups/follow-up.ts';
import { patient } from '../patient.ts';
import { locksNothing } from '../sabotage-followups.ts';
import { makeScenario, type Scenario } from './fixture.ts';
import {
  charge,
  type FollowUpRequest,
  follow,
  meetings,
  type Paid,
  pay,
  testRaces,
  twoRefunds,
} from './followup-races.ts';
import { noFindings } from './judge.ts';

testRaces();

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

test('a build that takes no lock for a refund does not pass', async (t) => {
  const scenario = await makeScenario(t, locksNothing);
  const found = meetings(scenario, twoRefunds, { judge: () => noFindings(scenario) });
  await assert.rejects(found, /sums_differ/);
});

/** Each by a process of its own; undefined for what was refused. */
async function race(
  scenario: Scenario,
  payment: Paid,
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

async function sumsOf(scenario: Scenario, { businessId, paymentId }: Paid) {
  const rows = await scenario.fixture.db.query<{ state: string; left: bigint; refunded: bigint }>(
    `select state, captured_cents - refunded_cents - refunding_cents as left,
       refunded_cents as refunded
     from payments where business_id = $1 and id = $2`,
    [businessId, paymentId],
  );
  return rows[0];
}
