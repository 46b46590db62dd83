import { usualCurrency } from '../../src/kernel/currency.ts';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import type { Secret } from '../../src/kernel/secret.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import { openShop, type Shop } from '../followups/shop.ts';
import { nobody } from '../limits.ts';
import type { Scope } from '../scope.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

type Double = {
  readonly url: string;
  readonly journal: () => string;
  readonly close: () => void;
};
type Account = {
  readonly name: string;
  readonly processor: GatewayName;
  readonly key: Secret;
  readonly merchant: string | undefined;
};

/** A business beside the double of a gateway. */
export type LiveBusiness<D> = Shop & {
  readonly double: D;
  readonly businessId: bigint;
  /** The reference of the next payment. */
  nextReference(): Promise<string>;
  /** What the gateway did, as `sale 1000`. */
  done(): string[];
  connect(more?: Partial<Parameters<typeof connectAccount>[2]>): Promise<unknown>;
  /** Of the latest payment under an order number. */
  stateOf(order: string): Promise<string>;
  /** As time goes by: whatever is due is done. */
  pass(ms: number): Promise<void>;
};

type Place<D> = {
  readonly fixture: Fixture;
  readonly double: D;
  readonly account: Account;
  readonly environment?: 'live' | 'sandbox';
  /** In place of one in which nothing goes wrong. */
  readonly world?: World;
};

/** Its port may be given to another test at once: who calls the gateway from now on calls nobody. */
export async function closeDouble({ db }: Fixture, double: Double): Promise<void> {
  try {
    await db.query('update processor_accounts set address = $2 where address = $1', [
      double.url,
      nobody,
    ]);
  } finally {
    double.close();
  }
}

export async function openLiveBusiness<D extends Double>(
  scope: Scope,
  { fixture, double, account, environment = 'live', world: given }: Place<D>,
): Promise<LiveBusiness<D>> {
  const { clock, db } = fixture;
  scope.after(() => closeDouble(fixture, double));
  const shop = await openShop(scope, { fixture, ...(given && { world: given }) });
  const { world } = shop;
  const { id: businessId } = shop.caller.business;
  await db.query('update businesses set environment = $2 where business_id = $1', [
    businessId,
    environment,
  ]);
  return {
    ...shop,
    double,
    businessId,

    async connect(more = {}) {
      const connection = { ...account, currency: usualCurrency, address: double.url, ...more };
      const business = await readBusiness(db, businessId);
      const made = await connectAccount(world, business!, connection, 'operator:ann');
      // A caller that is known stays known so long.
      clock.pass(10_000);
      return made;
    },

    async nextReference() {
      const last = await world.ids.next(businessId);
      return referenceOf(businessId, last + 1n, 1);
    },

    done() {
      const lines = double
        .journal()
        .split('\n')
        .filter((line) => line !== '');
      const entries = lines.map((line) => JSON.parse(line));
      const approved = entries.filter(({ event }) => event === 'approved');
      return approved.map(({ type, cents }) => `${type} ${cents}`);
    },

    async stateOf(order) {
      const [row] = await db.query<{ state: string }>(
        'select state from payments where business_id = $1 and order_number = $2 order by id desc limit 1',
        [businessId, order],
      );
      return row!.state;
    },

    async pass(ms) {
      clock.pass(ms);
      while ((await workOnce(world)) > 0);
    },
  };
}
