import type { Sql } from '../base/sql.ts';
import { type DataKeyRow, newDataKey, unwrapDataKey } from './data-keys.ts';
import { type BusinessKeys, resealRecords } from './reseal-records.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** Gives every business a new data key and seals all its records anew under it. */
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

  const settledAt = new Date(newest.created_at.getTime() + graceMs);
  if (now() < settledAt) return { continueAt: settledAt, unreadable };
  const isLeft = await retireDataKeysBefore(sql, businessId, newest.version);
  if (!isLeft || unreadable > 0) return { unreadable };
  // Somebody is late and still seals with an old key.
  return { continueAt: new Date(now().getTime() + graceMs), unreadable };
}

async function makeNextDataKey(
  { sql, keyring, randomBytes, number, now }: RotationRun,
  businessId: bigint,
  old: BusinessKeyRow,
): Promise<void> {
  const next = newDataKey(businessId, old.version + 1, keyring.activeRoot(), randomBytes);

  await sql.begin(async (tx) => {
    const replaced = await tx.query(
      `update vault_keys set state = 'retiring'
       where business_id = $1 and version = $2 and state = 'active' returning version`,
      [businessId, old.version],
    );
    if (replaced.length === 0) return; // Destroyed, or another run came first.
    await tx.query(
      `insert into vault_keys
         (business_id, version, state, wrapped, root_version, rotation, created_at)
       values ($1, $2, 'active', $3, $4, $5, $6)`,
      [businessId, next.version, next.wrapped, next.root_version, number, now()],
    );
  });
}

async function unwrapAll(
  { sql, keyring }: RotationRun,
  businessId: bigint,
  rows: readonly BusinessKeyRow[],
): Promise<{ keys: BusinessKeys; lost: number[] }> {
  const keys: BusinessKeys = new Map();
  const lost: number[] = [];
  for (const { version, root_version, wrapped } of rows) {
    if (!wrapped) continue;
    try {
      const root = await keyring.root(sql, root_version);
      keys.set(version, unwrapDataKey(businessId, { version, root_version, wrapped }, root));
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
      lost.push(version);
    }
  }
  return { keys, lost };
}

type BusinessKeyRow = DataKeyRow & { readonly rotation: number; readonly created_at: Date };

/** Scope: tenant. The newest comes first. */
async function dataKeysOf(sql: Sql, businessId: bigint): Promise<BusinessKeyRow[]> {
  return await sql.query<BusinessKeyRow>(
    `select version, state, wrapped, root_version, rotation, created_at from vault_keys
     where business_id = $1 order by version desc`,
    [businessId],
  );
}

/** Scope: all; reads only. */
async function businessesToRotate(sql: Sql, number: number, after: bigint): Promise<bigint[]> {
  const rows = await sql.query<{ business_id: bigint }>(
    `select distinct business_id from vault_keys
     where business_id > $1 and (state = 'retiring' or (state = 'active' and rotation < $2))
     order by business_id limit 100`,
    [after, number],
  );
  return rows.map(({ business_id }) => business_id);
}

/** Scope: tenant. Not a key that still holds a record; says whether there is such a one. */
async function retireDataKeysBefore(
  sql: Sql,
  businessId: bigint,
  version: number,
): Promise<boolean> {
  await sql.query(
    `update vault_keys k set state = 'retired'
     where k.business_id = $1 and k.version < $2 and k.state = 'retiring' and not exists (
       select 1 from vault_records v where v.business_id = $1 and v.key_version = k.version
     )`,
    [businessId, version],
  );
  const left = await sql.query(
    `select version from vault_keys where business_id = $1 and state = 'retiring' limit 1`,
    [businessId],
  );
  return left.length > 0;
}
