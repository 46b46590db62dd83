import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FollowUpState } from '../../src/followups/followup.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import type { Processor } from '../../src/processors/processor.ts';
import type { BehaviourName } from '../../src/processors/simulator/behaviours.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { cardFields } from '../caller.ts';
import { life } from '../mortal.ts';
import { givesNothingBack } from '../sabotage-followups.ts';
import { noFindings } from './judge.ts';
import { makeStreet, type Sabotage, type Street, type Wish } from './street.ts';

type Scope = { after(work: () => Promise<void>): void };
type Story = { readonly bank: BehaviourName; readonly ends: FollowUpState; readonly asks: number };

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };

/** How the bank behaves to the void with which it is given back. */
const stories: readonly Story[] = [
  { bank: 'approve', ends: 'succeeded', asks: 0 },
  { bank: 'timeout_after_booking', ends: 'succeeded', asks: 0 },
  // A bank that says no is for a person.
  { bank: 'card_declined', ends: 'failed', asks: 1 },
  { bank: 'timeout_after_decline', ends: 'failed', asks: 1 },
];

for (const { bank, ends, asks } of stories) {
  test(`money that arrives after we gave up is given back (${bank}), whoever dies over it`, async (t) => {
    const { street, lives } = await liveThrough(t, bank);
    assert.ok(lives.length > 15, `only ${lives.length} lives`);
    for (const wish of lives) {
      assert.equal(await lastGiveBack(street, wish), ends);
      assert.equal(await openQuestions(street, wish), asks);
    }
    await noFindings(street);
  });
}

test('a build that gives late approvals not back does not pass', async (t) => {
  const { street } = await liveThrough(t, 'approve', givesNothingBack);
  const rules = (await street.findings()).map(({ rule }) => rule);
  assert.ok(rules.includes('charged_unnoticed'), rules.join(', '));
});

/** Each time by a worker that lives one moment longer, until one survives. */
async function liveThrough(scope: Scope, bank: BehaviourName, sabotage?: Sabotage) {
  const street = await makeStreet(scope, sabotage);
  const lives: Wish[] = [];
  for (let moments = 1, died = true; died && moments < 100; moments += 1) {
    const wish = await chargedAfterAll(street, bank);
    const worker = life(moments);
    const mortal = await street.open(worker);
    worker.begin();
    await workOnce(mortal).catch(() => {});
    died = worker.isOver;
    await street.workOff(await street.survivor());
    lives.push(wish);
  }
  return { street, lives };
}

/**
 * The bank charged, and its answer is on the way for an hour. Meanwhile it says that it knows of nothing, and that
 * it cancels; it does neither.
 */
async function chargedAfterAll(street: Street, bank: BehaviourName): Promise<Wish> {
  const { house } = street;
  const wish = await street.wish(charge);
  for (const n of [2, 3, 4]) {
    house.bank.script({ reference: referenceOf(wish.caller.business.id, 1n, n) }, bank);
  }
  const gate = Promise.withResolvers<void>();
  const charged = Promise.withResolvers<void>();
  const slow = withBank(await street.open(), (real) => ({
    ...real,
    async charge(request) {
      const answer = await real.charge(request);
      charged.resolve();
      await gate.promise;
      return answer;
    },
  }));
  const asked = street.ask(slow, wish);
  await charged.promise;
  house.clock.pass(3_600_000);
  await resolveDue(
    withBank(await street.open(), (real) => ({
      ...real,
      inquire: async () => ({ outcome: 'not_found' }),
      cancel: async (reference) => ({ outcome: 'canceled', reference }),
    })),
  );
  gate.resolve();
  const reply = await asked;
  assert.equal(reply?.headers['x-payment-state'], 'canceled', reply?.body ?? 'no answer');
  return wish;
}

function withBank(world: World, change: (bank: Processor) => Processor): World {
  const bank = world.processors.get('simulator')!;
  return { ...world, processors: new Map([['simulator', change(bank)]]) };
}

async function lastGiveBack({ house }: Street, { caller }: Wish): Promise<string | undefined> {
  const rows = await house.db.query<{ state: string }>(
    `select state from followups where business_id = $1 and kind = 'give_back'
     order by n desc limit 1`,
    [caller.business.id],
  );
  return rows[0]?.state;
}

async function openQuestions({ house }: Street, { caller }: Wish): Promise<number> {
  const rows = await house.db.query(
    `select from open_questions where business_id = $1 and kind = 'not_given_back'`,
    [caller.business.id],
  );
  return rows.length;
}
