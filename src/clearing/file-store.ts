import type { Sql } from '../base/sql.ts';
import type { ClearingFile, FileState } from './file.ts';

type FileKey = Pick<ClearingFile, 'scope' | 'id'>;

/** False: a file of that name and direction is there already. */
export async function insertFile(tx: Sql, file: ClearingFile): Promise<boolean> {
  const rows = await tx.query(
    `insert into ach_files (business_id, id, direction, state, name, file_on, number, is_same_day, environment,
       sha256, entry_count, debit_cents, credit_cents, faults, cutoff_at, resolve_at, created_at, delivered_at)
     values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14::text[], $15, $16, $17, $18)
     on conflict do nothing returning id`,
    [
      file.scope,
      file.id,
      file.direction,
      file.state,
      file.name,
      file.fileOn.toString(),
      file.number,
      file.isSameDay,
      file.environment,
      file.sha256,
      file.entryCount,
      file.debitCents,
      file.creditCents,
      file.faults,
      file.cutoffAt,
      file.resolveAt,
      file.createdAt,
      file.deliveredAt,
    ],
  );
  return rows.length === 1;
}

export async function readFile(
  sql: Sql,
  { scope, id }: FileKey,
): Promise<ClearingFile | undefined> {
  const rows = await sql.query<FileRecord>(
    'select * from ach_files where business_id = $1 and id = $2',
    [scope, id],
  );
  return rows[0] && toFile(rows[0]);
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
  const rows = await sql.query<FileRecord>(
    `select * from ach_files where business_id = $1 and direction = $2 and environment = $3 and name = $4`,
    [scope, direction, environment, name],
  );
  return rows[0] && toFile(rows[0]);
}

/** How many files the day has already, and whether one of them is still collecting. */
export async function readDay(
  sql: Sql,
  { scope, environment, fileOn }: Pick<ClearingFile, 'scope' | 'environment' | 'fileOn'>,
): Promise<{ last: number; isCollecting: boolean }> {
  const [row] = await sql.query<{ last: number; isCollecting: boolean }>(
    `select coalesce(max(number) filter (where file_on = $3::date), 0)::int4 as last,
       coalesce(bool_or(state = 'collecting'), false) as "isCollecting"
     from ach_files where business_id = $1 and direction = 'out' and environment = $2`,
    [scope, environment, fileOn.toString()],
  );
  return row!;
}

/**
 * Holds a file in the state and under the lease that we know, until the transaction ends. False: somebody else
 * goes on with it, and nothing of ours may count any more.
 */
export async function holdFile(tx: Sql, file: ClearingFile): Promise<boolean> {
  const rows = await tx.query(
    `select id from ach_files
     where business_id = $1 and id = $2 and state = $3 and resolve_at = $4 for share`,
    [file.scope, file.id, file.state, file.resolveAt],
  );
  return rows.length === 1;
}

/** Of these files, those that the bank has not refused; none of them can be until the transaction ends. */
export async function holdDelivered(
  tx: Sql,
  scope: bigint,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    `select id from ach_files
     where business_id = $1 and id = any($2::int8[]) and state in ('written', 'delivered')
     order by id for share`,
    [scope, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

type FileChange = Partial<
  Pick<
    ClearingFile,
    'state' | 'sha256' | 'entryCount' | 'debitCents' | 'creditCents' | 'resolveAt' | 'deliveredAt'
  >
>;

/** Undefined: somebody else went on with it meanwhile. */
export async function changeFile(
  sql: Sql,
  file: ClearingFile,
  change: FileChange,
): Promise<ClearingFile | undefined> {
  const changed = { ...file, ...change };
  const rows = await sql.query(
    `update ach_files set state = $5, sha256 = $6, entry_count = $7, debit_cents = $8, credit_cents = $9,
       resolve_at = $10, delivered_at = $11
     where business_id = $1 and id = $2 and state = $3 and resolve_at is not distinct from $4
     returning id`,
    [
      file.scope,
      file.id,
      file.state,
      file.resolveAt,
      changed.state,
      changed.sha256,
      changed.entryCount,
      changed.debitCents,
      changed.creditCents,
      changed.resolveAt,
      changed.deliveredAt,
    ],
  );
  return rows.length === 1 ? changed : undefined;
}

/** A file that came to hold nothing never was one. */
export async function dropFile(sql: Sql, { scope, id, resolveAt }: ClearingFile): Promise<void> {
  await sql.query(
    `delete from ach_files
     where business_id = $1 and id = $2 and state = 'collecting' and resolve_at = $3`,
    [scope, id, resolveAt],
  );
}

/**
 * The outgoing files whose makers fell silent, of one business or of all whose clock is that of the world.
 * Scope: all; reads only.
 */
export async function readUnfinished(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<ClearingFile[]> {
  const rows = await sql.query<FileRecord>(
    `select f.* from ach_files f
     where f.resolve_at <= $1 and f.direction = 'out' and ($3::bigint is null or f.business_id = $3)
       and ($3 is not null or not exists (
         select from businesses b where b.business_id = f.business_id and b.clock_ahead_ms > 0))
     order by f.resolve_at limit $2`,
    [now, limit, only],
  );
  return rows.map(toFile);
}

/** The latest first. */
export async function listFiles(sql: Sql, scope: bigint, limit: number): Promise<ClearingFile[]> {
  const rows = await sql.query<FileRecord>(
    'select * from ach_files where business_id = $1 order by id desc limit $2',
    [scope, limit],
  );
  return rows.map(toFile);
}

export type FileRecord = {
  business_id: bigint;
  id: bigint;
  direction: 'out' | 'in';
  state: FileState;
  name: string;
  file_on: string;
  number: number;
  is_same_day: boolean;
  environment: 'sandbox' | 'live';
  sha256: Buffer | null;
  entry_count: number;
  debit_cents: bigint;
  credit_cents: bigint;
  faults: string[];
  cutoff_at: Date;
  resolve_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
};

function toFile(row: FileRecord): ClearingFile {
  return {
    scope: row.business_id,
    id: row.id,
    direction: row.direction,
    state: row.state,
    name: row.name,
    fileOn: Temporal.PlainDate.from(row.file_on),
    number: row.number,
    isSameDay: row.is_same_day,
    environment: row.environment,
    sha256: row.sha256 ?? undefined,
    entryCount: row.entry_count,
    debitCents: row.debit_cents,
    creditCents: row.credit_cents,
    faults: row.faults,
    cutoffAt: row.cutoff_at,
    resolveAt: row.resolve_at ?? undefined,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at ?? undefined,
  };
}
