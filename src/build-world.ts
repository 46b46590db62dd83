import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import {
  fileBook,
  httpSimulator,
  type Keep,
  type ScriptedBank,
  sandboxMails,
  sandboxTexts,
  simulator,
  withScripts,
  withSimulatedOdfi,
} from '#sandbox';
import type { Config } from './config.ts';
import { type DatabaseClock, databaseClock } from './database/clock.ts';
import { repeatable, retryable } from './database/retryable.ts';
import type { Log } from './kernel/log.ts';
import { Secret } from './kernel/secret.ts';
import { deliverToInbox } from './notify/conversations/sandbox-inbox.ts';
import { createPdfDrawer } from './notify/mail/pdf-drawer.ts';
import { createReceiptFiles } from './notify/mail/receipt-files.ts';
import { readLogo } from './parties/businesses/branding.ts';
import { publicAddress } from './parties/businesses/page-address.ts';
import { storeConversations } from './payments/accounts/gateway-conversations.ts';
import { scriptReader } from './payments/bank-scripts.ts';
import { createChargeMemory } from './payments/charge-memory.ts';
import type { Carriers } from './ports/carriers/carrier.ts';
import { carriersFor } from './ports/carriers/carriers-for.ts';
import { logOutages } from './ports/carriers/outages.ts';
import { mailboxesOf } from './ports/mailboxes/mailboxes.ts';
import { withBreaker } from './ports/processors/circuit-breaker.ts';
import { createGateways, type GatewayOptions } from './ports/processors/gateways.ts';
import { outgoingCall } from './ports/processors/outgoing-call.ts';
import { watchedProcessor } from './ports/processors/watched-processor.ts';
import { makeKeysFile } from './ports/vault/key-file.ts';
import { type KeyProvider, keyProvider } from './ports/vault/key-provider.ts';
import { shutVault } from './ports/vault/shut-vault.ts';
import { openVault, type Vault, VaultError } from './ports/vault/vault.ts';
import { createBeat } from './runtime/beat.ts';
import { createElapsed } from './runtime/elapsed.ts';
import { createGather } from './runtime/gather.ts';
import type { Dial } from './runtime/http-out/connect-to.ts';
import { createFlights } from './runtime/http-out/flights.ts';
import type { Resolve } from './runtime/http-out/good-addresses.ts';
import { createOutgoing } from './runtime/http-out/outgoing.ts';
import { createIds } from './runtime/ids.ts';
import { createLiveEvents } from './runtime/live-events.ts';
import type { Database } from './runtime/sql.ts';
import type { Telemetry } from './runtime/telemetry.ts';
import { createUuids } from './runtime/uuids.ts';
import type { World } from './world.ts';

type Options = {
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly telemetry: Telemetry;
  /** Takes a sentence for the operator. */
  readonly say: (sentence: string) => void;
  /** True if a vault, and the first of its keys, may be made if there is none. */
  readonly maySetUp: boolean;
  /** True for a command that needs no keys: without them its vault is shut. */
  readonly mayBeShut?: boolean;
};

/** The clock of this machine. */
export const now = () => new Date();

/** Milliseconds that passed, as the database's clock is continued by them. */
export const elapsedMs = createElapsed({
  runningMs: () => performance.now(),
  upMs: () => uptime() * 1000,
});

/** Another each time, in the order of time. */
export const newUuid = () => randomUUIDv7();

/** Waits so long, or until `stop` is aborted. */
export async function pause(ms: number, stop?: AbortSignal): Promise<void> {
  if (!stop) return await sleep(ms);
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}

/** The provider of this installation's key-encryption keys. */
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

/** Makes the keys file; returns true if there was none. */
export async function makeKeys({ keysFile: file, dataFolder }: Config): Promise<boolean> {
  return await makeKeysFile({ file, dataFolder, randomBytes, now });
}

/** How the statements of many callers are gathered in this installation. */
export function batchesOf({ batchRows: rows, batchLanes: lanes, batchesShare }: Config) {
  return { rows, lanes, isSharing: batchesShare === 'on' };
}

