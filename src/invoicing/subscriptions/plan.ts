import { currencies, usualCurrency } from '../../kernel/currency.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import {
  int2,
  int4,
  int8,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { intervalNames } from './calendar.ts';

export const plans = table('plans', {
  businessId: int8,
  code: text,
  amountCents: int8,
  currency: oneOf(currencies),
  interval: named('billing_interval', oneOf(intervalNames)),
  /** Share of the amount, in hundredths of a percent. */
  discount: int4,
  taxCents: int8,
  trialDays: int2,
  /** Number of periods; undefined: until it is canceled. */
  periods: optional(int4),
  createdAt: timestamptz,
  updatedAt: timestamptz,
});
const stored = plans.omit('createdAt', 'updatedAt');
/** Subscriptions copy its terms; a change of the plan does not change them. */
export type Plan = Omit<RowOf<typeof stored>, 'discount'> & { readonly discount: bigint };

/** With the moments at which it was made and changed. */
export type StoredPlan = RowOf<typeof plans>;

function toPlan(row: RowOf<typeof stored>): Plan {
  return { ...row, discount: BigInt(row.discount) };
}

export async function readPlan(
  sql: Sql,
  businessId: bigint,
  code: string,
  lock: 'for update' | '' = '',
): Promise<Plan | undefined> {
  const row = await stored.readOne(
    sql,
    `select ${stored.columns} from plans where business_id = $1 and code = $2 ${lock}`,
    [businessId, code],
  );
  return row && toPlan(row);
}

export async function listPlans(sql: Sql, businessId: bigint): Promise<Plan[]> {
  const rows = await stored.read(
    sql,
    `select ${stored.columns} from plans where business_id = $1 order by code`,
    [businessId],
  );
  return rows.map(toPlan);
}

/** False where the code exists already. */
export async function insertPlan(tx: Sql, plan: Plan, at: Date): Promise<void> {
  await write(tx, plan, at, isThere);
}

/** Inserts the plans whose code is free. */
export async function insertPlans(tx: Sql, some: readonly Plan[], at: Date): Promise<void> {
  const rows = some.map((plan) => {
    return { ...plan, discount: Number(plan.discount), createdAt: at, updatedAt: at };
  });
  await plans.insert(tx, rows, 'on conflict do nothing');
}

export type PlanTerms = Pick<Plan, 'businessId' | 'code'> & Partial<Plan>;

/**
 * Makes a plan or changes it. Undefined: a new plan needs an amount and an interval. `judge` gets the locked plan and
 * throws if it is not the one that the caller means.
 */
export async function setPlan(
  { db, now }: Pick<World, 'db' | 'now'>,
  terms: PlanTerms,
  actor: string,
  judge?: (before: StoredPlan | undefined) => void,
): Promise<{ readonly plan: Plan; readonly isNew: boolean } | undefined> {
  const { businessId, code } = terms;
  return await db.begin(async (tx) => {
    const row = await plans.readOne(
      tx,
      `select ${plans.columns} from plans where business_id = $1 and code = $2 for update`,
      [businessId, code],
    );
    judge?.(row);
    const before = row && toPlan(stored.partOf(row)!);
    const { amountCents, interval, ...more } = { ...noExtras, ...before, ...terms };
    if (amountCents === undefined || interval === undefined) return undefined;
    const plan = { ...more, amountCents, interval };
    const at = now();
    const written = await write(tx, plan, at, before ? replaces : isThere);
    // Another transaction has just made it.
    if (written === 0) throw new Refusal('busy');
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

const noExtras = {
  currency: usualCurrency,
  discount: 0n,
  taxCents: 0n,
  trialDays: 0,
  periods: undefined,
};

const changed = plans.omit('businessId', 'code', 'createdAt').changesFrom('excluded');
const replaces = `on conflict (business_id, code) do update set ${changed}`;
const isThere = 'on conflict do nothing';

async function write(tx: Sql, plan: Plan, at: Date, otherwise: string): Promise<number> {
  const row = { ...plan, discount: Number(plan.discount), createdAt: at, updatedAt: at };
  return await plans.insert(tx, [row], otherwise);
}
