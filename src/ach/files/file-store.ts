import { bool, int4 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { type ClearingFile, files } from './file.ts';

/* The only file that writes the state of an ACH file. */

type FileKey = Pick<ClearingFile, 'scope' | 'id'>;

const newFiles = files.omit('faults');

/** False: a file of that name and direction is there already. */
export async function insertFile(tx: Sql, file: Omit<ClearingFile, 'faults'>): Promise<boolean> {
  return (await newFiles.insert(tx, [file], 'on conflict do nothing')) === 1;
}

export async function readFile(
  sql: Sql,
  { scope, id }: FileKey,
): Promise<ClearingFile | undefined> {
  return await files.readOne(
    sql,
    `select ${files.columns} from ach_files where business_id = $1 and id = $2`,
    [scope, id],
  );
}

export async function readFileByName(
  sql: Sql,
  {
    scope,
    direction,
    environment,
    name,
  }: Pick<ClearingFile, 'scope' | 'direction' | 'environment' | 'name'>,
): Promise<ClearingFile | undefined> {
  return await files.readOne(
    sql,
    `select ${files.columns} from ach_files
     where business_id = $1 and direction = $2 and environment = $3 and name = $4`,
    [scope, direction, environment, name],
  );
}

const names = files.pick('name');

/** The name of a file with the same bytes that was read already, under another name. */
export async function sameReadBefore(
  sql: Sql,
  { scope, id, environment, sha256 }: ClearingFile,
): Promise<string | undefined> {
  const found = await names.readOne(
    sql,
    `select name from ach_files
     where business_id = $1 and direction = 'in' and environment = $2 and sha256 = $3 and id <> $4
       and state = 'read'
     limit 1`,
    [scope, environment, sha256, id],
  );
  return found?.name;
}

/** A day has 36 file names; this is more than its cut-offs need. */
const filesSkippedByRestore = 12;
const day = shape({ last: int4, isCollecting: bool });

/** How many files the day has already, and whether one of them is still collecting. */
export async function readDay(
  sql: Sql,
  { scope, environment, fileOn }: Pick<ClearingFile, 'scope' | 'environment' | 'fileOn'>,
): Promise<{ last: number; isCollecting: boolean }> {
  const [row] = await day.read(
    sql,
    // The bank may know the first names and traces of a day that a restore took away in part.
    `select greatest(
         coalesce(max(number) filter (where file_on = $3::date), 0),
         (select least(count(*), 2) * ${filesSkippedByRestore} from restores
          where restored_at between $3::date - interval '5 days' and $3::date + interval '2 days')
       )::int4 as last,
       coalesce(bool_or(state = 'collecting'), false) as "isCollecting"
     from ach_files where business_id = $1 and direction = 'out' and environment = $2`,
    [scope, environment, fileOn],
  );
  return row!;
}

/** True if the bytes of one of these files may still be generated again. */
export async function areBytesNeeded(
  sql: Sql,
  scope: bigint,
  ids: readonly bigint[],
): Promise<boolean> {
  const rows = await sql.query(
    `select id from ach_files
     where business_id = $1 and id = any($2::int8[]) and direction = 'out'
       and state in ('collecting', 'written', 'rejecting') limit 1`,
    [scope, ids],
  );
  return rows.length > 0;
}

const changing = files.pick(
  'state',
  'sha256',
  'entryCount',
  'debitCents',
  'creditCents',
  'resolveAt',
  'round',
  'deliveredAt',
);
const changes = changing.set(5);
type FileChange = Partial<Pick<ClearingFile, keyof (typeof changing)['fields']>>;

/** Undefined: another worker took the lease over. */
export async function changeFile(
  sql: Sql,
  file: ClearingFile,
  change: FileChange,
): Promise<ClearingFile | undefined> {
  const changed = { ...file, ...change };
  const rows = await sql.query(
    `update ach_files f set ${changing.changesFrom('r')}
     from ${changes.sql}
     where f.business_id = $1 and f.id = $2 and f.state = $3 and f.resolve_at is not distinct from $4
     returning f.id`,
    [file.scope, file.id, file.state, file.resolveAt, ...changes.encode([changed])],
  );
  return rows.length === 1 ? changed : undefined;
}

/**
 * A written file lies in the outbox. That holds whoever has its lease by now: the upload may have taken longer, and the
 * bytes of a file are fixed once it is written. Returns it as it is now: it may have been rejected meanwhile.
 */
export async function notePut(
  sql: Sql,
  { scope, id }: FileKey,
  at: Date,
): Promise<ClearingFile | undefined> {
  return await files.readOne(
    sql,
    `update ach_files set put_at = coalesce(put_at, $3) where business_id = $1 and id = $2
     returning ${files.columns}`,
    [scope, id, at],
  );
}

/** The end of a file that came in. */
export type ReadEnd = { readonly state: 'read' | 'rejected'; readonly faults: readonly string[] };

/** False: another worker ended it. */
export async function endReading(
  sql: Sql,
  { scope, id }: ClearingFile,
  { state, faults }: ReadEnd,
): Promise<boolean> {
  const rows = await sql.query(
    `update ach_files set state = $3, faults = $4::text[], resolve_at = null
     where business_id = $1 and id = $2 and state = 'delivered' returning id`,
    [scope, id, state, faults],
  );
  return rows.length === 1;
}

/** Deletes a file that came to hold nothing. */
export async function dropFile(sql: Sql, { scope, id, resolveAt }: ClearingFile): Promise<void> {
  await sql.query(
    `delete from ach_files
     where business_id = $1 and id = $2 and state = 'collecting' and resolve_at = $3`,
    [scope, id, resolveAt],
  );
}

/**
 * The outgoing files whose lease has expired, of one business or of all whose clock is the world's. Scope: all; reads
 * only.
 */
export async function readUnfinished(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<ClearingFile[]> {
  return await files.read(
    sql,
    `select ${files.of('f')} from ach_files f
     where f.resolve_at <= $1 and f.direction = 'out' and ($3::bigint is null or f.business_id = $3)
       and ($3 is not null or not exists (
         select from businesses b where b.business_id = f.business_id and b.clock_ahead_ms > 0))
     order by f.resolve_at limit $2`,
    [now, limit, only],
  );
}

/** The latest first. */
export async function listFiles(
  sql: Sql,
  scope: bigint,
  limit: number,
  before?: bigint,
): Promise<ClearingFile[]> {
  return await files.read(
    sql,
    `select ${files.columns} from ach_files
     where business_id = $1 and id < coalesce($3, 9223372036854775807) order by id desc limit $2`,
    [scope, limit, before],
  );
}
