import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { listCases } from '../../src/records/case-store.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import type { World } from '../../src/world.ts';
import { decide } from '../cases/queue.ts';
import type { Fixture } from '../fixture.ts';
import type { Answer } from '../followups/shop.ts';
import type { Scope } from '../scope.ts';
import type { EveryGateway } from './every-gateway.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';

/* What follows a charge at any gateway, as a test of all of them asks for it. */

export type Live = LiveBusiness<Awaited<ReturnType<EveryGateway['open']>>>;
export const kinds = ['capture', 'void', 'refund'] as const;
export type Kind = (typeof kinds)[number];

export async function openAt(
  scope: Scope,
  fixture: Fixture,
  gateway: EveryGateway,
  world?: World,
): Promise<Live> {
  const { name, key, merchant } = gateway;
  const double = await gateway.open(fixture.clock.now);
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(scope, { fixture, double, account, ...(world && { world }) });
  await live.connect();
  return live;
}

/** A charge that may be followed so, and what follows it. */
type Act = {
  /** Its invoice; its order is `order`. */
  prepare(live: Live): Promise<string>;
  ask(live: Live, invoice: string, key: string): Promise<Answer>;
};

const charge = { Amount: '10.00', OrderNumber: 'order' };

const authorized: Act['prepare'] = async (live) =>
  (await live.pay({ ...charge, ChargeType: 'Authorize' })).invoice;

const authorization =
  (fields: Readonly<Record<string, string>>): Act['ask'] =>
  async (live, TransactionID, key) =>
    await live.authorization({ ...fields, TransactionID }, { 'Idempotency-Key': key });

export const acts: Readonly<Record<Kind, Act>> = {
  capture: {
    prepare: authorized,
    ask: authorization({ ChargeType: 'Capture', Amount: '7.00' }),
  },
  void: { prepare: authorized, ask: authorization({ ChargeType: 'Void' }) },
  refund: {
    async prepare(live) {
      const { invoice } = await live.pay(charge);
      await live.pass(2 * dayMs);
      await closeAll(live);
      return invoice;
    },
    ask: async (live, PaymentID, key) =>
      await live.refund({ RefundType: 'Partial', Amount: '6.00', PaymentID }, key),
  },
};

/** What becomes of the next request that follows the latest charge of an order. */
export async function scriptNext(
  { fixture, businessId, double }: Live,
  order: string,
  kind: Kind,
  fault: GatewayFault,
): Promise<void> {
  const [row] = await fixture.db.query<{ id: bigint; chargeId: string; n: number }>(
    `select id, processor_id as "chargeId", (
       select coalesce(max(n), 1)::int + 1 from followups f
       where f.business_id = p.business_id and f.payment_id = p.id) as n
     from payments p where business_id = $1 and order_number = $2
     order by id desc limit 1`,
    [businessId, order],
  );
  const { id, chargeId, n } = row!;
  const reference = referenceOf(businessId, id, n);
  double.script(reference, fault);
  if (kind !== 'refund') double.callNext?.(kind, chargeId, reference);
}

/** Whatever is open is settled. */
export async function closeAll(live: Live): Promise<void> {
  const [account] = await live.fixture.db.query<{ name: string }>(
    'select name from processor_accounts where business_id = $1',
    [live.businessId],
  );
  const business = { id: live.businessId, cardAccounts: { USD: account!.name } };
  await closeBatches(live.world, business, 'system');
  // Some say only that it is scheduled, and settle it then.
  for (let hours = 0; hours < 4; hours += 1) await live.pass(60 * minuteMs);
}

type FollowUpRow = {
  readonly kind: string;
  readonly state: string;
  readonly code: string | null;
  readonly name: string | null;
};

export async function followUpsAt({ fixture, businessId }: Live): Promise<FollowUpRow[]> {
  return await fixture.db.query<FollowUpRow>(
    `select kind, state, outcome_code as code, processor_id as name from followups
     where business_id = $1 order by payment_id, n`,
    [businessId],
  );
}

export async function openCasesOf({ fixture, businessId }: Live) {
  return await listCases(fixture.db, { businessId, limit: 5 });
}

const isOpen = (state: string) => state === 'processing' || state === 'unknown';

/** Until the latest follow-up is at its end; what only persons can decide was not done. Who decided, and after how long. */
export async function untilNotDone(
  live: Live,
): Promise<{ by: 'itself' | 'persons'; hours: number }> {
  const mostHours = 10 * 24;
  for (let hours = 0; hours < mostHours; hours += 2) {
    const [opened] = await openCasesOf(live);
    if (opened) {
      live.fixture.clock.pass(minuteMs);
      await decide(live.world, opened, 'not_done');
      return { by: 'persons', hours };
    }
    if ((await followUpsAt(live)).every(({ state }) => !isOpen(state)))
      return { by: 'itself', hours };
    await live.pass(120 * minuteMs);
  }
  throw new Error('it does not end');
}
