import { buildWorld, now } from '../build-world.ts';
import type { Config } from '../config.ts';
import { anewWhenLost } from '../database/retryable.ts';
import { createLog } from '../kernel/log.ts';
import { closeCarriers } from '../ports/carriers/carriers-for.ts';
import type { World } from '../world.ts';
import { print, printable } from './command.ts';
import { openDatabase } from './open-database.ts';
import { findSite } from './running-file.ts';

export type Installation = {
  readonly world: World;
  close(): Promise<void>;
};

type Options = {
  /** Takes a sentence for the operator. */
  readonly say?: (sentence: string) => void;
  /** Only for a start, and what prepares one: a database, its tables and the first keys are made where they are missing. */
  readonly maySetUp?: boolean;
};

/** What every command needs that touches the data: a database in good order and the world around it. */
export async function openInstallation(
  config: Config,
  { say = print, maySetUp = false }: Options = {},
): Promise<Installation> {
  const log = logOf(config);
  const entry = { config, log, say, maySetUp };
  if (config.databaseUrl) return await enter(entry);
  // Another process may have started the database that we joined, and have just ended. Nothing is done yet.
  return await anewWhenLost(() => enter(entry));
}

type Entry = Required<Options> & {
  readonly config: Config;
  readonly log: ReturnType<typeof logOf>;
};

async function enter({ config, log, say, maySetUp }: Entry): Promise<Installation> {
  const { db, close } = await openDatabase({ config, log, maySetUp });
  try {
    const world = await buildWorld({ config, log, db, say, maySetUp });
    await findSite(world);
    return {
      world,
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

/** The log of the process, on standard error. */
export function logOf({ logLevel: level }: Pick<Config, 'logLevel'>): ReturnType<typeof createLog> {
  const { isTTY } = process.stderr;
  const write = (lines: string) => process.stderr.write(isTTY ? printable(lines) : lines);
  return createLog({ level, write, now });
}
