import assert from 'node:assert/strict';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { readDisputes } from '../../src/payments/disputes/read-disputes.ts';
import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { DisputeRow, DisputesAnswer } from '../../src/ports/processors/dispute-row.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import { findings, openTill, type Till } from '../settlement/till.ts';

export const dayMs = 24 * 3_600_000;

export type Stored = {
  readonly id: bigint;
  readonly payment_id: bigint | null;
  readonly state: string;
  readonly amount_cents: bigint;
  readonly taken_cents: bigint;
};

/** A till whose payers dispute. */
export type DisputedShop = Till & {
  readonly businessId: bigint;
  /** A payment that was settled with its batch. */
  sell(): Promise<{ readonly invoice: string; readonly id: bigint }>;
  /** What the processor tells of a payment, so many days from the first. */
  row(
    of: { readonly id: bigint },
    more: Partial<DisputeRow> & { day?: number },
  ): Promise<DisputeRow>;
  /** Reads these rows as the feed of the processor. */
  tell(rows: readonly DisputeRow[]): Promise<void>;
  disputes(): Promise<Stored[]>;
  /** The kinds of cases about disputes that are not closed. */
  cases(): Promise<string[]>;
  /** The kinds of events about disputes. */
  events(): Promise<string[]>;
  remaining(of: { readonly id: bigint }): Promise<bigint>;
  /** Neither the ledger nor our tables contradict each other. */
  isSound(): Promise<void>;
};

export async function openDisputedShop(
  scope: { after(work: () => Promise<void>): void },
  fixture: Fixture,
): Promise<DisputedShop> {
  const till = await openTill(scope, { fixture });
  const { db } = fixture;
  const { id: businessId } = till.caller.business;
  const start = fixture.clock.now().getTime();
  const query = async <R extends object>(text: string, ...more: unknown[]) =>
    await db.query<R>(text, [businessId, ...more]);

  return {
    ...till,
    businessId,
    async sell() {
      const { invoice } = await till.pay();
      await till.close();
      const id = invoiceIdOf(till.world.vault, businessId, invoice);
      assert.ok(id !== undefined);
      return { invoice, id };
    },
    async row({ id }, { day = 0, ...more }) {
      const [charge] = await query<{ processor_id: string }>(
        'select processor_id from payments where business_id = $1 and id = $2',
        id,
      );
      return {
        id: `dp-${id}`,
        reference: referenceOf(businessId, id, 1),
        chargeId: charge!.processor_id,
        cents: 10_000n,
        state: 'open',
        reasonCode: '10.4',
        reason: 'Fraud',
        at: new Date(start + day * dayMs),
        answerUntil: new Date(start + 30 * dayMs),
        ...more,
      };
    },
    async tell(rows) {
      const told = async (): Promise<DisputesAnswer> => ({ outcome: 'disputes', rows });
      await readDisputes(telling(till.world, told), { businessId, processor: 'simulator' });
    },
    disputes: async () =>
      await query<Stored>(
        `select id, payment_id, state, amount_cents, taken_cents from disputes
         where business_id = $1 order by id`,
      ),
    async cases() {
      const rows = await query<{ kind: string }>(
        `select kind from open_questions
         where business_id = $1 and object_kind = 'dispute' and state <> 'closed' order by id`,
      );
      return rows.map(({ kind }) => kind);
    },
    async events() {
      const rows = await query<{ kind: string }>(
        `select kind from events where business_id = $1 and kind like 'dispute.%' order by id`,
      );
      return rows.map(({ kind }) => kind);
    },
    async remaining({ id }) {
      const [row] = await query<{ cents: bigint }>(
        `select captured_cents - refunded_cents - refunding_cents - disputed_cents as cents
         from payments where business_id = $1 and id = $2`,
        id,
      );
      return row!.cents;
    },
    async isSound() {
      assert.deepEqual(await findings(fixture, businessId), []);
      assert.deepEqual(await reconciled(fixture, till.world), []);
    },
  };
}

/** The simulated bank, were it one that tells of disputes. */
export function telling(
  world: World,
  disputes: (since: Date, until: Date) => Promise<DisputesAnswer>,
): World {
  const processor = world.processors.get('simulator')!;
  return { ...world, processors: new Map([['simulator', { ...processor, disputes }]]) };
}

/** What the reconciliation finds between our tables. */
export async function reconciled({ db, clock }: Fixture, { vault }: World): Promise<string[]> {
  const nothing = async function* () {};
  const evidence = { db, vault, processor: 'none', readBook: nothing, now: clock.now() };
  return (await Array.fromAsync(reconcile(evidence))).map(formatFinding);
}
