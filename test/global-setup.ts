import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/database/connect.ts';
import { type EmbeddedServer, startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';

/** Where test files find the server, and the name of the migrated database that they copy. */
export const urlVariable = 'QUITTANCE_TEST_SERVER';
export const template = 'quittance_template';

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
  const admin = connect(server.url, { size: 1 });
  await admin.query(`create database ${template}`);
  await admin.close();
  const db = connect(withDatabase(server.url, template), { size: 1 });
  await migrate(db);
  await db.close();
  process.env[urlVariable] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

const roomNeeded = 2 * 1024 ** 3;

/** A copy of the template is 300 files: in memory that takes 15 ms, on some disks 300. */
export async function quickPlace(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > roomNeeded ? '/dev/shm' : tmpdir();
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`);
}
