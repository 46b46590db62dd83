import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/follow-up.ts';
import type { FollowUp } from '../../src/payments/follow-ups/followup.ts';
import { cardFields, type Fields } from '../caller.ts';
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

test('a capture, a void and refunds that race leave one of them, whichever was first', async (t) => {
  const scenario = await makeScenario(t);
  const ended = new Set<string>();
  for (let round = 0; round < 24; round += 1) {
    const isAuthorization = round % 2 === 0;
    const payment = await pay(scenario, isAuthorization ? authorization : charge);
    const requests: FollowUpRequest[] = [
      { kind: 'void' },
      { kind: 'refund', cents: 500n },
      isAuthorization ? { kind: 'capture', cents: 700n } : { kind: 'refund' },
      { kind: 'refund', cents: 1000n },
    ];
    const first = round % requests.length;
    await race(scenario, payment, [...requests.slice(first), ...requests.slice(0, first)]);
    ended.add((await sumsOf(scenario, payment))!.state);
  }
  // Else this would be a race that always ends alike.
  assert.ok(ended.has('voided') && ended.has('captured'), [...ended].join(', '));
  await noFindings(scenario);
});

test('a build that takes no lock for a refund does not pass', async (t) => {
  const scenario = await makeScenario(t, locksNothing);
  const rules = new Set<string>();
  for (let round = 0; round < 10 && rules.size === 0; round += 1) {
    const payment = await pay(scenario, charge);
    const requests = Array.from({ length: 20 }, () => ({ kind: 'refund', cents: 100n }) as const);
    await race(scenario, payment, requests).catch(() => {});
    for (const { rule } of await scenario.findings()) rules.add(rule);
  }
  assert.ok(rules.has('sums_differ'), [...rules].join(', '));
});

/** Each by a process of its own; undefined for what was refused. */
async function race(
  scenario: Scenario,
  payment: { businessId: bigint; paymentId: bigint },
  requests: readonly FollowUpRequest[],
): Promise<(FollowUp | undefined)[]> {
  const worlds = await Promise.all([scenario.open(), scenario.open(), scenario.open()]);
  return await Promise.all(
    requests.map(async ({ kind, cents: amountCents }, i) => {
      const actor = `operator:${i}`;
      const request = {
        ...payment,
        kind,
        amountCents,
        idempotencyKey: undefined,
        actor,
        reason: undefined,
      };
      return await followUp(worlds[i % worlds.length]!, request).catch((error) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    }),
  );
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
