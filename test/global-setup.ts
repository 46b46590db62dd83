import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedServer } from '#embedded-postgres';
import { quickPlace } from '../packages/embedded-postgres/test/fixture.ts';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';

/** Where test files find the server, and the name of the migrated database that they copy. */
export const urlVariable = 'TEST_SERVER_URL';
export const template = 'quittance_template';

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
    autovacuum_naptime: '60s',
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
  process.env[urlVariable] = server.adminUrl;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`);
}