/** The real world: the database's clock, randomness, sleep. The one place where they are made. */
export async function buildWorld(options: Options): Promise<World> {
  const { config, log, db, telemetry } = options;
  const clock = await openClock(db, log);
  const uuid = createUuids(clock.now, randomUUIDv7);
  const { beat, unreadSince } = createBeat(clock.now);
  setInterval(beat, 250).unref();
  const scripts = scriptReader({ db, now: clock.now });
  const bank = withScripts(simulatedBank(config, pause, clock.now), scripts);
  const ids = createIds(db, clock.now);
  const gathering = { ...batchesOf(config), retryable: repeatable, sleep: pause, telemetry };
  const gather = createGather(db, gathering);
  const watched = watchedProcessor(bank, bank.name, telemetry);
  const noteCircuit = circuitLog(log);
  const count = telemetry.circuits.watch(bank.name);
  const note = (isOpen: boolean) => {
    count(isOpen);
    // The simulated bank belongs to no business.
    noteCircuit({ businessId: 0n, name: bank.name }, isOpen);
  };
  return {
    config,
    log,
    now: clock.now,
    unreadSince,
    sleep: (ms) => pause(ms),
    randomBytes,
    uuid,
    db,
    isAway: retryable,
    gather,
    ids,
    vault: await vaultOf(options, clock.now),
    processors: new Map([[bank.name, withBreaker(watched, { now: clock.now, note })]]),
    gateways: createGateways({
      callTimeoutMs: config.processorTimeoutMs,
      signalAfter,
      now: clock.now,
      keep: storeConversations({ gather, uuid, log }),
      telemetry,
      noteCircuit,
    }),
    mailboxes: withSimulatedOdfi(mailboxesOf(config, uuid)),
    outgoing: createOutgoing({ resolve, dial, signalAfter }),
    flights: createFlights(),
    carriers: logOutages(carriersOf(config, deliverToInbox({ gather, ids, now: clock.now })), log),
    receipts: createReceiptFiles(createPdfDrawer(signalAfter), (logo) => readLogo(db, logo)),
    charges: createChargeMemory(),
    requests: { underWay: 0 },
    telemetry,
    live: createLiveEvents({ db, now: clock.now, log }),
    site: { address: publicAddress(config) },
    workerName: `${hostname()}:${process.pid}`,
  };
}

function circuitLog(log: Log): GatewayOptions['noteCircuit'] & {} {
  return ({ businessId, name: processor }, isOpen) =>
    log.warn(isOpen ? 'processor.circuit_opened' : 'processor.circuit_closed', {
      businessId,
      processor,
    });
}

async function vaultOf(options: Options, time: World['now']): Promise<Vault> {
  const { config, db, say, maySetUp, mayBeShut = false } = options;
  try {
    const provider = keysOf(config, say);
    return await openVault({ sql: db, provider, randomBytes, now: time, mayBegin: maySetUp });
  } catch (error) {
    if (mayBeShut && error instanceof VaultError) return shutVault(error);
    throw error;
  }
}

const noticeableMs = 5_000;

/** Decisions about time go by the database's clock; only the log goes by this machine's. */
export async function openClock({ aside }: Database, log: Log): Promise<DatabaseClock> {
  const clock = await databaseClock({
    sql: aside,
    elapsedMs,
    machineNow: now,
    failed: (error) => log.warn('clock.not_read', { error }),
  });
  const aheadMs = Math.round(clock.aheadMs());
  if (Math.abs(aheadMs) > noticeableMs) log.warn('clock.differs', { aheadMs });
  return clock;
}

/** Fires once, and keeps no process alive. */
export const signalAfter = (ms: number) => AbortSignal.timeout(ms);

/** Asks the name servers themselves, so that no thread of this process waits for a name. */
const resolve: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Connects to the very address; with TLS, the server must show a certificate for the name. */
export const dial: Dial = ({ address: host, port, secureName }) => {
  if (secureName === undefined) return connect({ host, port });
  const name = isIP(secureName) === 0 ? { servername: secureName } : {};
  return connectSecurely({ host, port, ...name });
};

/** Everybody's phones and mailboxes in the sandbox are rows, unless it is set otherwise. */
export function carriersOf(config: Config, keep: Keep, after = signalAfter): Carriers {
  const token = new Secret(config.twilioToken);
  const inbox = { texts: sandboxTexts(keep), mails: sandboxMails(keep) };
  return carriersFor({ ...config, twilioToken: token, inbox, signalAfter: after });
}

function simulatedBank(config: Config, sleep: World['sleep'], now: World['now']): ScriptedBank {
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
