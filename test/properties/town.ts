import assert from 'node:assert/strict';
import { Refusal } from '../../src/base/refusal.ts';
import { atClockOf } from '../../src/businesses/clock.ts';
import { readBusiness } from '../../src/businesses/store.ts';
import { followUp } from '../../src/followups/follow-up.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { BehaviourName } from '../../src/processors/simulator/behaviours.ts';
import { switchPayouts } from '../../src/settlement/payouts.ts';
import { advance } from '../../src/time-machine/advance.ts';
import type { World } from '../../src/world.ts';
import type { Fields } from '../caller.ts';
import { makeStreet, type Sabotage, type Street } from '../crash/street.ts';
import { Death, type Life, life } from '../mortal.ts';
import { giveBankAccount } from '../settlement/till.ts';
import type { Deed } from './model.ts';

type Scope = { after(work: () => Promise<void>): void };

export type Row = {
  readonly state: string;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
};

/** One business that is paid out, whose clock the test moves, and everything that may be done to it. */
export type Town = {
  readonly street: Street;
  readonly businessId: bigint;
  now(): Promise<Date>;
  /** Its id, if money was taken or promised. */
  pay(fields: Fields): Promise<bigint | undefined>;
  /** The bank behaves so when it is asked; by a process that lives for so many moments, if a number is given. */
  deed(paymentId: bigint, deed: Deed, bank: BehaviourName, moments?: number): Promise<void>;
  pass(ms: number): Promise<void>;
  row(paymentId: bigint): Promise<Row>;
};

export async function openTown(scope: Scope, sabotage?: Sabotage): Promise<Town> {
  const street = await makeStreet(scope, sabotage);
  const { house } = street;
  const caller = await house.addBusiness();
  const businessId = caller.business.id;
  await payOut(street, businessId);
  const own = async (world: World) => atClockOf(world, (await readBusiness(house.db, businessId))!);
  let orders = 0;

  return {
    street,
    businessId,
    now: async () => (await own(await street.survivor())).now(),

    async pay(fields) {
      orders += 1;
      const wish = { ...fields, OrderNumber: `o-${orders}`, ExternalID: `wish-${orders}` };
      const asked = { name: `wish-${orders}`, caller, fields: wish, headers: {} };
      const reply = await street.ask(await street.survivor(), asked);
      const paymentId = reply?.headers['x-payment-id'];
      assert.ok(paymentId, reply?.body ?? 'no answer');
      const isNothing = ['declined', 'canceled'].includes(String(reply.headers['x-payment-state']));
      return isNothing ? undefined : BigInt(String(paymentId));
    },

    async deed(paymentId, { kind, cents: amountCents }, bank, moments) {
      const rows = await house.db.query(
        'select from followups where business_id = $1 and payment_id = $2',
        [businessId, paymentId],
      );
      const reference = referenceOf(businessId, paymentId, rows.length + 2);
      house.bank.script({ reference }, bank);
      const span: Life | undefined = moments === undefined ? undefined : life(moments);
      const world = await own(await street.open(span));
      span?.begin();
      const wish = { businessId, paymentId, kind, amountCents, actor: 'operator:ann' };
      try {
        await followUp(world, { ...wish, retryKey: undefined, reason: undefined });
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof Death || span?.isOver)) throw error;
      }
    },

    async pass(ms) {
      await advance(await street.survivor(), businessId, { byMs: ms }, 'operator:ann');
    },

    async row(paymentId) {
      const rows = await house.db.query<Row>(
        `select state, captured_cents as "capturedCents", refunded_cents as "refundedCents"
         from payments where business_id = $1 and id = $2`,
        [businessId, paymentId],
      );
      return rows[0]!;
    },
  };
}

/** With the history that onboarding would have left behind. */
async function payOut({ house, survivor }: Street, businessId: bigint): Promise<void> {
  await giveBankAccount(house, { id: businessId });
  const at = house.clock.now();
  await house.db.query(
    `with a as (
       insert into application_moves (business_id, application_id, n, to_state, actor, reason, moved_at)
       select business_id, id, 1, state, 'test', 'test', $2 from applications where business_id = $1
     )
     insert into business_moves (business_id, n, to_state, actor, reason, moved_at)
     select business_id, 1, state, 'test', 'test', $2 from businesses where business_id = $1`,
    [businessId, at],
  );
  await switchPayouts(await survivor(), businessId, true, { actor: 'test', reason: 'test' });
}
