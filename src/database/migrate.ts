import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '#embedded-postgres';
import { type Progress, unwatched } from '../kernel/progress.ts';
import { int4, int8, text } from '../runtime/column.ts';
import type { Database, Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import { guardTables, unguardedTables } from './row-security.ts';
import { splitStatements } from './split-statements.ts';

type Migration = { number: number; name: string; checksum: string; statements: string[] };
const applied = shape({ number: int4, name: text, checksum: text });
type Applied = RowOf<typeof applied>;

const ours = join(import.meta.dirname, '../../migrations');

/**
 * Brings the database to the newest migration and returns the names of the migrations that this call applied. Any
 * number of processes may do this at once: each migration is one transaction that begins by claiming its row.
 */
export async function migrate(
  db: Database,
  folder = ours,
  progress: Progress = unwatched,
): Promise<string[]> {
  try {
    const done = await applyAll(db, await readMigrations(folder), progress);
    await guardTables(db);
    return done;
  } catch (error) {
    if (!hasCode(error, ['42501'])) throw error;
    const { message } = error as Error;
    throw new DatabaseError(`the role that DATABASE_URL names may not do this: ${message}`, {
      cause: error,
    });
  }
}

async function applyAll(
  db: Database,
  migrations: readonly Migration[],
  progress: Progress,
): Promise<string[]> {
  const applied = await appliedMigrations(db);
  checkHistory(applied, migrations);

  const done: string[] = [];
  const missing = migrations.slice(applied.length);
  const count = missing.reduce((sum, { statements }) => sum + statements.length, 0);
  progress.step('migrations', 2, 2, count);
  for (const migration of missing) {
    progress.part(migration.name);
    if (await apply(db, migration, progress)) done.push(migration.name);
  }
  // Other processes may have applied the rest, perhaps from another version of the files.
  if (done.length < migrations.length - applied.length) {
    checkHistory(await appliedMigrations(db), migrations);
  }
  return done;
}

/** The name of the newest migration that was applied. */
export async function lastMigration(db: Database): Promise<string> {
  const last = (await listApplied(db))?.at(-1);
  if (last) return last.name;
  throw new DatabaseError('there is no database of Quittance in it');
}

/** The version of the database; changes nothing. A database of another version is refused, as by `migrate`. */
export async function standingOf(
  db: Database,
  folder = ours,
): Promise<'empty' | 'behind' | 'current'> {
  const migrations = await readMigrations(folder);
  const applied = await listApplied(db);
  if (!applied || applied.length === 0) return 'empty';
  checkHistory(applied, migrations);
  if (applied.length < migrations.length) return 'behind';
  return (await unguardedTables(db)).length > 0 ? 'behind' : 'current';
}

const applicable = shape({ count: int8 });

/** True if the database has every migration that this program knows, even if a newer program added more. */
export function migratedCheck(db: Database, folder = ours): () => Promise<boolean> {
  const known = readMigrations(folder);
  // The caller gets the error.
  known.catch(() => {});
  return async () => {
    const { length } = await known;
    const { count } = await applicable.readRow(
      db,
      'select count(*) as count from migrations where number <= $1',
      [length],
    );
    return count === BigInt(length);
  };
}

async function readMigrations(folder = ours): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const file of files) {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
    if (number !== migrations.length + 1) {
      const expected = String(migrations.length + 1).padStart(4, '0');
      throw new Error(`migration ${file}: expected ${expected}_<name>.sql, numbered without gaps`);
    }
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    const name = file.slice(0, -'.sql'.length);
    migrations.push({ number, name, checksum, statements: splitStatements(text) });
  }
  return migrations;
}

async function appliedMigrations(db: Database): Promise<Applied[]> {
  const applied = await listApplied(db);
  if (applied) return applied;
  await db.begin(makeTable).catch(unlessMade);
  return (await listApplied(db))!;
}

/** Undefined: not even the table of them is there. */
async function listApplied(db: Database): Promise<Applied[] | undefined> {
  try {
    return await applied.read(db, `select ${applied.columns} from migrations order by number`);
  } catch (error) {
    if (!hasCode(error, ['42P01'])) throw error;
    return undefined;
  }
}

async function makeTable(tx: Sql): Promise<void> {
  await tx.query(
    `create table migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null
    )`,
  );
  await tx.query(
    `comment on table migrations is
      'What made this database what it is, in order. Rows are written by the migration runner only.'`,
  );
  await tx.query(
    `comment on column migrations.checksum is
      'SHA-256 of the file: an applied migration is never changed.'`,
  );
}

/** Several may make the table at the same moment: one succeeds, the others see one of these. */
function unlessMade(error: unknown): void {
  if (!hasCode(error, ['42P07', '42710', '23505'])) throw error;
}

function checkHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, { number, name, checksum }] of applied.entries()) {
    const migration = migrations[index];
    if (!migration) {
      throw new DatabaseError(
        `the database has migration ${name}, which this version does not know: it is newer than the program`,
      );
    }
    if (number !== migration.number || name !== migration.name) {
      throw new DatabaseError(`the database has ${name} where this version has ${migration.name}`);
    }
    if (checksum !== migration.checksum) {
      throw new DatabaseError(
        `migration ${name} was changed after it was applied: add a new one instead`,
      );
    }
  }
}

async function apply(db: Database, migration: Migration, progress: Progress): Promise<boolean> {
  const { number, name, checksum, statements } = migration;
  return await db.begin(async (tx) => {
    // Waits for another process that is applying it. Returns nothing if that succeeded, a row if it failed or none had
    // begun.
    const claimed = await tx.query(
      `insert into migrations (number, name, checksum, applied_at) values ($1, $2, $3, $4)
       on conflict (number) do nothing returning number`,
      [number, name, checksum, new Date()],
    );
    if (claimed.length === 0) {
      progress.did(statements.length);
      return false;
    }
    for (const statement of statements) {
      try {
        await tx.query(statement);
        progress.did(1);
      } catch (cause) {
        const start = statement.slice(0, 60).replaceAll(/\s+/g, ' ');
        const { message, code } = cause as Error & { code?: string };
        const fault = new Error(`migration ${name} failed at "${start}…": ${message}`, { cause });
        // With this code it is begun again after a deadlock with a payment.
        throw Object.assign(fault, { code });
      }
    }
    return true;
  });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = error instanceof Error ? (error as { code?: string }).code : undefined;
  return code !== undefined && codes.includes(code);
}
