import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { Interval } from './interval.ts';
import type { Terms } from './price.ts';

/** What subscriptions are made from; one that was made keeps what it has when its plan changes. */
export type Plan = Terms & {
  readonly businessId: bigint;
  readonly code: string;
  readonly interval: Interval;
  readonly trialDays: number;
  /** How many periods are charged; undefined: until somebody cancels. */
  readonly periods: number | undefined;
};

const columns = `business_id as "businessId", code, amount_cents as "amountCents", billing_interval as interval,
  discount, tax_cents as "taxCents", trial_days as "trialDays", periods`;

export async function readPlan(
  sql: Sql,
  businessId: bigint,
  code: string,
  lock: 'for update' | '' = '',
): Promise<Plan | undefined> {
  const [row] = await sql.query<PlanRecord>(
    `select ${columns} from plans where business_id = $1 and code = $2 ${lock}`,
    [businessId, code],
  );
  return row && toPlan(row);
}

export async function listPlans(sql: Sql, businessId: bigint): Promise<Plan[]> {
  const rows = await sql.query<PlanRecord>(
    `select ${columns} from plans where business_id = $1 order by code`,
    [businessId],
  );
  return rows.map(toPlan);
}

/** Unless there is one of this code. */
export async function insertPlan(tx: Sql, plan: Plan, at: Date): Promise<void> {
  await write(tx, plan, at, 'on conflict do nothing');
}

export type PlanWish = Pick<Plan, 'businessId' | 'code'> & Partial<Plan>;

/**
 * Makes a plan or changes what is named of it; undefined: a new one needs an amount and an interval. Subscriptions
 * that were made from it stay as they are.
 */
export async function setPlan(
  { db, now }: Pick<World, 'db' | 'now'>,
  wish: PlanWish,
  actor: string,
): Promise<{ readonly plan: Plan; readonly isNew: boolean } | undefined> {
  const { businessId, code } = wish;
  return await db.begin(async (tx) => {
    const before = await readPlan(tx, businessId, code, 'for update');
    const { amountCents, interval, ...more } = { ...noExtras, ...before, ...wish };
    if (amountCents === undefined || interval === undefined) return undefined;
    const plan = { ...more, amountCents, interval };
    const at = now();
    await rewritePlan(tx, plan, at);
    const facts = Object.entries(plan).map(([name, value]) => [name, value?.toString() ?? null]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'plan.set',
      object: `plan:${code}`,
      facts: Object.fromEntries(facts),
      at,
    });
    return { plan, isNew: !before };
  });
}

const noExtras = { discount: 0n, taxCents: 0n, trialDays: 0, periods: undefined };

async function rewritePlan(tx: Sql, plan: Plan, at: Date): Promise<void> {
  const rewritten = `on conflict (business_id, code) do update set amount_cents = $3, billing_interval = $4,
    discount = $5, tax_cents = $6, trial_days = $7, periods = $8, updated_at = $9`;
  await write(tx, plan, at, rewritten);
}

async function write(tx: Sql, plan: Plan, at: Date, otherwise: string): Promise<void> {
  await tx.query(
    `insert into plans (business_id, code, amount_cents, billing_interval, discount, tax_cents, trial_days,
       periods, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ${otherwise}`,
    [
      plan.businessId,
      plan.code,
      plan.amountCents,
      plan.interval,
      Number(plan.discount),
      plan.taxCents,
      plan.trialDays,
      plan.periods,
      at,
    ],
  );
}

type PlanRecord = Omit<Plan, 'discount' | 'periods'> & { discount: number; periods: number | null };

function toPlan(row: PlanRecord): Plan {
  return { ...row, discount: BigInt(row.discount), periods: row.periods ?? undefined };
}
