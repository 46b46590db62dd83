import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog, type Log } from '../base/log.ts';
import type { Database } from '../base/sql.ts';
import { buildWorld, now } from '../build-world.ts';
import { closeCarriers } from '../carriers/carriers-for.ts';
import type { Config } from '../config.ts';
import { connect, connectionLost } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { checkSafety } from '../database/safety.ts';
import type { World } from '../world.ts';
import { OperatorFault, print } from './command.ts';

export type House = {
  readonly world: World;
  close(): Promise<void>;
};

/** What every command needs that touches the data: a database in good order and the world around it. */
export async function openHouse(
  config: Config,
  say: (sentence: string) => void = print,
): Promise<House> {
  const log = createLog({
    level: config.logLevel,
    write: (lines) => process.stderr.write(lines),
    now,
  });
  await mkdir(config.dataFolder, { recursive: true }).catch((fault: NodeJS.ErrnoException) => {
    throw new OperatorFault(`cannot use the data folder ${config.dataFolder}: ${fault.code}`);
  });
  for (let tries = 1; ; tries += 1) {
    try {
      return await enter(config, log, say);
    } catch (error) {
      // Another process started the database that we joined, and has just ended. Nothing is done yet.
      if (tries === 5 || config.databaseUrl || !connectionLost(error)) throw error;
    }
  }
}

async function enter(
  config: Config,
  log: ReturnType<typeof createLog>,
  say: (sentence: string) => void,
): Promise<House> {
  const { db, close } = await openDatabase(config, log);
  try {
    await reach(config, db);
    for (const migration of await migrate(db)) log.info('migration.applied', { migration });
    await checkDatabase(config, log, db);
    const world = await buildWorld({ config, log, db, say });
    return {
      world,
      close: async () => {
        closeCarriers(world.carriers);
        await close();
        log.flush();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(config: Config, log: Log) {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({
        folder: join(config.dataFolder, 'postgres'),
        log,
        binaries: config.postgresBinaries || undefined,
      });
  const url = embedded?.url ?? config.databaseUrl;
  const db = connect(url, { size: config.databaseConnections });
  const close = async () => {
    await db.close();
    await embedded?.stop();
  };
  return { db, close };
}

/** Told without the address, which may hold a password. */
async function reach(config: Config, db: Database): Promise<void> {
  if (!config.databaseUrl) return;
  await db.query('select 1').catch((fault: Error & { code?: string }) => {
    const why = fault.code ?? fault.message;
    throw new OperatorFault(`cannot reach the database that DATABASE_URL names: ${why}`);
  });
}

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
