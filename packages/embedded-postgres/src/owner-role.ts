import pg from 'pg';
import { adminClient } from './connections.ts';
import type { Names } from './names.ts';

/**
 * Makes the database and the role that owns it and everything in it, also where its tables belong to the superuser.
 * The owner is no superuser, so that no statement, whatever its source, reads or writes the machine's files, runs
 * programs or changes settings of the server. Several processes may do this at once. `admin` is connected to another
 * database of the cluster.
 */
export async function ensureOwner(
  admin: pg.Client,
  socketFolder: string,
  names: Names,
): Promise<void> {
  if (await isReady(admin, names)) return;
  // Held until it is released or the connection ends: one process makes them, the others find them made.
  await admin.query('select pg_advisory_lock(7118)');
  try {
    if (await isReady(admin, names)) return;
    const [database, owner] = [names.database, names.owner].map(pg.escapeIdentifier);
    const roles = await admin.query('select from pg_roles where rolname = $1', [names.owner]);
    if (roles.rowCount === 0) await admin.query(`create role ${owner} login`);
    const made = await admin.query('select from pg_database where datname = $1', [names.database]);
    if (made.rowCount === 0) {
      await admin.query(`create database ${database} owner ${owner}`);
      return;
    }
    await giveTables(socketFolder, names);
    // Last: its owner tells the next process that nothing is left to do.
    await admin.query(`alter database ${database} owner to ${owner}`);
  } finally {
    await admin.query('select pg_advisory_unlock(7118)');
  }
}

/** True also for a standby, which has the roles of its primary. */
async function isReady(admin: pg.Client, { database, owner }: Names): Promise<boolean> {
  const { rows } = await admin.query(
    `select pg_is_in_recovery() or exists (
       select from pg_database d join pg_roles r on r.oid = d.datdba
       where d.datname = $1 and r.rolname = $2 and not r.rolsuper
     ) as is_ready`,
    [database, owner],
  );
  return rows[0].is_ready;
}

/** Partitions too; indexes and sequences of columns go with their tables. */
const tablesOfOthers = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relowner <> (select oid from pg_roles where rolname = $1)`;

async function giveTables(socketFolder: string, names: Names): Promise<void> {
  const inside = adminClient(socketFolder, names, names.database);
  try {
    await inside.connect();
    const { rows } = await inside.query<{ name: string }>(tablesOfOthers, [names.owner]);
    const owner = pg.escapeIdentifier(names.owner);
    const moves = rows.map(({ name }) => `alter table ${name} owner to ${owner}`);
    // Statements of one text are one transaction.
    if (moves.length > 0) await inside.query(moves.join('; '));
  } finally {
    await inside.end().catch(() => {});
  }
}
