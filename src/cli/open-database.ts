import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import type { Database } from '../base/sql.ts';
import type { Config } from '../config.ts';
import { connect, connectionLost } from '../database/connect.ts';
import { NoDatabase } from '../database/database-fault.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate, standingOf } from '../database/migrate.ts';
import { checkSafety, refuseUnfit } from '../database/safety.ts';
import { OperatorFault } from './command.ts';

type Wish = {
  readonly config: Config;
  readonly log: Log;
  /** Whether it may be made, or brought to this version. */
  readonly maySetUp: boolean;
};

type Opened = { readonly db: Database; readonly close: () => Promise<void> };

/** The database of these settings, in good order; else a sentence that says what is wrong with it. */
export async function openDatabase(wish: Wish): Promise<Opened> {
  const { config, log, maySetUp } = wish;
  const opened = await enter(wish);
  const { db, close } = opened;
  try {
    if (config.databaseUrl) {
      await reach(db);
      await refuseUnfit(db);
    }
    if (!maySetUp) await refuseUnready(config, db);
    else for (const migration of await migrate(db)) log.info('migration.applied', { migration });
    await checkDatabase(config, log, db);
    return opened;
  } catch (error) {
    await close();
    throw error;
  }
}

async function enter(wish: Wish): Promise<Opened> {
  const { config } = wish;
  const embedded = await openDataFolder(wish).catch((fault) => {
    if (fault instanceof NoDatabase) throw new OperatorFault(nothingThere(fault.message));
    const { code, syscall } = fault as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined || connectionLost(fault)) throw fault;
    throw new OperatorFault(`cannot use the data folder ${config.dataFolder}: ${code}`);
  });
  const url = embedded?.url ?? config.databaseUrl;
  // By its name others tell that this process is at work.
  const applicationName = `quittance ${process.pid} ${hostname()}`.slice(0, 63);
  const db = connect(url, { size: config.databaseConnections, applicationName });
  const close = async () => {
    await db.close();
    await embedded?.stop();
  };
  return { db, close };
}

async function openDataFolder({ config, log, maySetUp }: Wish) {
  const { dataFolder, databaseUrl, postgresBinaries } = config;
  // With a database elsewhere it holds the simulated bank.
  if (maySetUp || databaseUrl) await mkdir(dataFolder, { recursive: true });
  if (databaseUrl) return undefined;
  return await startEmbedded({
    folder: join(dataFolder, 'postgres'),
    log,
    binaries: postgresBinaries || undefined,
    mayMake: maySetUp,
  });
}

/** A command in the wrong folder, or of another version, must not say that all is well, nor make it so. */
async function refuseUnready(config: Config, db: Database): Promise<void> {
  const standing = await standingOf(db);
  if (standing === 'current') return;
  if (standing === 'empty') {
    const where = config.databaseUrl ? 'the one that DATABASE_URL names' : config.dataFolder;
    throw new OperatorFault(nothingThere(`there is no database of Quittance in ${where}`));
  }
  throw new OperatorFault(
    'the database is older than this program: quittance migrate, or a start of the service, brings it to this version',
  );
}

function nothingThere(what: string): string {
  return `${what}: is QUITTANCE_DATA right, and DATABASE_URL? Only a start of the service or quittance migrate makes one`;
}

/** Told without the address, which may hold a password. */
async function reach(db: Database): Promise<void> {
  await db.query('select 1').catch((fault: Error & { code?: string }) => {
    const why = reasons[fault.code ?? ''] ?? fault.code ?? fault.message;
    throw new OperatorFault(`cannot reach the database that DATABASE_URL names: ${why}`);
  });
}

const reasons: Readonly<Record<string, string>> = {
  '3D000': 'the server has none of that name; createdb makes one',
  '28P01': 'the password is wrong',
  '28000': 'the server does not let this role in',
  '53300': 'the server has no connection left',
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
};

/** A database that may forget a commit is a warning in a sandbox; with real money it is a reason to stop. */
async function checkDatabase(config: Config, log: Log, db: Database): Promise<void> {
  const findings = await checkSafety(db);
  for (const { setting, danger } of findings) {
    log.warn('database.unsafe', { setting, warning: danger });
  }
  if (findings.length > 0 && config.mode === 'live') {
    const names = findings.map(({ setting }) => setting).join(', ');
    throw new OperatorFault(
      `live mode does not run on a database with an unsafe setting: ${names}`,
    );
  }
}
