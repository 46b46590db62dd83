import type { KeyObject } from 'node:crypto';
import type { Sql } from '../../runtime/sql.ts';
import { nonceBytes } from './cipher.ts';
import { openRecord, records, type SealedRecord, sealRecord } from './records.ts';
import type { RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** The data keys of one business by version; the highest one seals. */
export type BusinessKeys = Map<number, KeyObject>;

/**
 * Reseals the records of a business under its newest key; returns how many do not open. A process that does not know
 * that key yet may add records under the old one, so some may be left.
 */
export async function resealRecords(
  run: RotationRun,
  businessId: bigint,
  keys: BusinessKeys,
): Promise<number> {
  await once(run, businessId, keys, { rows: run.batchRows, locked: 'skip locked' });
  // Then the records that were added meanwhile, or were locked by a writer. One row at a time, so that a transaction
  // that waits for a lock holds none.
  const { unreadable } = await once(run, businessId, keys, { rows: 1, locked: '' });
  return unreadable;
}

type Pass = { moved: number; unreadable: number };
type Batch = { readonly rows: number; readonly locked: 'skip locked' | '' };

/** One pass over the records, a transaction for each batch. */
async function once(
  run: RotationRun,
  businessId: bigint,
  keys: BusinessKeys,
  batch: Batch,
): Promise<Pass> {
  const pass = { moved: 0, unreadable: 0 };
  const version = Math.max(...keys.keys());
  let after: Place | undefined = { owner: '', field: '' };
  while (after) {
    const from: Place = after;
    const { old, renewed } = await run.sql.begin(async (tx) => {
      // Locked, so that a concurrent change waits and is not overwritten.
      const old = await lockOldRecords(tx, businessId, version, from, batch);
      const renewed = reseal(run, old, keys, version);
      await writeResealed(tx, businessId, version, renewed);
      return { old, renewed };
    });
    await run.count(renewed.length);
    pass.moved += renewed.length;
    pass.unreadable += old.length - renewed.length;
    after = old.at(-1);
  }
  return pass;
}

function reseal(
  { randomBytes }: RotationRun,
  old: readonly SealedRecord[],
  keys: BusinessKeys,
  version: number,
): SealedRecord[] {
  const newest = { version, key: keys.get(version)! };
  const renewed: SealedRecord[] = [];
  for (const record of old) {
    const key = keys.get(record.keyVersion);
    if (!key) continue;
    try {
      const value = openRecord(key, record);
      renewed.push(sealRecord(record, newest, randomBytes(nonceBytes), value));
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
    }
  }
  return renewed;
}

type Place = Pick<SealedRecord, 'owner'> & { readonly field: string };

/** Scope: tenant. */
async function lockOldRecords(
  sql: Sql,
  businessId: bigint,
  version: number,
  after: Place,
  { rows, locked }: Batch,
): Promise<SealedRecord[]> {
  return await records.read(
    sql,
    `select ${records.columns} from vault_records
     where business_id = $1 and key_version < $2 and (owner, field) > ($3, $4)
     order by owner, field limit $5
     for update ${locked}`,
    [businessId, version, after.owner, after.field, rows],
  );
}

const resealed = records.pick('owner', 'field', 'sealed').set(3);

/** Scope: tenant. */
async function writeResealed(
  sql: Sql,
  businessId: bigint,
  version: number,
  renewed: readonly SealedRecord[],
): Promise<void> {
  if (renewed.length === 0) return;
  await sql.query(
    `update vault_records v set key_version = $2, sealed = r.sealed
     from ${resealed.sql}
     where v.business_id = $1 and v.owner = r.owner and v.field = r.field`,
    [businessId, version, ...resealed.encode(renewed)],
  );
}
