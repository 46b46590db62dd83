import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withSimulatedOdfi } from '#sandbox';
import { quickPlace } from '../packages/embedded-postgres/test/scratch.ts';
import { type Book, memoryBook } from '../packages/sandbox/src/processor/book.ts';
import { type Simulator, simulator } from '../packages/sandbox/src/processor/simulator.ts';
import { withScripts } from '../packages/sandbox/src/processor/with-scripts.ts';
import { batchesOf, carriersOf, dial, elapsedMs } from '../src/build-world.ts';
import { type Config, readConfig } from '../src/config.ts';
import { migrate } from '../src/database/migrate.ts';
import { repeatable, retryable } from '../src/database/retryable.ts';
import { createLog } from '../src/kernel/log.ts';
import { deliverToInbox } from '../src/notify/conversations/sandbox-inbox.ts';
import { createPdfDrawer } from '../src/notify/mail/pdf-drawer.ts';
import { createReceiptFiles } from '../src/notify/mail/receipt-files.ts';
import { readLogo } from '../src/parties/businesses/branding.ts';
import type { Business } from '../src/parties/businesses/business.ts';
import { publicAddress } from '../src/parties/businesses/page-address.ts';
import { storeConversations } from '../src/payments/accounts/gateway-conversations.ts';
import { scriptReader } from '../src/payments/bank-scripts.ts';
import { createChargeMemory } from '../src/payments/charge-memory.ts';
import { closeCarriers } from '../src/ports/carriers/carriers-for.ts';
import { mailboxesOf } from '../src/ports/mailboxes/mailboxes.ts';
import { withBreaker } from '../src/ports/processors/circuit-breaker.ts';
import { createGateways } from '../src/ports/processors/gateways.ts';
import { watchedProcessor } from '../src/ports/processors/watched-processor.ts';
import { keyProvider } from '../src/ports/vault/key-provider.ts';
import { openVault } from '../src/ports/vault/vault.ts';
import { createGather } from '../src/runtime/gather.ts';
import { createFlights } from '../src/runtime/http-out/flights.ts';
import { createOutgoing, type Outgoing } from '../src/runtime/http-out/outgoing.ts';
import { createIds } from '../src/runtime/ids.ts';
import { createLiveEvents } from '../src/runtime/live-events.ts';
import type { Database } from '../src/runtime/sql.ts';
import { createTelemetry } from '../src/runtime/telemetry.ts';
import type { World } from '../src/world.ts';
import { freshDatabase, patienceMs } from './database.ts';
import { never, signalAfterParts } from './limits.ts';
import { type Caller, makeBusiness } from './make-business.ts';
import {
  type AtMoment,
  steppingCarriers,
  steppingDatabase,
  steppingMailboxes,
  steppingOutgoing,
  steppingProcessor,
  takeStep,
} from './moments.ts';
import { atEnd, type Scope } from './scope.ts';
import { createTracer, notAllowed, type Tracer } from './tracer/tracer.ts';

export type { Caller };

/** As in QUITTANCE_KEK: the key that every fixture has. */
export const keyText = `test:${createHash('sha256').update('a key for tests').digest('base64')}`;

/** A clock that stands until somebody sleeps or moves it. */
export type Clock = { now: () => Date; pass: (ms: number) => void; setTo: (time: Date) => void };

/** What outlives a process: the database, the bank, the keys, the time. Worlds come and go over it. */
export type Fixture = {
  readonly url: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly book: Book;
  /** The simulated bank, with the doors that only tests use. */
  readonly bank: Simulator;
  /** Every line that was logged. */
  readonly logged: string[];
  /** What one process sees: caches and ids of its own. */
  open(visit?: Visit): Promise<World>;
  /** A business that may take payments, and the credentials to call it with. */
  addBusiness(changes?: Partial<Business>): Promise<Caller>;
};

export type Visit = {
  readonly atMoment?: AtMoment;
  /** Only at those of the database. */
  readonly atStatement?: AtMoment;
  /** Changes how the database is asked, such as by `test/row-security.ts`. */
  readonly over?: (db: Database) => Database;
};

type FixtureOptions = {
  readonly book?: Book;
  /** As in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly startsAt?: Date;
  /** Where webhooks go. */
  readonly outgoing?: Outgoing;
  /** A database that puts texts in the order of this language. */
  readonly sortedAs?: string;
  /** True for a build that is broken on purpose: its transactions are not judged. */
  readonly isSabotaged?: boolean;
};

