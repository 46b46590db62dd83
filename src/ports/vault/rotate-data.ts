import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { dataKeys, replaceDataKey, retireDataKeysBefore } from './data-key-store.ts';
import { newDataKey, unwrapDataKey } from './data-keys.ts';
import { type BusinessKeys, resealRecords } from './reseal-records.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** Gives every business a new data key and reseals all its records under it. */
export async function rotateData(run: RotationRun): Promise<RotationOutcome> {
  let continueAt: Date | undefined;
  let unreadable = 0;
  let after = -(2n ** 63n);
  for (;;) {
    const businessIds = await businessesToRotate(run.sql, run.number, after);
    if (businessIds.length === 0) return { continueAt, unreadable };
    for (const businessId of businessIds) {
      const outcome = await rotateBusiness(run, businessId);
      unreadable += outcome.unreadable ?? 0;
      if (outcome.continueAt && !(continueAt && continueAt > outcome.continueAt)) {
        continueAt = outcome.continueAt;
      }
      after = businessId;
    }
  }
}

async function rotateBusiness(run: RotationRun, businessId: bigint): Promise<RotationOutcome> {
  const { sql, number, now, graceMs } = run;
  let rows = await dataKeysOf(sql, businessId);
  if (rows[0]!.rotation < number) {
    await makeNextDataKey(run, businessId, rows[0]!);
    rows = await dataKeysOf(sql, businessId);
  }
  const newest = rows[0]!;
  if (newest.state === 'destroyed') return {};
  const { keys, lost } = await unwrapAll(run, businessId, rows);
  if (lost.includes(newest.version)) return { unreadable: lost.length };
  const unreadable = await resealRecords(run, businessId, keys);

  const settledAt = new Date(newest.createdAt.getTime() + graceMs);
  if (now() < settledAt) return { continueAt: settledAt, unreadable };
  const isLeft = await retireDataKeysBefore(sql, businessId, newest.version);
  if (!isLeft || unreadable > 0) return { unreadable };
  // A slow process still seals with an old key.
  return { continueAt: new Date(now().getTime() + graceMs), unreadable };
}

async function makeNextDataKey(
  { sql, keyring, randomBytes, number, now }: RotationRun,
  businessId: bigint,
  old: BusinessKeyRow,
): Promise<void> {
  const next = newDataKey(businessId, old.version + 1, keyring.activeRoot(), randomBytes);
  await replaceDataKey(sql, businessId, old.version, {
    ...next,
    rotation: number,
    createdAt: now(),
  });
}

async function unwrapAll(
  { sql, keyring }: RotationRun,
  businessId: bigint,
  rows: readonly BusinessKeyRow[],
): Promise<{ keys: BusinessKeys; lost: number[] }> {
  const keys: BusinessKeys = new Map();
  const lost: number[] = [];
  for (const { version, rootVersion, wrapped } of rows) {
    if (!wrapped) continue;
    try {
      const root = await keyring.root(sql, rootVersion);
      keys.set(version, unwrapDataKey(businessId, { version, rootVersion, wrapped }, root));
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
      lost.push(version);
    }
  }
  return { keys, lost };
}

const businessKeys = dataKeys.omit('businessId');
type BusinessKeyRow = RowOf<typeof businessKeys>;

/** Scope: tenant. The newest comes first. */
async function dataKeysOf(sql: Sql, businessId: bigint): Promise<BusinessKeyRow[]> {
  return await businessKeys.read(
    sql,
    `select ${businessKeys.columns} from vault_keys
     where business_id = $1 order by version desc`,
    [businessId],
  );
}

const keyOwners = dataKeys.pick('businessId');

/** Scope: all; reads only. */
async function businessesToRotate(sql: Sql, number: number, after: bigint): Promise<bigint[]> {
  const rows = await keyOwners.read(
    sql,
    `select distinct ${keyOwners.columns} from vault_keys
     where business_id > $1 and (state = 'retiring' or (state = 'active' and rotation < $2))
     order by business_id limit 100`,
    [after, number],
  );
  return rows.map(({ businessId }) => businessId);
}
