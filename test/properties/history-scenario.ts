import assert from 'node:assert/strict';
import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { advance } from '../../src/time-machine/advance.ts';
import type { World } from '../../src/world.ts';
import type { Fields } from '../caller.ts';
import { makeScenario, type Sabotage, type Scenario } from '../crash/fixture.ts';
import { Death, type Life, life } from '../crash-world.ts';
import { giveBankAccount } from '../settlement/till.ts';
import type { FollowUp } from './model.ts';

type Scope = { after(work: () => Promise<void>): void };

export type Row = {
  readonly state: string;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
};

/** One business that is paid out, whose clock the test moves, and everything that may be done to it. */
export type HistoryScenario = {
  readonly scenario: Scenario;
  readonly businessId: bigint;
  now(): Promise<Date>;
  /** Its id, if money was taken or promised. */
  pay(fields: Fields): Promise<bigint | undefined>;
  /** The bank behaves so when it is asked; by a process that lives for so many moments, if a number is given. */
  followUp(
    paymentId: bigint,
    followUp: FollowUp,
    bank: BehaviourName,
    moments?: number,
  ): Promise<void>;
  pass(ms: number): Promise<void>;
  row(paymentId: bigint): Promise<Row>;
};

export async function openHistory(scope: Scope, sabotage?: Sabotage): Promise<HistoryScenario> {
  const scenario = await makeScenario(scope, sabotage);
  const { fixture } = scenario;
  const caller = await fixture.addBusiness();
  const businessId = caller.business.id;
  await payOut(scenario, businessId);
  const own = async (world: World) =>
    atClockOf(world, (await readBusiness(fixture.db, businessId))!);
  let orders = 0;

  return {
    scenario,
    businessId,
    now: async () => (await own(await scenario.survivor())).now(),

    async pay(fields) {
      orders += 1;
      const request = { ...fields, OrderNumber: `o-${orders}`, ExternalID: `request-${orders}` };
      const asked = { name: `request-${orders}`, caller, fields: request, headers: {} };
      const reply = await scenario.ask(await scenario.survivor(), asked);
      const paymentId = reply?.headers['x-payment-id'];
      assert.ok(paymentId, reply?.body ?? 'no answer');
      const isNothing = ['declined', 'canceled'].includes(String(reply.headers['x-payment-state']));
      return isNothing ? undefined : BigInt(String(paymentId));
    },

    async followUp(paymentId, { kind, cents: amountCents }, bank, moments) {
      const rows = await fixture.db.query(
        'select from followups where business_id = $1 and payment_id = $2',
        [businessId, paymentId],
      );
      const reference = referenceOf(businessId, paymentId, rows.length + 2);
      fixture.bank.script({ reference }, bank);
      const span: Life | undefined = moments === undefined ? undefined : life(moments);
      const world = await own(await scenario.open(span));
      span?.begin();
      const request = { businessId, paymentId, kind, amountCents, actor: 'operator:ann' };
      try {
        await followUp(world, { ...request, idempotencyKey: undefined, reason: undefined });
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof Death || span?.isOver)) throw error;
      }
    },

    async pass(ms) {
      await advance(await scenario.survivor(), businessId, { byMs: ms }, 'operator:ann');
    },

    async row(paymentId) {
      const rows = await fixture.db.query<Row>(
        `select state, captured_cents as "capturedCents", refunded_cents as "refundedCents"
         from payments where business_id = $1 and id = $2`,
        [businessId, paymentId],
      );
      return rows[0]!;
    },
  };
}

/** With the history that onboarding would have left behind. */
async function payOut({ fixture, survivor }: Scenario, businessId: bigint): Promise<void> {
  await giveBankAccount(fixture, { id: businessId });
  const at = fixture.clock.now();
  await fixture.db.query(
    `insert into business_moves (business_id, n, to_state, actor, reason, moved_at)
     select business_id, 1, state, 'test', 'test', $2 from businesses where business_id = $1`,
    [businessId, at],
  );
  await switchPayouts(await survivor(), businessId, true, { actor: 'test', reason: 'test' });
}
