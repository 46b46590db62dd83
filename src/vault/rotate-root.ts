import { bytea, int4, int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { unwrapDataKey, type WrappedDataKey, wrapDataKey } from './data-keys.ts';
import { insertRoot, listNamedKeys, listRoots, rewrapNamedKey } from './key-store.ts';
import { newRoot, type RootKey, unwrapNamedKey, wrapNamedKey } from './keyring.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** Makes a new root and wraps all named keys and data keys under it. The keys themselves stay. */
export async function rotateRoot(run: RotationRun): Promise<RotationOutcome> {
  const { sql, keyring, now, graceMs } = run;
  await makeNextRoot(run);
  await keyring.refresh();
  const root = keyring.activeRoot();
  await moveNamedKeys(run, root);
  let pass: Pass;
  do {
    pass = await moveDataKeys(run, root);
  } while (pass.moved > 0);

  const { unreadable } = pass;
  const settledAt = new Date(root.created_at.getTime() + graceMs);
  if (now() < settledAt) return { continueAt: settledAt, unreadable };
  if (unreadable === 0) await retireRootsBefore(sql, root.version);
  return { unreadable };
}

async function makeNextRoot(run: RotationRun): Promise<void> {
  while (!(await hasNextRoot(run)));
}

/** False: another one, or the same under another key, was there meanwhile. */
async function hasNextRoot(run: RotationRun): Promise<boolean> {
  const { sql, number } = run;
  const newest = (await listRoots(sql)).at(-1)!;
  if (newest.rotation >= number) return true;
  // Wrapped before the transaction: the provider may have to be asked over a network. And under the key that all know:
  // a newer one may lie ready that is still to be spread.
  const place = { version: newest.version + 1, rotation: number, kekId: newest.kek_id };
  const { row } = await newRoot(run, place);

  return await sql.begin(async (tx) => {
    const replaced = await tx.query(
      `update vault_roots set state = 'retiring'
       where version = $1 and kek_id = $2 and state = 'active' returning version`,
      [newest.version, newest.kek_id],
    );
    if (replaced.length > 0) await insertRoot(tx, row);
    return replaced.length > 0;
  });
}

async function moveNamedKeys(run: RotationRun, root: RootKey): Promise<void> {
  const { sql, keyring, randomBytes } = run;
  for (const row of await listNamedKeys(sql)) {
    if (row.root_version >= root.version) continue;
    const key = unwrapNamedKey(await keyring.root(sql, row.root_version), row);
    const place = { name: row.name, version: row.version, root_version: root.version };
    const wrapped = wrapNamedKey(root.key, place, key, randomBytes);
    if (await rewrapNamedKey(sql, row, { ...place, wrapped })) await run.count(1);
  }
}

type Pass = { moved: number; unreadable: number };

/** Once over all businesses. */
async function moveDataKeys(run: RotationRun, root: RootKey): Promise<Pass> {
  const { sql, batchRows } = run;
  const pass = { moved: 0, unreadable: 0 };
  let rows: DataKeyToMove[];
  let after: DataKeyPlace = { business_id: -(2n ** 63n), version: 0 };
  do {
    rows = await dataKeysBefore(sql, root.version, after, batchRows);
    const rewrapped = await rewrap(run, root, rows);
    const moved = await replaceDataKeys(sql, rewrapped);
    await run.count(moved);
    pass.moved += moved;
    pass.unreadable += rows.length - rewrapped.length;
    after = rows.at(-1) ?? after;
  } while (rows.length === batchRows);
  return pass;
}

async function rewrap(
  { sql, keyring, randomBytes }: RotationRun,
  root: RootKey,
  rows: readonly DataKeyToMove[],
): Promise<Rewrapped[]> {
  const rewrapped: Rewrapped[] = [];
  for (const row of rows) {
    try {
      const old = await keyring.root(sql, row.root_version);
      const key = unwrapDataKey(row.business_id, row, old);
      const { wrapped } = wrapDataKey(row.business_id, row.version, key, root, randomBytes);
      rewrapped.push({
        businessId: row.business_id,
        version: row.version,
        oldRoot: row.root_version,
        newRoot: root.version,
        wrapped,
      });
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
    }
  }
  return rewrapped;
}

type DataKeyPlace = { readonly business_id: bigint; readonly version: number };
type DataKeyToMove = WrappedDataKey & DataKeyPlace;

/** Scope: all; reads only. */
async function dataKeysBefore(
  sql: Sql,
  rootVersion: number,
  after: DataKeyPlace,
  limit: number,
): Promise<DataKeyToMove[]> {
  return await sql.query<DataKeyToMove>(
    `select business_id, version, wrapped, root_version from vault_keys
     where root_version < $1 and state <> 'destroyed' and (business_id, version) > ($2, $3)
     order by business_id, version limit $4`,
    [rootVersion, after.business_id, after.version, limit],
  );
}

const rewrappedRows = rowSet({
  businessId: int8,
  version: int4,
  oldRoot: int4,
  newRoot: int4,
  wrapped: bytea,
});
type Rewrapped = {
  readonly businessId: bigint;
  readonly version: number;
  readonly oldRoot: number;
  readonly newRoot: number;
  readonly wrapped: Buffer;
};

/** Scope: tenant. Leaves out what was moved or destroyed in the meantime. */
async function replaceDataKeys(sql: Sql, rows: readonly Rewrapped[]): Promise<number> {
  if (rows.length === 0) return 0;
  const updated = await sql.query(
    `update vault_keys k set wrapped = r.wrapped, root_version = r.new_root
     from ${rewrappedRows.sql}
     where k.business_id = r.business_id and k.version = r.version
       and k.root_version = r.old_root and k.state <> 'destroyed'
     returning k.version`,
    rewrappedRows.encode(rows),
  );
  return updated.length;
}

/** Scope: reference. */
async function retireRootsBefore(sql: Sql, version: number): Promise<void> {
  await sql.query(
    `update vault_roots set state = 'retired' where state = 'retiring' and version < $1`,
    [version],
  );
}