/** Random bytes and unique ids are counted, so that the same calls give the same bytes. */
export async function makeFixture(scope: Scope, options: FixtureOptions = {}): Promise<Fixture> {
  const {
    book = memoryBook(),
    settings = {},
    startsAt = new Date('2030-01-15T15:00:00Z'),
    outgoing = patientOutgoing(),
    sortedAs,
  } = options;
  let opened: Database | undefined;
  const worlds: World[] = [];
  const tracer = createTracer();
  // There once the first file is sent.
  const achFolder = join(await quickPlace(), `quittance-ach-${randomUUID()}`);
  atEnd(scope, async () => {
    book.close();
    for (const { carriers } of worlds) closeCarriers(carriers);
    await Promise.all(worlds.map(({ gateways }) => gateways.idle()));
    await rm(achFolder, { recursive: true, force: true });
    if (!opened) return;
    assert.deepEqual(await leasedJobs(opened), [], 'a job was left leased');
    const broken = notAllowed(options.isSabotaged ? [] : await tracer.breaches(opened));
    assert.deepEqual(broken, [], 'it could not run where businesses are on several servers');
  });
  const { url, db } = await freshDatabase(scope, {
    empty: sortedAs !== undefined,
    ...(sortedAs !== undefined && { sortedAs }),
  });
  if (sortedAs !== undefined) await migrate(db);
  opened = db;

  const { BATCHES_SHARE = 'on' } = process.env;
  const config = readConfig({ ACH_FOLDER: achFolder, BATCHES_SHARE, ...settings });
  const clock = standingClock(startsAt);
  const logged: string[] = [];
  const { now } = clock;
  const surroundings: Context = {
    config,
    now,
    unreadSince: now,
    log: createLog({ level: 'debug', write: (lines) => logged.push(lines), now }),
    sleep: async (ms) => {
      clock.pass(ms);
      await nextTurn();
    },
    randomBytes: countedBytes(),
    uuid: countedUuids(),
    outgoing,
  };
  const bank = simulator({
    ...surroundings,
    book,
    answerDelayMs: config.simulatorDelayMs,
    callTimeoutMs: config.processorTimeoutMs,
    lateWindowSeconds: config.simulatorLateWindowSeconds,
  });
  const open = async (visit: Visit = {}) => {
    const world = await openWorld(surroundings, db, tracer, bank, visit);
    worlds.push(world);
    return world;
  };
  let founding: Promise<World> | undefined;
  const addBusiness = async (changes: Partial<Business> = {}) => {
    founding ??= open();
    return await makeBusiness(await founding, changes);
  };
  return { url, db, clock, config, book, bank, logged, open, addBusiness };
}

/** To this machine for real, where no name is known. */
export function patientOutgoing(): Outgoing {
  return createOutgoing({
    resolve: async () => [],
    dial,
    signalAfter: signalAfterParts,
    connectTimeoutMs: patienceMs,
    totalTimeoutMs: patienceMs,
  });
}

type Context = Pick<
  World,
  'config' | 'now' | 'unreadSince' | 'log' | 'sleep' | 'randomBytes' | 'uuid' | 'outgoing'
>;

async function openWorld(
  surroundings: Context,
  shared: Database,
  tracer: Tracer,
  bank: Simulator,
  { atMoment = () => {}, atStatement = atMoment, over = (db) => db }: Visit,
): Promise<World> {
  const { config, now, randomBytes, log } = surroundings;
  const stepping = steppingDatabase(over(shared), atStatement);
  const db = tracer.watch(stepping);
  const sleep = (ms: number) => takeStep(atMoment, () => surroundings.sleep(ms));
  const provider = keyProvider({
    file: '',
    text: keyText,
    dataFolder: '',
    live: false,
    randomBytes,
    now,
    say() {},
  });
  const ids = createIds(db, now);
  const telemetry = createTelemetry({ elapsedMs });
  const scripted = withScripts(bank, scriptReader({ db: shared, now }));
  const watched = watchedProcessor(scripted, bank.name, telemetry);
  const guarded = withBreaker(watched, { now, note: telemetry.circuits.watch(bank.name) });
  const gathering = { ...batchesOf(config), retryable: repeatable, sleep, telemetry };
  // Who dies, does not die in a phone or a mailbox.
  const aside = createGather(shared, gathering);
  const inbox = deliverToInbox({ gather: aside, ids, now });
  return {
    ...surroundings,
    sleep,
    db,
    isAway: retryable,
    gather: createGather(tracer.watchBatches(stepping), gathering),
    ids,
    vault: await openVault({ sql: db, provider, randomBytes, now }),
    processors: new Map([[bank.name, steppingProcessor(guarded, atMoment)]]),
    gateways: createGateways({
      callTimeoutMs: patienceMs,
      connectTimeoutMs: patienceMs,
      signalAfter: signalAfterParts,
      now,
      keep: storeConversations({ gather: aside, uuid: randomUUID, log }),
      telemetry,
    }),
    mailboxes: steppingMailboxes(withSimulatedOdfi(mailboxesOf(config, randomUUID)), atMoment),
    outgoing: steppingOutgoing(surroundings.outgoing, atMoment),
    flights: createFlights(),
    carriers: steppingCarriers(carriersOf(config, inbox, never), atMoment),
    receipts: createReceiptFiles(createPdfDrawer(signalAfterParts), (logo) => readLogo(db, logo)),
    charges: createChargeMemory(),
    requests: { underWay: 0 },
    telemetry,
    live: createLiveEvents({ db, now, log, limits: { everyMs: 10 } }),
    site: { address: publicAddress(config) },
    workerName: 'test',
  };
}

export function standingClock(startsAt: Date): Clock {
  let at = startsAt.getTime();
  return {
    now: () => new Date(at),
    pass(ms) {
      at += ms;
    },
    setTo(time) {
      at = Math.max(at, time.getTime());
    },
  };
}

export function countedBytes(): (count: number) => Buffer {
  let drawn = 0;
  return (count) => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < count; length += 32) {
      drawn += 1;
      blocks.push(createHash('sha256').update(`random ${drawn}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, count);
  };
}

export function countedUuids(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  };
}

async function leasedJobs(db: Database): Promise<string[]> {
  const rows = await db.query<{ job: string }>(
    `select kind || ' ' || key || ' by ' || leased_by as job from jobs where leased_by is not null`,
  );
  return rows.map(({ job }) => job);
}
