import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { createGather } from './base/gather.ts';
import { createIds } from './base/ids.ts';
import type { Log } from './base/log.ts';
import { Secret } from './base/secret.ts';
import type { Database } from './base/sql.ts';
import type { Carriers } from './carriers/carrier.ts';
import { carriersFor } from './carriers/carriers-for.ts';
import { tellingOutages } from './carriers/outages.ts';
import type { Keep } from './carriers/sandbox.ts';
import { mailboxesOf } from './clearing/mailboxes.ts';
import type { Config } from './config.ts';
import { keepInInbox } from './conversations/sandbox-inbox.ts';
import { repeatable } from './database/connect.ts';
import type { Dial } from './outgoing/connect-to.ts';
import { createFlights } from './outgoing/flights.ts';
import type { Resolve } from './outgoing/good-addresses.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
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
  /** Whether a vault, and the first of its keys, may be made where there is none. */
  readonly maySetUp: boolean;
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
export async function buildWorld({ config, log, db, say, maySetUp }: Options): Promise<World> {
  const provider = keysOf(config, say);
  const bank = simulatedBank(config, pause);
  const { batchRows: rows, batchLanes: lanes } = config;
  const ids = createIds(db, now);
  const gather = createGather(db, { rows, lanes, retryable: repeatable, sleep: pause });
  return {
    config,
    log,
    now,
    sleep: (ms) => pause(ms),
    randomBytes,
    uuid: randomUUIDv7,
    db,
    gather,
    ids,
    vault: await openVault({ sql: db, provider, randomBytes, now, mayBegin: maySetUp }),
    processors: new Map([[bank.name, withBreaker(bank, { now })]]),
    mailboxes: mailboxesOf(config, randomUUIDv7),
    outgoing: createOutgoing({ resolve, dial, signalAfter }),
    flights: createFlights(),
    carriers: tellingOutages(carriersOf(config, keepInInbox({ gather, ids, now })), log),
    requests: { underWay: 0 },
    workerName: `${hostname()}:${process.pid}`,
  };
}

/** Fires once, and keeps no process alive. */
export const signalAfter = (ms: number) => AbortSignal.timeout(ms);

/** Asks the name servers themselves, so that no thread of this process waits for a name. */
const resolve: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** To the very address; with TLS, whoever answers must show a certificate for the name. */
export const dial: Dial = ({ address: host, port, secureName }) => {
  if (secureName === undefined) return connect({ host, port });
  const name = isIP(secureName) === 0 ? { servername: secureName } : {};
  return connectSecurely({ host, port, ...name });
};

/** Everybody's phones and mailboxes in the sandbox are rows, unless it is set otherwise. */
export function carriersOf(config: Config, keep: Keep): Carriers {
  const token = new Secret(config.twilioToken);
  return carriersFor({ ...config, twilioToken: token, keep, signalAfter });
}

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
