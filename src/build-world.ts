import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGather } from './base/gather.ts';
import { createIds } from './base/ids.ts';
import type { Log } from './base/log.ts';
import type { Database } from './base/sql.ts';
import { mailboxesOf } from './clearing/mailboxes.ts';
import type { Config } from './config.ts';
import { repeatable } from './database/connect.ts';
import { withBreaker } from './processors/breaker.ts';
import { httpSimulator } from './processors/http-simulator/http-simulator.ts';
import { outgoingCall } from './processors/http-simulator/outgoing-call.ts';
import type { Processor } from './processors/processor.ts';
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

/** So long, or until nobody waits any more. */
export async function pause(ms: number, isOver?: AbortSignal): Promise<void> {
  if (!isOver) return await sleep(ms);
  await sleep(ms, undefined, { signal: isOver }).catch(() => {});
}

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
  const provider = keysOf(config, say);
  const bank = simulatedBank(config, pause);
  const { batchRows: rows, batchLanes: lanes } = config;
  return {
    config,
    log,
    now,
    sleep: (ms) => pause(ms),
    randomBytes,
    uuid: randomUUIDv7,
    db,
    gather: createGather(db, { rows, lanes, retryable: repeatable, sleep: pause }),
    ids: createIds(db, now),
    vault: await openVault({ sql: db, provider, randomBytes, now }),
    processors: new Map([[bank.name, withBreaker(bank, { now })]]),
    mailboxes: mailboxesOf(config, randomUUIDv7),
    workerName: `${hostname()}:${process.pid}`,
  };
}

/** Fires once, and keeps no process alive. */
const signalAfter = (ms: number) => AbortSignal.timeout(ms);

function simulatedBank(config: Config, sleep: World['sleep']): Processor {
  const { simulatorUrl: url, processorTimeoutMs: callTimeoutMs } = config;
  const lateWindowSeconds = config.simulatorLateWindowSeconds;
  if (url !== '') {
    const call = outgoingCall({ url, callTimeoutMs, signalAfter });
    return httpSimulator({ call, lateWindowSeconds });
  }
  const book = fileBook(join(config.dataFolder, 'simulated-bank.jsonl'));
  const answerDelayMs = config.simulatorDelayMs;
  return simulator({ book, now, sleep, answerDelayMs, callTimeoutMs, lateWindowSeconds });
}
