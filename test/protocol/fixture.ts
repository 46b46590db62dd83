import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { simulator } from '../../packages/sandbox/src/processor/simulator.ts';
import { createHandler } from '../../src/api/http/http.ts';
import { receptionOf } from '../../src/api/http/reception.ts';
import { closeEdge, createEdge } from '../../src/api/http/server.ts';
import { carriersOf, elapsedMs, signalAfter } from '../../src/build-world.ts';
import { readConfig } from '../../src/config.ts';
import { retryable } from '../../src/database/retryable.ts';
import { createLog } from '../../src/kernel/log.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { deliverToInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { createPdfDrawer } from '../../src/notify/mail/pdf-drawer.ts';
import { createReceiptFiles } from '../../src/notify/mail/receipt-files.ts';
import { readLogo } from '../../src/parties/businesses/branding.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { claimUsername } from '../../src/parties/businesses/claims.ts';
import { insertApiKey } from '../../src/parties/businesses/keys.ts';
import { services } from '../../src/parties/businesses/offering.ts';
import { publicAddress } from '../../src/parties/businesses/page-address.ts';
import { insertBusiness } from '../../src/parties/businesses/store.ts';
import { usualTerms } from '../../src/parties/businesses/terms.ts';
import { createChargeMemory } from '../../src/payments/charge-memory.ts';
import { withBreaker } from '../../src/ports/processors/circuit-breaker.ts';
import { createGateways } from '../../src/ports/processors/gateways.ts';
import { makeApiKey } from '../../src/ports/vault/api-key.ts';
import type { Vault } from '../../src/ports/vault/vault.ts';
import { createGather } from '../../src/runtime/gather.ts';
import { createFlights } from '../../src/runtime/http-out/flights.ts';
import { createIds } from '../../src/runtime/ids.ts';
import { createLiveEvents } from '../../src/runtime/live-events.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { createTelemetry } from '../../src/runtime/telemetry.ts';
import type { World } from '../../src/world.ts';
import { patienceMs } from '../database.ts';
import {
  countedBytes,
  countedUuids,
  makeFixture,
  patientOutgoing,
  standingClock,
} from '../fixture.ts';
import { never } from '../limits.ts';
import { memoryMailboxes } from '../memory-mailbox.ts';

type Scope = { after(work: () => Promise<void>): void };

/** A served world in which nothing has happened yet, the same to the byte for every sample. */
export type Stay = {
  readonly port: number;
  readonly db: Database;
  /** By the name that a sample calls the business with. */
  readonly credentials: ReadonlyMap<string, string>;
  /** The codes of all refusals that were logged. */
  readonly refused: ReadonlySet<string>;
  /** Lets time pass. */
  pass(duration: Temporal.Duration): void;
  leave(): Promise<void>;
};

export type Settings = Readonly<Record<string, string>>;

/** The businesses that a sample may call as, in the order of their numbers. */
const cast: Readonly<Record<string, Partial<Business>>> = {
  '': {},
  other: {},
  new: { state: 'messaging_only' },
  pending: { state: 'payments_pending' },
  suspended: { state: 'suspended' },
  closed: { state: 'closed' },
  live: { environment: 'live', state: 'payouts_enabled' },
  limited: { limited: true },
  branch: { ancestors: [100001n] },
  'closed branch': { ancestors: [100001n], state: 'closed' },
  'live branch': { ancestors: [100001n], environment: 'live' },
  canadian: { currency: 'CAD' },
};
const firstNumber = 100001n;
/** Of the businesses that a sample makes. */
const firstMade = 200001n;
const startsAt = new Date('2026-03-02T15:00:00Z');

/**
 * One database for all samples, emptied before each: a new one would take a hundred times as long. The
 * businesses and the vault's keys stay; everything that counts or remembers is made anew.
 */
