import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/runtime/sql.ts';
import { freshDatabase } from './database.ts';

const ours = join(import.meta.dirname, '../migrations');

/** A database as it was after so many migrations. */
export async function databaseOf(t: TestContext, count: number): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = (await readdir(ours)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files.slice(0, count)) await cp(join(ours, file), join(folder, file));
  const { db } = await freshDatabase(t, { empty: true });
  assert.equal((await migrate(db, folder)).length, count);
  return db;
}
