import { openCounter } from '../customers/counter.ts';
import type { Caller } from '../fixture.ts';
import type { Sent } from './bindings.ts';

type Scope = { after(work: () => Promise<void>): void };

/** What stands in the table. */
export type Made = {
  readonly id: bigint;
  readonly plan: string;
  readonly state: string;
  readonly amount: bigint;
  readonly interval: string;
  readonly discount: number;
  readonly tax: bigint;
  readonly starts: string;
  readonly periods: number | null;
};

/** A fixture where shops with one customer each ask for subscriptions. */
export async function openSubscriptions(scope: Scope) {
  const counter = await openCounter(scope);
  const { fixture, newCustomer } = counter;
  return {
    ...counter,
    async enter(
      card: Sent = {},
      changes: Partial<Caller['business']> = {},
    ): Promise<{ shop: Caller; id: string; token: string }> {
      const shop = await fixture.addBusiness(changes);
      return { shop, ...(await newCustomer(shop, card)) };
    },
    /** The latest first. */
    made: async ({ business }: Caller): Promise<Made[]> =>
      await fixture.db.query<Made>(
        `select id, plan_code as plan, state, amount_cents as amount, billing_interval as interval, discount,
           tax_cents as tax, starts_on::text as starts, periods
         from subscriptions where business_id = $1 order by id desc`,
        [business.id],
      ),
    payments: async ({ business }: Caller): Promise<{ state: string; cents: bigint }[]> =>
      await fixture.db.query(
        'select state, captured_cents as cents from payments where business_id = $1 order by id',
        [business.id],
      ),
  };
}