export async function openFixture(scope: Scope): Promise<(settings: Settings) => Promise<Stay>> {
  const fixture = await makeFixture(scope, { startsAt });
  const { vault } = await fixture.open();
  const businesses = makeCast();
  for (const { business, apiKey } of businesses) await insert(fixture.db, vault, business, apiKey);

  return async (settings) => {
    await empty(fixture.db);
    const refused = new Set<string>();
    const clock = standingClock(startsAt);
    const world = makeWorld(fixture.db, vault, settings, clock, refused);
    const handler = createHandler(world);
    const server = createEdge(handler, {
      requestId: world.uuid,
      requestTimeoutMs: patienceMs,
      keepAliveTimeoutMs: patienceMs,
      quick: { handler, now: world.now },
      reception: receptionOf(world.config),
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return {
      port: (server.address() as AddressInfo).port,
      db: fixture.db,
      credentials: new Map(
        businesses.map(({ name, business, apiKey }) => [name, `${business.username}:${apiKey}`]),
      ),
      refused,
      pass: (duration) => clock.pass(duration.total('milliseconds')),
      leave: async () => {
        await closeEdge(server, 0);
      },
    };
  };
}

function makeCast() {
  const randomBytes = countedBytes();
  return Object.entries(cast).map(([name, changes], i) => {
    const id = firstNumber + BigInt(i);
    const business: Business = {
      id,
      username: String(id),
      name: name || 'the usual one',
      environment: 'sandbox',
      state: 'payments_enabled',
      timeZone: 'America/New_York',
      ancestors: [],
      typeId: 1,
      services,
      limited: false,
      secretsInUrl: true,
      clockAheadMs: 0,
      currency: 'USD',
      cardAccounts: {},
      fallbackAccounts: {},
      terms: usualTerms,
      ...changes,
    };
    return { name, business, apiKey: makeApiKey(business.environment, randomBytes) };
  });
}

function makeWorld(
  db: Database,
  vault: Vault,
  settings: Settings,
  { now, pass }: ReturnType<typeof standingClock>,
  refused: Set<string>,
): World {
  const config = readConfig({ ...settings });
  // Who waits for another request gives that some real time too, however fast the clock goes.
  const sleep = async (ms: number) => {
    pass(ms);
    await delay(Math.min(ms, 25));
  };
  const write = (line: string) => {
    const { event, code } = JSON.parse(line);
    if (event === 'request.refused') refused.add(code);
  };
  const bank = simulator({ book: memoryBook(), now, sleep });
  const ids = createIds(db, now);
  const gather = createGather(db, { rows: 256, lanes: 1, retryable, sleep });
  const log = createLog({ level: 'info', write, now, defer: (run) => run() });
  return {
    config,
    log,
    now,
    unreadSince: now,
    sleep,
    randomBytes: countedBytes(),
    uuid: countedUuids(),
    db,
    isAway: retryable,
    gather,
    ids,
    vault,
    processors: new Map([[bank.name, withBreaker(bank, { now })]]),
    gateways: createGateways({
      callTimeoutMs: config.processorTimeoutMs,
      connectTimeoutMs: patienceMs,
      signalAfter,
      now,
      keep: async () => {},
    }),
    mailboxes: memoryMailboxes(),
    outgoing: patientOutgoing(),
    flights: createFlights(),
    carriers: carriersOf(config, deliverToInbox({ gather, ids, now }), never),
    receipts: createReceiptFiles(createPdfDrawer(signalAfter), (logo) => readLogo(db, logo)),
    charges: createChargeMemory(),
    requests: { underWay: 0 },
    telemetry: createTelemetry({ elapsedMs }),
    live: createLiveEvents({ db, now, log }),
    site: { address: publicAddress(config) },
    workerName: 'nobody',
  };
}

const stays =
  '^(businesses|business_types|usernames|api_keys|counters|migrations|vault_(?!records))';

async function empty(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ $1`,
    [stays],
  );
  const deletions = tables.map(({ name }) => `empty_${name} as (delete from ${name})`);
  const made = ['businesses', 'usernames', 'api_keys'].map(
    (name) => `made_${name} as (delete from ${name} where business_id >= ${firstMade})`,
  );
  const others = [
    'types as (delete from business_types where id > 1)',
    `given_types as (update businesses set type_id = 1 where type_id <> 1 and business_id < ${firstMade})`,
    `sites as (update counters set next = ${firstMade} where name = 'site')`,
  ];
  await db.query(`with ${[...deletions, ...made, ...others].join(', ')} select 1`);
}

async function insert(
  db: Database,
  vault: Vault,
  business: Business,
  apiKey: string,
): Promise<void> {
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!;
  await db.begin(async (tx) => {
    await insertBusiness(tx, business, startsAt);
    await claimUsername(tx, business.username, business.id);
    const { id: businessId } = business;
    await insertApiKey(tx, { keyHash, businessId, id: 0n, hint: 'test', createdAt: startsAt });
  });
}
