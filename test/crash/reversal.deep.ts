import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import type { FollowUpState } from '../../src/payments/follow-ups/follow-up.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { workJobs } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { cardFields } from '../caller.ts';
import { everyLife, type Lived } from '../crash-world.ts';
import { reversesNothing } from '../sabotage-followups.ts';
import { makeScenario, type PaymentRequest, type Scenario } from './fixture.ts';
import { noFindings } from './judge.ts';

type Story = { readonly bank: BehaviourName; readonly ends: FollowUpState; readonly cases: number };

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };

/** How the bank behaves to the void that reverses it. */
const stories: readonly Story[] = [
  { bank: 'approve', ends: 'succeeded', cases: 0 },
  { bank: 'timeout_after_booking', ends: 'succeeded', cases: 0 },
  // A bank that says no is for a person.
  { bank: 'card_declined', ends: 'failed', cases: 1 },
  { bank: 'timeout_after_decline', ends: 'failed', cases: 1 },
];

for (const { bank, ends, cases } of stories) {
  test(`money that arrives after we gave up is reversed (${bank}), whoever dies over it`, async (t) => {
    const scenario = await makeScenario(t);
    const { lives } = await liveThrough(scenario, bank, async (request) => {
      assert.equal(await lastReversal(scenario, request), ends);
      assert.equal(await openCases(scenario, request), cases);
    });
    assert.ok(lives > 2, `only ${lives} lives`);
    await noFindings(scenario);
  });
}

test('a build that does not reverse late approvals does not pass', async (t) => {
  const scenario = await makeScenario(t, reversesNothing);
  const request = await chargedAfterAll(scenario, 'approve');
  await scenario.workOff(await scenario.survivor());
  assert.equal(await lastReversal(scenario, request), undefined);
  const rules = (await scenario.findings()).map(({ rule }) => rule);
  assert.ok(rules.includes('charged_unnoticed'), rules.join(', '));
});

/** Each time by a worker that lives one moment longer, until one survives. */
async function liveThrough(
  scenario: Scenario,
  bank: BehaviourName,
  judge: (request: PaymentRequest) => Promise<void>,
): Promise<Lived> {
  return await everyLife(
    { name: 'crash/reversal' },
    {
      open: scenario.open,
      before: () => chargedAfterAll(scenario, bank),
      act: (crashing) => workJobs(crashing),
      others: async () => scenario.workOff(await scenario.survivor()),
      judge,
    },
  );
}

/**
 * The bank charged, and its answer is on the way for an hour. Meanwhile it says that it knows of nothing, and that
 * it cancels; it does neither.
 */
async function chargedAfterAll(scenario: Scenario, bank: BehaviourName): Promise<PaymentRequest> {
  const { fixture } = scenario;
  const request = await scenario.newRequest(charge);
  for (const n of [2, 3, 4]) {
    fixture.bank.script({ reference: referenceOf(request.caller.business.id, 1n, n) }, bank);
  }
  const gate = Promise.withResolvers<void>();
  const charged = Promise.withResolvers<void>();
  const slow = withBank(await scenario.open(), (real) => ({
    ...real,
    async charge(request) {
      const answer = await real.charge(request);
      charged.resolve();
      await gate.promise;
      return answer;
    },
  }));
  const asked = scenario.ask(slow, request);
  await charged.promise;
  fixture.clock.pass(3_600_000);
  await resolveDue(
    withBank(await scenario.open(), (real) => ({
      ...real,
      inquire: async () => ({ outcome: 'not_found' }),
      cancel: async (reference) => ({ outcome: 'canceled', reference }),
    })),
  );
  gate.resolve();
  const reply = await asked;
  assert.equal(reply?.headers['x-payment-state'], 'canceled', reply?.body ?? 'no answer');
  return request;
}

function withBank(world: World, change: (bank: Processor) => Processor): World {
  const bank = world.processors.get('simulator')!;
  return { ...world, processors: new Map([['simulator', change(bank)]]) };
}

async function lastReversal(
  { fixture }: Scenario,
  { caller }: PaymentRequest,
): Promise<string | undefined> {
  const rows = await fixture.db.query<{ state: string }>(
    `select state from followups where business_id = $1 and kind = 'give_back'
     order by n desc limit 1`,
    [caller.business.id],
  );
  return rows[0]?.state;
}

async function openCases({ fixture }: Scenario, { caller }: PaymentRequest): Promise<number> {
  const rows = await fixture.db.query(
    `select from open_questions where business_id = $1 and kind = 'not_given_back'`,
    [caller.business.id],
  );
  return rows.length;
}
