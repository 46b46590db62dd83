import { listPlans, type Plan } from '../invoicing/subscriptions/plan.ts';
import { insertImported, readKeys } from '../invoicing/subscriptions/store.ts';
import type { Subscription } from '../invoicing/subscriptions/subscription.ts';
import { isDebitable } from '../kernel/currency.ts';
import { Secret } from '../kernel/secret.ts';
import type { Business } from '../parties/businesses/business.ts';
import { tokensNamed } from '../payments/tokens/imported.ts';
import type { Sql } from '../runtime/sql.ts';
import { customersByName } from './customer-names.ts';
import { FileFlaw } from './file-flaw.ts';
import type { Kind, Written } from './import.ts';
import { importKey } from './import-key.ts';
import { readOrigin } from './origins.ts';
import { fields, type ReadRow, type Row, readRow } from './subscription-row.ts';

/**
 * Subscriptions that went on elsewhere. Nothing that was charged there comes with them: the period of `nextChargeOn` is
 * the first that is charged here.
 */
export const subscriptionKind: Kind<typeof fields> = {
  fields,
  passedOver: ['charged', 'subscriptionId'],
  async write(world, tx, business, rows) {
    const { id: businessId } = business;
    const now = world.now();
    const known = await knownOf(tx, businessId, rows);
    const plans = new Map((await listPlans(tx, businessId)).map((plan) => [plan.code, plan]));
    const customers = await customersByName(
      tx,
      businessId,
      rows.map(({ customer }) => customer),
    );
    const tokens = await tokensOf(tx, businessId, rows);

    const fresh: (Subscription & { idempotencyKey: string })[] = [];
    const written: Written[] = [];
    for (const row of rows) {
      const earlier = known.get(row.id);
      if (earlier !== undefined) {
        written.push({ outcome: 'exists', made: String(earlier) });
        continue;
      }
      const named = {
        customerId: customers.get(row.customer),
        token: tokens.get(row.token),
        plan: plans.get(row.plan ?? ''),
      };
      const judged = judge(row, named, business, now);
      if (typeof judged === 'string') {
        written.push({ outcome: 'refused', why: judged });
        continue;
      }
      const { customerId, token } = named as Complete;
      const idempotencyKey = importKey(row.id);
      const id = await world.ids.next(businessId);
      const requestFingerprint = world.vault.fingerprint(new Secret(idempotencyKey));
      const own = { businessId, id, customerId, token: token.token, requestFingerprint };
      fresh.push({ ...judged, ...own, idempotencyKey });
      written.push({ outcome: 'created', made: String(id) });
    }
    const reason = 'it was imported';
    if (!(await insertImported(tx, businessId, fresh, { actor: 'operator', reason, at: now }))) {
      throw new FileFlaw(
        'another import of the same rows is under way: run this one again after it',
      );
    }
    return written;
  },
};

type Named = {
  readonly customerId: bigint | undefined;
  readonly token: Awaited<ReturnType<typeof tokensNamed>>[0] | undefined;
  readonly plan: Plan | undefined;
};
type Complete = Required<{ [K in 'customerId' | 'token']: NonNullable<Named[K]> }>;

/** Checks that everything a row names exists here, and fits. */
function judge(row: Row, named: Named, business: Business, now: Date): ReadRow | string {
  const { customerId, token, plan } = named;
  if (customerId === undefined) return 'customer is not there: import customers first';
  if (!token) return 'token is not there: import tokens first';
  if (token.customerId !== customerId) return 'token is one of another customer';
  if (row.plan !== undefined && !plan) return 'plan is not there: import plans first';
  const judged = readRow(row, business, plan, now);
  if (typeof judged === 'string' || token.kind === 'card' || isDebitable(judged.currency))
    return judged;
  return 'token is a bank account, and those are debited in US dollars only';
}

/**
 * By the id in the file: imported before, or exported from here. Where that is an id of this program, it is known by the
 * moment it was made, too: exports named no business before, and each counts its ids by itself.
 */
async function knownOf(
  tx: Sql,
  businessId: bigint,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, bigint>> {
  const byKey = new Map(rows.map((row) => [importKey(row.id), row]));
  const byFormerKey = Map.groupBy(rows, ({ id }) => {
    const origin = readOrigin(id);
    return origin && importKey(String(origin.id));
  });
  const byId = Map.groupBy(rows, ({ id }) => ownIdIn(id, businessId));
  const keys = [...byKey.keys(), ...byFormerKey.keys()].filter((key) => key !== undefined);
  const ids = [...byId.keys()].filter((id) => id !== undefined);
  const found = await readKeys(tx, businessId, keys, ids);
  return new Map(
    found.flatMap(({ id, idempotencyKey = '', createdAt }) => {
      const imported = byKey.get(idempotencyKey);
      const alike = [byFormerKey.get(idempotencyKey), byId.get(id)]
        .flatMap((some) => some ?? [])
        .filter((row) => row.createdAt?.getTime() === createdAt.getTime());
      return [...alike, ...(imported ? [imported] : [])].map((row) => [row.id, id] as const);
    }),
  );
}

/** Exports named no business before. */
function ownIdIn(name: string, businessId: bigint): bigint | undefined {
  if (/^\d{1,18}$/.test(name)) return BigInt(name);
  const origin = readOrigin(name);
  return origin?.businessId === businessId ? origin.id : undefined;
}

async function tokensOf(tx: Sql, businessId: bigint, rows: readonly Row[]) {
  const names = [...new Set(rows.map(({ token }) => token))];
  const found = await tokensNamed(tx, businessId, names.map(importKey), names);
  const byKey = new Map(found.map((one) => [one.idempotencyKey, one]));
  const byName = new Map(found.map((one) => [one.token, one]));
  return new Map(
    names.flatMap((name) => {
      const token = byKey.get(importKey(name)) ?? byName.get(name);
      return token ? [[name, token] as const] : [];
    }),
  );
}
