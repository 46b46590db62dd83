import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { connectionLost, NoDatabaseError } from '#embedded-postgres';
import { openClock } from '../build-world.ts';
import type { Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate, migratedCheck, standingOf } from '../database/migrate.ts';
import { checkSafety, refuseUnfit } from '../database/safety.ts';
import type { Log } from '../kernel/log.ts';
import { type Progress, unwatched } from '../kernel/progress.ts';
import { compareWithCatalogue } from '../runtime/catalogue.ts';
import type { Database } from '../runtime/sql.ts';
import { isThere, restoringName } from './backup/places.ts';
import { ExpectedError } from './command.ts';
import { prepareDataFolder } from './data-folder.ts';
import { reasonOf } from './file-reasons.ts';
import { waitForOlderProcesses } from './older-processes.ts';

type Opening = {
  readonly config: Config;
  readonly log: Log;
  /** True if it may be made, or brought to this version. */
  readonly maySetUp: boolean;
  /** Takes that it is opened, and the migrations that are applied. */
  readonly progress?: Progress;
};

type Opened = {
  readonly db: Database;
  /** A single connection beside those of `db`, whose statements are short or fail. */
  readonly openAnother: () => Database;
  readonly close: () => Promise<void>;
};

/** Opens and checks the database of these settings; throws an expected error where it cannot be used. */
export async function openDatabase(opening: Opening): Promise<Opened> {
  const { config, log, maySetUp, progress = unwatched } = opening;
  progress.step('open the database', 1, maySetUp ? 2 : 1);
  const opened = await enter(opening);
  const { db, close } = opened;
  try {
    if (config.databaseUrl) {
      await reach(db);
      await refuseUnfit(db);
    }
    if (!maySetUp) await refuseUnready(config, db);
    else {
      if (await lacksMigrations(db)) {
        const clock = await openClock(db, log);
        await waitForOlderProcesses(db, { now: clock.now, log, progress });
      }
      const applied = await migrate(db, undefined, withLog(progress, log));
      for (const migration of applied) log.debug('migration.applied', { migration });
      const [migration] = applied.slice(-1);
      if (migration) log.info('database.migrated', { count: applied.length, migration });
    }
    await refuseOtherTables(db);
    await checkDatabase(config, log, db);
    return opened;
  } catch (error) {
    await close();
    throw error;
  }
}

/** True if an older program made it. An empty database was made by none. */
async function lacksMigrations(db: Database): Promise<boolean> {
  return (await standingOf(db)) === 'behind' && !(await migratedCheck(db)());
}

/**
 * An upgrade of a large database may take minutes: a service without a terminal logs each migration as it begins. The
 * migrations of a new database take no time.
 */
function withLog(progress: Progress, log: Log): Progress {
  let isNew = false;
  return {
    ...progress,
    part(migration) {
      isNew ||= migration.startsWith('0001_');
      if (!isNew) log.info('migration.begun', { migration });
      progress.part(migration);
    },
  };
}

async function enter(opening: Opening): Promise<Opened> {
  const { config } = opening;
  const embedded = await openDataFolder(opening).catch(async (fault) => {
    if (fault instanceof NoDatabaseError) throw new ExpectedError(nothingThere(fault.message));
    const { code, syscall } = fault as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined || connectionLost(fault)) throw fault;
    throw new ExpectedError(await unusableFolder(config, code));
  });
  const url = embedded?.url ?? config.databaseUrl;
  // Other processes see by this name that this one runs.
  const applicationName = `quittance ${process.pid} ${hostname()}`.slice(0, 63);
  const db = connect(url, {
    size: config.databaseConnections,
    applicationName,
    plans: config.databasePlans,
    // Calls narrow it to their business: `forTenants`.
    tenants: 'all',
  });
  const others: Database[] = [];
  const openAnother = () => {
    const patience = { connectTimeoutMs: 2000, statementTimeoutMs: 2000 };
    const other = connect(url, { size: 1, applicationName, plans: 'auto', ...patience });
    others.push(other);
    return other;
  };
  const close = async () => {
    await Promise.all([db, ...others].map((one) => one.close()));
    await embedded?.stop();
  };
  return { db, openAnother, close };
}

