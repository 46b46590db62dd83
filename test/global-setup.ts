import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedServer } from '#embedded-postgres';
import { quickPlace } from '../packages/embedded-postgres/test/scratch.ts';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';

/** Where test files find the server, and the name of the migrated database that they copy. */
export const urlVariable = 'TEST_SERVER_URL';
export const template = 'quittance_template';
/** Where test files find the folder of the run, which lasts as long as the server. */
export const folderVariable = 'TEST_RUN_FOLDER';

/** Tests work as the service does: row-level security does not hold for a superuser. */
export const serviceRole = 'quittance_service';

export function asService(url: string): string {
  return url.replace('//quittance@', `//${serviceRole}@`);
}

let server: EmbeddedServer | undefined;
let folder: string | undefined;

/** `npx node --test --test-global-setup=test/global-setup.ts`: one server for all test files. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(await quickPlace(), 'quittance-test-'));
  const quiet = { info() {}, warn() {}, error: console.error };
  // Nothing here outlives the run, so nothing has to survive a power cut.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '128MB',
    max_connections: '300',
    wal_level: 'minimal',
    max_wal_senders: '0',
    idle_in_transaction_session_timeout: '0',
    checkpoint_timeout: '1h',
    // Plans do not change while a test runs.
    autovacuum: 'off',
    update_process_title: 'off',
  };
  server = await startEmbedded({
    folder,
    log: quiet,
    settings,
    binaries: process.env.QUITTANCE_POSTGRES_BIN || undefined,
  });
  const admin = connect(server.adminUrl, { size: 1 });
  // For tests that bring about deadlocks.
  await admin.query(`grant set on parameter deadlock_timeout to ${serviceRole}`);
  // With fewer rights than the owner of the tables: see `docs/decisions/0014-audit-log.md`.
  await admin.query('create role quittance_app');
  await admin.query(`grant quittance_app to ${serviceRole}`);
  await admin.query(`create database ${template} owner ${serviceRole}`);
  await admin.close();
  const db = connect(asService(withDatabase(server.adminUrl, template)), {
    size: 1,
    tenants: 'all',
  });
  await migrate(db);
  await db.close();
  await describePristine(withDatabase(server.adminUrl, template));
  process.env[urlVariable] = server.adminUrl;
  process.env[folderVariable] = folder;
}

/**
 * `pristine.restore()` deletes every row but those that migrations made, and is true; false, and nothing is done, if the
 * schema or the settings of the database are not what they were. In one function: its statements are planned once for
 * each connection.
 */
async function describePristine(url: string): Promise<void> {
  const admin = connect(url, { size: 1 });
  const tables = await admin.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'migrations'`,
  );
  const steps = tables.map(
    ({ name }, i) => `if filled[${i + 1}] then delete from ${name}; end if;`,
  );
  await admin.query('create schema pristine');
  // For tests of the vault, which would change the schema of their database by making it.
  for (const statement of [
    `create table pristine.scratch_tokens (business_id bigint, token text, routing text,
       fingerprint bytea, primary key (business_id, token))`,
    `grant usage on schema pristine to ${serviceRole}`,
    `grant all on pristine.scratch_tokens to ${serviceRole}`,
  ]) {
    await admin.query(statement);
  }
  steps.push('delete from pristine.scratch_tokens;');
  for (const { name } of tables) {
    const [row] = await admin.query(`select from ${name} limit 1`);
    if (row === undefined) continue;
    await admin.query(`create table pristine.${name} as table ${name}`);
    steps.push(`insert into ${name} select * from pristine.${name};`);
  }
  const filled = tables.map(({ name }) => `exists (select from ${name})`);
  await admin.query(
    `create function pristine.restore() returns boolean language plpgsql as
     $body$ declare filled boolean[];
     begin
       if ${wasChanged} then return false; end if;
       filled := array[${filled.join(', ')}];
       ${steps.join(' ')}
       return true;
     end $body$`,
  );
  // Rolled back or not: it counts.
  await admin.query('create sequence pristine.changes');
  await admin.query(
    `create function pristine.note_change() returns event_trigger language plpgsql security definer as
     $body$ begin perform nextval('pristine.changes'); end $body$`,
  );
  await admin.query(
    'create event trigger note_change on ddl_command_end execute function pristine.note_change()',
  );
  await admin.close();
}

const wasChanged = `(select is_called from pristine.changes) or exists (
  select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
  where d.datname = current_database())`;

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  delete process.env[folderVariable];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`);
}
