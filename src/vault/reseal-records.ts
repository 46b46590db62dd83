import type { KeyObject } from 'node:crypto';
import { bytea, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { nonceBytes } from './cipher.ts';
import { openRecord, type SealedRecord, sealRecord, type VaultField } from './records.ts';
import type { RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** The data keys of one business by version; what is sealed goes under the highest. */
export type BusinessKeys = Map<number, KeyObject>;

/**
 * Seals the records of a business anew under its newest key; says how many do not open. A process that
 * does not know that key yet may be adding records under the old one, hence no wish for none to be left.
 */
export async function resealRecords(
  run: RotationRun,
  businessId: bigint,
  keys: BusinessKeys,
): Promise<number> {
  await once(run, businessId, keys, { rows: run.batchRows, locked: 'skip locked' });
  // Then what came in the meantime, or was locked by somebody who was writing to it. One row at a time:
  // whoever waits for a lock holds none.
  const { unreadable } = await once(run, businessId, keys, { rows: 1, locked: '' });
  return unreadable;
}

type Pass = { moved: number; unreadable: number };
type Batch = { readonly rows: number; readonly locked: 'skip locked' | '' };

/** Once over the records, a transaction for each batch. */
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
      // Locked, so a value that somebody puts in its place waits for us, and ours never covers it.
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
  records: readonly SealedRecord[],
  keys: BusinessKeys,
  version: number,
): SealedRecord[] {
  const newest = { version, key: keys.get(version)! };
  const renewed: SealedRecord[] = [];
  for (const record of records) {
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

type Place = { readonly owner: string; readonly field: string };
type OldRow = {
  readonly owner: string;
  readonly field: VaultField;
  readonly key_version: number;
  readonly sealed: Buffer;
};

/** Scope: tenant. */
async function lockOldRecords(
  sql: Sql,
  businessId: bigint,
  version: number,
  after: Place,
  { rows, locked }: Batch,
): Promise<SealedRecord[]> {
  const found = await sql.query<OldRow>(
    `select owner, field, key_version, sealed from vault_records
     where business_id = $1 and key_version < $2 and (owner, field) > ($3, $4)
     order by owner, field limit $5
     for update ${locked}`,
    [businessId, version, after.owner, after.field, rows],
  );
  return found.map(({ owner, field, key_version: keyVersion, sealed }) => ({
    businessId,
    owner,
    field,
    keyVersion,
    sealed,
  }));
}

const resealed = rowSet({ owner: text, field: text, sealed: bytea }, 3);

/** Scope: tenant. */
async function writeResealed(
  sql: Sql,
  businessId: bigint,
  version: number,
  records: readonly SealedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await sql.query(
    `update vault_records v set key_version = $2, sealed = r.sealed
     from ${resealed.sql}
     where v.business_id = $1 and v.owner = r.owner and v.field = r.field`,
    [businessId, version, ...resealed.encode(records)],
  );
}
