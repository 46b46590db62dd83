import { buildWorld, elapsedMs, now } from '../build-world.ts';
import type { Config } from '../config.ts';
import { retryWhenLost } from '../database/retryable.ts';
import { createLog, type LogLevel } from '../kernel/log.ts';
import { type Progress, unwatched } from '../kernel/progress.ts';
import { closeCarriers } from '../ports/carriers/carriers-for.ts';
import type { Database } from '../runtime/sql.ts';
import { createTelemetry, type Telemetry } from '../runtime/telemetry.ts';
import type { World } from '../world.ts';
import { type Shell, type Sink, say as sayTo } from './command.ts';
import { openLogFile } from './log-file.ts';
import { openDatabase } from './open-database.ts';
import { parseLogLine, readable } from './readable-log.ts';
import { findSite } from './running-file.ts';

export type Installation = {
  readonly world: World;
  /** A single connection beside the world's, for a caller that must not wait for them. */
  readonly openAnother: () => Database;
  close(): Promise<void>;
};

export type Opening = {
  /** Takes a sentence for the operator; `print` when left out. */
  readonly say?: (sentence: string) => void;
  /** Only for a start, and commands that prepare one: a missing database, its tables and the first keys are made. */
  readonly maySetUp?: boolean;
  /** For a command that needs no keys: without them its vault is shut. */
  readonly mayBeShut?: boolean;
  /** Receives the progress of the database. If it draws on a terminal, `clear` makes room for a line of the log. */
  readonly progress?: Progress & { clear?(): void };
  /** True if the log goes to the files of the data folder too, as the log of a service does. */
  readonly keepsLog?: boolean;
  /** Done before the database is opened. */
  readonly before?: (log: World['log']) => Promise<void>;
};

/** Opens the needs of every command that touches the data: a database in good order and the world around it. */
export async function openInstallation(
  config: Config,
  { print, err }: Pick<Shell, 'print' | 'err'>,
  opening: Opening = {},
): Promise<Installation> {
  const { say = print, maySetUp = false, mayBeShut = false } = opening;
  const { keepsLog = false, before } = opening;
  const progress: Opening['progress'] & {} = opening.progress ?? unwatched;
  const telemetry = createTelemetry({ elapsedMs, namesAccounts: config.metricsAccounts === 'on' });
  const count: Count = (level, event) => {
    if (level === 'warn' || level === 'error') telemetry.logLines.add([level, event]);
  };
  const cleared: Sink = {
    isTTY: err.isTTY === true,
    write(text) {
      progress.clear?.();
      return err.write(text);
    },
  };
  const log = keepsLog ? keptLogOf(config, cleared, count) : logOf(config, cleared, count);
  const entry = { config, log, telemetry, say, maySetUp, mayBeShut, progress };
  await before?.(log);
  if (config.databaseUrl) return await enter(entry);
  // Another process may have started the database that we joined, and have just ended. Nothing is done yet.
  return await retryWhenLost(() => enter(entry));
}

type Entry = Required<Omit<Opening, 'keepsLog' | 'before'>> & {
  readonly config: Config;
  readonly log: ReturnType<typeof logOf>;
  readonly telemetry: Telemetry;
};

async function enter(entry: Entry): Promise<Installation> {
  const { config, log, telemetry, say, maySetUp, mayBeShut, progress } = entry;
  const { db, openAnother, close } = await openDatabase({ config, log, maySetUp, progress });
  try {
    const world = await buildWorld({ config, log, db, telemetry, say, maySetUp, mayBeShut });
    await findSite(world);
    return {
      world,
      openAnother,
      close: async () => {
        closeCarriers(world.carriers);
        await world.gateways.idle();
        await close();
        log.flush();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Count = (level: LogLevel, event: string) => void;

/** The log of a command, on its standard error. */
export function logOf(
  { logLevel: level }: Pick<Config, 'logLevel'>,
  err: Sink,
  count?: Count,
): ReturnType<typeof createLog> {
  return createLog({ level, write: writerTo(err), now, ...(count && { count }) });
}

/** The same in the files of the data folder too. */
function keptLogOf(config: Config, err: Sink, count: Count): ReturnType<typeof createLog> {
  const { logLevel: level, logFileMb, dataFolder } = config;
  if (logFileMb === 0) return logOf(config, err, count);
  const append = openLogFile({
    dataFolder,
    mostBytes: logFileMb * 1024 * 1024,
    failed: (error, file) => log.warn('log_file.not_written', { error, file }),
  });
  const writeLines = writerTo(err);
  const write = (lines: string) => {
    writeLines(lines);
    append(lines);
  };
  const log = createLog({ level, write, now, count });
  return log;
}

/** A terminal gets lines for people, a journal or program the log as it is. */
function writerTo(err: Sink): (lines: string) => void {
  if (!err.isTTY) return (lines) => void err.write(lines);
  return (lines) => {
    for (const line of lines.trimEnd().split('\n')) {
      const entry = parseLogLine(line);
      sayTo(err, entry ? readable(entry) : line);
    }
  };
}
