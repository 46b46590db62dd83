import { createLog } from '../base/log.ts';
import { buildWorld, now } from '../build-world.ts';
import { closeCarriers } from '../carriers/carriers-for.ts';
import type { Config } from '../config.ts';
import { anewWhenLost } from '../database/anew-when-lost.ts';
import type { World } from '../world.ts';
import { print } from './command.ts';
import { openDatabase } from './open-database.ts';

export type House = {
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
export async function openHouse(
  config: Config,
  { say = print, maySetUp = false }: Options = {},
): Promise<House> {
  const log = createLog({
    level: config.logLevel,
    write: (lines) => process.stderr.write(lines),
    now,
  });
  const entry = { config, log, say, maySetUp };
  if (config.databaseUrl) return await enter(entry);
  // Another process may have started the database that we joined, and have just ended. Nothing is done yet.
  return await anewWhenLost(() => enter(entry));
}

type Entry = Required<Options> & {
  readonly config: Config;
  readonly log: ReturnType<typeof createLog>;
};

async function enter({ config, log, say, maySetUp }: Entry): Promise<House> {
  const { db, close } = await openDatabase({ config, log, maySetUp });
  try {
    const world = await buildWorld({ config, log, db, say, maySetUp });
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