/** Explains why a folder cannot be used, and names its owner if that is another user. */
async function unusableFolder({ dataFolder }: Config, code: string): Promise<string> {
  const owner = (await stat(dataFolder).catch(() => undefined))?.uid;
  const isForeign = owner !== undefined && owner !== process.getuid?.();
  const why =
    code === 'EACCES' && isForeign
      ? `it belongs to user ${owner}: run the command as that user, as in sudo -u '#${owner}'`
      : reasonOf(code);
  return `cannot use the data folder ${dataFolder}: ${why}`;
}

async function openDataFolder({ config, log, maySetUp }: Opening) {
  const { dataFolder, databaseUrl, postgresBinaries } = config;
  await refuseUnfinished(config);
  // With a database elsewhere it holds the simulated bank.
  if (maySetUp || databaseUrl) await prepareDataFolder(config);
  if (databaseUrl) return undefined;
  return await startEmbedded({
    folder: join(dataFolder, 'postgres'),
    log,
    binaries: postgresBinaries || undefined,
    mayMake: maySetUp,
  });
}

/** A start would make an empty database where the restored one is about to be. */
async function refuseUnfinished({ dataFolder }: Config): Promise<void> {
  if (!(await isThere(join(dataFolder, restoringName)))) return;
  throw new ExpectedError(
    `a restore into ${dataFolder} was not finished: run quittance restore again`,
  );
}

/** A command in the wrong folder, or of another version, must not say that all is well, nor make it so. */
async function refuseUnready(config: Config, db: Database): Promise<void> {
  const standing = await standingOf(db);
  if (standing === 'current') return;
  if (standing === 'empty') {
    const where = config.databaseUrl ? 'the one that DATABASE_URL names' : config.dataFolder;
    throw new ExpectedError(nothingThere(`there is no database of Quittance in ${where}`));
  }
  throw new ExpectedError(
    'the database is older than this program: quittance migrate, or a start of the service, brings it to this version',
  );
}

function nothingThere(what: string): string {
  return `${what}: is QUITTANCE_DATA right, and DATABASE_URL? Only a start of the service or quittance migrate makes one`;
}

/** The error is without the address, which may contain a password. */
async function reach(db: Database): Promise<void> {
  await db.query('select 1').catch((fault: Error & { code?: string }) => {
    const why = reasons[fault.code ?? ''] ?? fault.code ?? fault.message;
    throw new ExpectedError(`cannot reach the database that DATABASE_URL names: ${why}`);
  });
}

const reasons: Readonly<Record<string, string>> = {
  '3D000': 'the server has none of that name; createdb makes one',
  '28P01': 'the password is wrong',
  '28000': 'the server does not let this role in',
  '25006': 'no server among them takes writes',
  '53300': 'the server has no connection left',
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
};

/** A database that may forget a commit is a warning in a sandbox; with real money it is a reason to stop. */
/** Refuses a database whose migrations were applied and whose tables differ from them: it was changed by hand. */
async function refuseOtherTables(db: Database): Promise<void> {
  const differences = await compareWithCatalogue(db);
  if (differences.length === 0) return;
  const [first, ...others] = differences;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new ExpectedError(`the tables are not those of this version: ${first}${more}`);
}

async function checkDatabase(config: Config, log: Log, db: Database): Promise<void> {
  const findings = await checkSafety(db);
  for (const { setting, danger } of findings) {
    log.warn('database.unsafe', { setting, warning: danger });
  }
  if (findings.length > 0 && config.mode === 'live') {
    const names = findings.map(({ setting }) => setting).join(', ');
    throw new ExpectedError(
      `live mode does not run on a database with an unsafe setting: ${names}`,
    );
  }
}
