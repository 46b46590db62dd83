import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGather } from '../../src/base/gather.ts';
import { createIds } from '../../src/base/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import type { Database } from '../../src/base/sql.ts';
import { carriersOf, dial, signalAfter } from '../../src/build-world.ts';
import type { Business } from '../../src/businesses/business.ts';
import { claimUsername } from '../../src/businesses/claims.ts';
import { insertApiKey } from '../../src/businesses/keys.ts';
import { insertBusiness } from '../../src/businesses/store.ts';
import { usualTerms } from '../../src/businesses/terms.ts';
import { readConfig } from '../../src/config.ts';
import { keepInInbox } from '../../src/conversations/sandbox-inbox.ts';
import { retryable } from '../../src/database/retryable.ts';
import { createFlights } from '../../src/outgoing/flights.ts';
import { createOutgoing } from '../../src/outgoing/outgoing.ts';
import { withBreaker } from '../../src/processors/breaker.ts';
import { memoryBook } from '../../src/processors/simulator/book.ts';
import { simulator } from '../../src/processors/simulator/simulator.ts';
import { makeApiKey } from '../../src/vault/api-key.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { createHandler } from '../../src/wire/http.ts';
import { closeEdge, createEdge } from '../../src/wire/server.ts';
import type { World } from '../../src/world.ts';
import { memoryMailboxes } from '../memory-mailbox.ts';
import { countedBytes, countedUuids, makeHouse, standingClock } from '../world.ts';

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
};
const firstNumber = 100001n;
/** Of the businesses that a sample makes. */
const firstMade = 200001n;
const startsAt = new Date('2026-03-02T15:00:00Z');

/**
 * One database for all samples, emptied before each: a new one would take a hundred times as long. The
 * businesses and the vault's keys stay; everything that counts or remembers is made anew.
 */
export async function openHouse(scope: Scope): Promise<(settings: Settings) => Promise<Stay>> {
  const house = await makeHouse(scope, { startsAt });
  const { vault } = await house.open();
  const businesses = makeCast();
  for (const { business, apiKey } of businesses) await insert(house.db, vault, business, apiKey);

  return async (settings) => {
    await empty(house.db);
    const refused = new Set<string>();
    const clock = standingClock(startsAt);
    const world = makeWorld(house.db, vault, settings, clock, refused);
    const handler = createHandler(world);
    const server = createEdge(handler, {
      requestId: world.uuid,
      quick: { handler, now: world.now },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return {
      port: (server.address() as AddressInfo).port,
      db: house.db,
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
      limited: false,
      secretsInUrl: true,
      clockAheadMs: 0,
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
  const sleep = async (ms: number) => {
    pass(ms);
    await nextTurn();
  };
  const write = (line: string) => {
    const { event, code } = JSON.parse(line);
    if (event === 'request.refused') refused.add(code);
  };
  const bank = simulator({ book: memoryBook(), now, sleep });
  const ids = createIds(db, now);
  const gather = createGather(db, { rows: 256, lanes: 1, retryable, sleep });
  return {
    config,
    log: createLog({ level: 'info', write, now, defer: (run) => run() }),
    now,
    sleep,
    randomBytes: countedBytes(),
    uuid: countedUuids(),
    db,
    gather,
    ids,
    vault,
    processors: new Map([[bank.name, withBreaker(bank, { now })]]),
    mailboxes: memoryMailboxes(),
    outgoing: createOutgoing({ resolve: async () => [], dial, signalAfter }),
    flights: createFlights(),
    carriers: carriersOf(config, keepInInbox({ gather, ids, now })),
    requests: { underWay: 0 },
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
    await insertApiKey(tx, { keyHash, businessId: business.id, id: 0n, hint: 'test' }, startsAt);
  });
}
