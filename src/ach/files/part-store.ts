import { bool, int2, int8, oneOf, optional, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape, table } from '../../runtime/table.ts';
import type { ClearingFile } from './file.ts';

/* The only file that writes the state of a part of an ACH file. Lock order: part, payment, entry. */

/**
 * The part of one business in a file. Transactions of a business lock its part, and never the file, which may be of
 * many businesses.
 */
export const fileParts = table('ach_file_parts', {
  businessId: int8,
  /** The scope of the file. */
  scope: int8,
  fileId: int8,
  /** The round of the file in which its entries were collected. An earlier one than the file's: they are not in it. */
  round: int2,
  /** `rejected`: its file is being rejected, and nothing in it settles. */
  state: oneOf(['filed', 'sent', 'rejected']),
  /** When a worker must look whether its file has it. */
  lookAt: optional(timestamptz),
});
export type FilePart = RowOf<typeof fileParts>;
export type PartKey = Pick<FilePart, 'businessId' | 'scope' | 'fileId' | 'round'>;

/** The part that a business has in a file, in the round of its owner. */
export function partOf(
  { scope, id: fileId, round }: Pick<ClearingFile, 'scope' | 'id' | 'round'>,
  businessId: bigint,
): PartKey {
  return { businessId, scope, fileId, round };
}

/** Makes a part, or takes over the part of an earlier round. False: another worker has taken the file over. */
export async function claimPart(
  sql: Sql,
  part: PartKey,
  lookAt: Date | undefined,
): Promise<boolean> {
  const claimed = await fileParts.insert(
    sql,
    [{ ...part, state: 'filed', lookAt }],
    `on conflict (business_id, scope, file_id) do update
       set round = excluded.round, look_at = excluded.look_at
       where ach_file_parts.round <= excluded.round and ach_file_parts.state = 'filed'`,
  );
  return claimed === 1;
}

/** Locks a part until the transaction ends. Undefined: it is gone, or of another round. */
export async function lockPart(tx: Sql, part: PartKey): Promise<FilePart | undefined> {
  return await fileParts.readOne(
    tx,
    `select ${fileParts.columns} from ach_file_parts
     where business_id = $1 and scope = $2 and file_id = $3 and round = $4 for update`,
    [part.businessId, part.scope, part.fileId, part.round],
  );
}

/** The bank has it. False: the file is rejected. */
export async function sendPart(tx: Sql, part: PartKey): Promise<boolean> {
  const rows = await tx.query(
    `update ach_file_parts set state = 'sent', look_at = null
     where business_id = $1 and scope = $2 and file_id = $3 and round = $4
       and state in ('filed', 'sent') returning business_id`,
    [part.businessId, part.scope, part.fileId, part.round],
  );
  return rows.length === 1;
}

const fileIds = fileParts.pick('fileId');

/**
 * Returns the files among these that the bank has with entries of the business. None can be rejected until the
 * transaction ends.
 */
export async function holdSent(
  tx: Sql,
  businessId: bigint,
  scope: bigint,
  wanted: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await fileIds.read(
    tx,
    `select ${fileIds.columns} from ach_file_parts
     where business_id = $1 and scope = $2 and file_id = any($3::int8[]) and state = 'sent'
     order by file_id for share`,
    [businessId, scope, wanted],
  );
  return new Set(rows.map(({ fileId }) => fileId));
}

const openness = shape({ isOpen: bool });

/** True if no entry in a locked part has settled or come back. */
export async function isPartOpen(tx: Sql, { businessId, fileId }: PartKey): Promise<boolean> {
  const { isOpen } = await openness.readRow(
    tx,
    `select not exists (
       select from ach_entries
       where business_id = $1 and file_id = $2 and state not in ('filed', 'originated')
     ) as "isOpen"`,
    [businessId, fileId],
  );
  return isOpen;
}

/** A locked part: until this is undone, nothing in it settles. */
export async function rejectPart(tx: Sql, part: PartKey, lookAt: Date | undefined): Promise<void> {
  await tx.query(
    `update ach_file_parts set state = 'rejected', look_at = $5
     where business_id = $1 and scope = $2 and file_id = $3 and round = $4`,
    [part.businessId, part.scope, part.fileId, part.round, lookAt],
  );
}

/** A locked part that is rejected returns to its former state. */
export async function restorePart(tx: Sql, part: PartKey, lookAt: Date): Promise<void> {
  await tx.query(
    `update ach_file_parts p set state = s.state, look_at = case when s.state = 'filed' then $5::timestamptz end
     from (
       select case when exists (
         select from ach_entries where business_id = $1 and file_id = $3 and state <> 'filed'
       ) then 'sent' else 'filed' end as state
     ) s
     where p.business_id = $1 and p.scope = $2 and p.file_id = $3 and p.round = $4
       and p.state = 'rejected'`,
    [part.businessId, part.scope, part.fileId, part.round, lookAt],
  );
}

/** Deletes a locked part that has nothing to send. */
export async function dropEmptyPart(tx: Sql, part: PartKey): Promise<void> {
  await tx.query(
    `delete from ach_file_parts
     where business_id = $1 and scope = $2 and file_id = $3 and round = $4 and not exists (
       select from ach_entries
       where business_id = $1 and file_id = $3 and state in ('filed', 'originated'))`,
    [part.businessId, part.scope, part.fileId, part.round],
  );
}

/** All parts that are in a file. Scope: all; reads only. */
export async function readParts(
  sql: Sql,
  { scope, id, round }: Pick<ClearingFile, 'scope' | 'id' | 'round'>,
): Promise<FilePart[]> {
  return await fileParts.read(
    sql,
    `select ${fileParts.of('p')}
     from (select distinct business_id from ach_entries where file_id = $2) e
     join ach_file_parts p using (business_id)
     where p.scope = $1 and p.file_id = $2 and p.round = $3 order by p.business_id`,
    [scope, id, round],
  );
}

/** The parts that a worker must check, of one business or of all whose clock is the world's. Scope: all; reads only. */
export async function readDueParts(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<FilePart[]> {
  return await fileParts.read(
    sql,
    `select ${fileParts.of('p')} from ach_file_parts p
     where p.look_at <= $1 and ($3::bigint is null or p.business_id = $3)
       and ($3 is not null or not exists (
         select from businesses b where b.business_id = p.business_id and b.clock_ahead_ms > 0))
     order by p.look_at limit $2`,
    [now, limit, only],
  );
}

/** Looks at a due part again later. */
export async function postponePart(
  sql: Sql,
  part: FilePart,
  now: Date,
  lookAt: Date,
): Promise<void> {
  await sql.query(
    `update ach_file_parts set look_at = $6
     where business_id = $1 and scope = $2 and file_id = $3 and round = $4 and look_at <= $5`,
    [part.businessId, part.scope, part.fileId, part.round, now, lookAt],
  );
}
