import { bytea, int4, int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { dataKeys } from './data-key-store.ts';
import { unwrapDataKey, wrapDataKey } from './data-keys.ts';
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
  const settledAt = new Date(root.createdAt.getTime() + graceMs);
  if (now() < settledAt) return { continueAt: settledAt, unreadable };
  if (unreadable === 0) await retireRootsBefore(sql, root.version);
  return { unreadable };
}

async function makeNextRoot(run: RotationRun): Promise<void> {
  while (!(await hasNextRoot(run)));
}

/** False: another root was added meanwhile, or this one was wrapped under another key. */
async function hasNextRoot(run: RotationRun): Promise<boolean> {
  const { sql, number } = run;
  const newest = (await listRoots(sql)).at(-1)!;
  if (newest.rotation >= number) return true;
  // Wrapped before the transaction: the provider may call a network. Uses the key that all processes know: a newer one
  // may not be everywhere yet.
  const place = { version: newest.version + 1, rotation: number, kekId: newest.kekId };
  const { row } = await newRoot(run, place);

  return await sql.begin(async (tx) => {
    const replaced = await tx.query(
      `update vault_roots set state = 'retiring'
       where version = $1 and kek_id = $2 and state = 'active' returning version`,
      [newest.version, newest.kekId],
    );
    if (replaced.length > 0) await insertRoot(tx, row);
    return replaced.length > 0;
  });
}

async function moveNamedKeys(run: RotationRun, root: RootKey): Promise<void> {
  const { sql, keyring, randomBytes } = run;
  for (const row of await listNamedKeys(sql)) {
    if (row.rootVersion >= root.version) continue;
    const key = unwrapNamedKey(await keyring.root(sql, row.rootVersion), row);
    const place = { name: row.name, version: row.version, rootVersion: root.version };
    const wrapped = wrapNamedKey(root.key, place, key, randomBytes);
    if (await rewrapNamedKey(sql, row, { ...place, wrapped })) await run.count(1);
  }
}

type Pass = { moved: number; unreadable: number };

/** One pass over all businesses. */
async function moveDataKeys(run: RotationRun, root: RootKey): Promise<Pass> {
  const { sql, batchRows } = run;
  const pass = { moved: 0, unreadable: 0 };
  let rows: DataKeyToMove[];
  let after: DataKeyPlace = { businessId: -(2n ** 63n), version: 0 };
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
  for (const { wrapped: sealed, ...row } of rows) {
    if (!sealed) continue;
    try {
      const old = await keyring.root(sql, row.rootVersion);
      const key = unwrapDataKey(row.businessId, { ...row, wrapped: sealed }, old);
      const { wrapped } = wrapDataKey(row.businessId, row.version, key, root, randomBytes);
      rewrapped.push({
        businessId: row.businessId,
        version: row.version,
        oldRoot: row.rootVersion,
        newRoot: root.version,
        wrapped,
      });
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
    }
  }
  return rewrapped;
}

const toMove = dataKeys.pick('businessId', 'version', 'wrapped', 'rootVersion');
type DataKeyToMove = RowOf<typeof toMove>;
type DataKeyPlace = Pick<DataKeyToMove, 'businessId' | 'version'>;

/** Scope: all; reads only. */
async function dataKeysBefore(
  sql: Sql,
  rootVersion: number,
  after: DataKeyPlace,
  limit: number,
): Promise<DataKeyToMove[]> {
  return await toMove.read(
    sql,
    `select ${toMove.columns} from vault_keys
     where root_version < $1 and state <> 'destroyed' and (business_id, version) > ($2, $3)
     order by business_id, version limit $4`,
    [rootVersion, after.businessId, after.version, limit],
  );
}

const rewrappedKey = shape({
  businessId: int8,
  version: int4,
  oldRoot: int4,
  newRoot: int4,
  wrapped: bytea,
});
const rewrappedRows = rewrappedKey.set();
type Rewrapped = RowOf<typeof rewrappedKey>;
/** Scope: tenant. Skips keys that were wrapped anew or destroyed meanwhile. */
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
