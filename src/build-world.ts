import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGather } from './base/gather.ts';
import { createIds } from './base/ids.ts';
import type { Log } from './base/log.ts';
import type { Database } from './base/sql.ts';
import type { Config } from './config.ts';
import { retryable } from './database/connect.ts';
import { withBreaker } from './processors/breaker.ts';
import { fileBook } from './processors/simulator/file-book.ts';
import { simulator } from './processors/simulator/simulator.ts';
import { makeKeysFile } from './vault/key-file.ts';
import { type KeyProvider, keyProvider } from './vault/key-provider.ts';
import { openVault } from './vault/vault.ts';
import type { World } from './world.ts';

type Options = {
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  /** Takes a sentence for the operator. */
  readonly say: (sentence: string) => void;
};

/** The clock of this machine. */
export const now = () => new Date();

/** Who keeps the key-encryption keys of this installation. */
export function keysOf(config: Config, say: (sentence: string) => void): KeyProvider {
  return keyProvider({
    file: config.keysFile,
    text: config.keyText,
    command: config.keyCommand,
    dataFolder: config.dataFolder,
    live: config.mode === 'live',
    randomBytes,
    now,
    say,
  });
}

/** Makes the keys file; says whether there was none. */
export async function makeKeys({ keysFile: file, dataFolder }: Config): Promise<boolean> {
  return await makeKeysFile({ file, dataFolder, randomBytes, now });
}

/** The real world: a clock that runs, randomness, sleep. The one place where they are made. */
export async function buildWorld({ config, log, db, say }: Options): Promise<World> {
  const pause = async (ms: number) => {
    await sleep(ms);
  };
  const provider = keysOf(config, say);
  const bank = simulator({
    book: fileBook(join(config.dataFolder, 'simulated-bank.jsonl')),
    now,
    sleep: pause,
    answerDelayMs: config.simulatorDelayMs,
    callTimeoutMs: config.processorTimeoutMs,
    lateWindowSeconds: config.simulatorLateWindowSeconds,
  });
  const { batchRows: rows, batchLanes: lanes } = config;
  return {
    config,
    log,
    now,
    sleep: pause,
    randomBytes,
    uuid: randomUUIDv7,
    db,
    gather: createGather(db, { rows, lanes, retryable, sleep: pause }),
    ids: createIds(db),
    vault: await openVault({ sql: db, provider, randomBytes, now }),
    processors: new Map([[bank.name, withBreaker(bank, { now })]]),
    workerName: `${hostname()}:${process.pid}`,
  };
}
