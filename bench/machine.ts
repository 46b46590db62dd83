import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';

/** What is measured, on what, and when. */
export async function machine(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { version: string };
  const hardware = `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const software = `Linux ${release()}, Node.js ${process.versions.node}, PostgreSQL ${await postgresVersion()}`;
  return `Quittance ${version} on ${new Date().toISOString().slice(0, 10)}: ${hardware}, ${software}`;
}

async function postgresVersion(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'quittance-version-'));
  try {
    const log = { info() {}, warn() {}, error: console.error };
    const database = await startEmbedded({ folder: join(root, 'postgres'), log });
    try {
      const db = connect(database.url, { size: 1 });
      const [row] = await db.query<{ version: string }>(
        `select split_part(current_setting('server_version'), ' ', 1) as version`,
      );
      await db.close();
      return row!.version;
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
