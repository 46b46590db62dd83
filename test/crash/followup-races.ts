import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { FollowUp } from '../../src/payments/follow-ups/follow-up.ts';
import type { World } from '../../src/world.ts';
import { cardFields, type Fields } from '../caller.ts';
import { everyMeeting } from '../pause.ts';
import { type Size, sizeOf } from '../size.ts';
import { makeScenario, type Scenario } from './fixture.ts';
import { noFindings } from './judge.ts';
import { pick } from './survival.ts';

export const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const authorization = { ...charge, ChargeType: 'Authorize' };

export type FollowUpRequest = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly cents?: bigint;
};

type Pair = {
  readonly name: string;
  readonly paid: Fields;
  readonly wanted: readonly [FollowUpRequest, FollowUpRequest];
  /** What may come of them: each, or else one of them would always be too late. */
  readonly ends: readonly string[];
};

const half = { kind: 'refund', cents: 500n } as const;
const most = { kind: 'refund', cents: 1000n } as const;
const release = { kind: 'void' } as const;
const capture = { kind: 'capture', cents: 700n } as const;
const [either, both] = [['done, refused', 'refused, done'], 'done, done'];
export const twoRefunds = {
  name: 'two refunds',
  paid: charge,
  wanted: [half, most],
  ends: either,
} as const;
const pairs: readonly Pair[] = [
  { name: 'a void and a refund', paid: charge, wanted: [release, half], ends: either },
  { name: 'a refund and a void', paid: charge, wanted: [half, release], ends: either },
  twoRefunds,
  {
    name: 'a capture and a void',
    paid: authorization,
    wanted: [capture, release],
    // What was captured is voided too.
    ends: [both, ...either],
  },
  {
    name: 'a void and a capture',
    paid: authorization,
    wanted: [release, capture],
    ends: [both, either[0]!],
  },
];
const few = ['a void and a refund', 'two refunds'];

export function testRaces(size?: Size): void {
  for (const pair of pick(pairs, few, size)) {
    test(`${pair.name} that meet are done as if one came after the other`, async (t) => {
      // Fewer pairs, and not fewer moments: which of them may still win shows at few of these.
      const moments = sizeOf({ gate: 'usual', usual: 'usual', full: 'full' } as const, size);
      const scenario = await makeScenario(t);
      const seen = await meetings(scenario, pair, { size: moments });
      assert.deepEqual([...seen].toSorted(), pair.ends);
      await noFindings(scenario);
    });
  }
}

type Options = { readonly size?: Size | undefined; readonly judge?: () => Promise<void> };

/** One stands still at each of its moments, and the other goes on; what came of both. */
export async function meetings(
  scenario: Scenario,
  { paid, wanted: [first, second] }: Pair,
  { size, judge }: Options = {},
): Promise<Set<string>> {
  const ends = new Set<string>();
  const endOf = (end: FollowUp | undefined) => (end?.state === 'succeeded' ? 'done' : 'refused');
  await everyMeeting(
    { name: 'crash/followup-races', size },
    {
      db: scenario.fixture.db,
      open: scenario.open,
      before: () => pay(scenario, paid),
      one: (world, payment) => follow(world, payment, first, 'operator:1'),
      other: (world, payment) => follow(world, payment, second, 'operator:2'),
      async judge(_, said, heard) {
        ends.add(`${endOf(said)}, ${endOf(heard)}`);
        await judge?.();
      },
    },
  );
  return ends;
}

export type Paid = { readonly businessId: bigint; readonly paymentId: bigint };

/** Undefined if it was refused. */
export async function follow(
  world: World,
  payment: Paid,
  { kind, cents: amountCents }: FollowUpRequest,
  actor: string,
): Promise<FollowUp | undefined> {
  const more = { idempotencyKey: undefined, reason: undefined };
  return await followUp(world, { ...payment, ...more, kind, amountCents, actor }).catch((error) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

export async function pay(scenario: Scenario, fields: Fields): Promise<Paid> {
  const request = await scenario.newRequest(fields);
  const reply = await scenario.ask(await scenario.survivor(), request);
  const paymentId = BigInt(String(reply?.headers['x-payment-id']));
  return { businessId: request.caller.business.id, paymentId };
}
