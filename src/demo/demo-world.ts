import { sandboxMails, sandboxTexts, withSimulatedOdfi } from '#sandbox';
import { deliverToInbox } from '../notify/conversations/sandbox-inbox.ts';
import { mailboxesOf } from '../ports/mailboxes/mailboxes.ts';
import type { DisputeRow } from '../ports/processors/dispute-row.ts';
import type { Processor } from '../ports/processors/processor.ts';
import { createGather } from '../runtime/gather.ts';
import { createFlights } from '../runtime/http-out/flights.ts';
import type { Outgoing } from '../runtime/http-out/outgoing.ts';
import type { Ids } from '../runtime/ids.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { memoryMailboxes } from './memory-mailboxes.ts';
import { asOneTransaction } from './one-transaction.ts';
import { strictLog } from './strict-log.ts';

/** The bank that takes the cards, and whose book is kept when all is well. */
export type DemoBank = {
  readonly processor: Processor;
  keepBook(): Promise<void>;
};

/** The moment at which everything happens; only the loop sets it. */
export type Clock = { at: Date };

export type DemoWorld = {
  readonly world: World;
  /** For work that refuses nothing and so is never undone: without savepoints, of which there would be thousands. */
  readonly steady: World;
  /** The same at another moment, for a person who acts then. */
  worldAt(moment: Date): Promise<World>;
  readonly clock: Clock;
  /** The rows that the bank will report of disputes. */
  readonly disputes: DisputeRow[];
  /** References of charges about which the bank gives no answer for now. */
  readonly silent: Set<string>;
  /** Refuses to go on when something failed that a worker would try again. */
  check(): void;
  /** Puts the files for the bank where they belong, in place of any that a run left there that was stopped. */
  handOver(): Promise<void>;
  takeBack(): Promise<void>;
};

type Options = {
  readonly businessId: bigint;
  readonly bank: DemoBank;
  readonly receiver: Outgoing;
  readonly clock: Clock;
};

/**
 * The world of a business whose past is played now: its clock stands where the timeline has set it, everything is
 * written in one transaction, and nothing leaves this process: texts and mails reach the inbox, webhooks a receiver
 * that does not exist.
 */
export function demoWorld(
  real: World,
  tx: Sql,
  { businessId, bank, receiver, clock }: Options,
): DemoWorld {
  const now = () => clock.at;
  const { ids, randomBytes, config } = real;
  const db = asOneTransaction(tx, 'savepoint');
  // A wait would mean a failure: the database is there, and the bank answers at once.
  const sleep = async () => {
    throw new Error('the past has no time to wait');
  };
  const rows = config.batchRows;
  const gather = createGather(db, { rows, lanes: 1, retryable: () => false, sleep });
  const keep = deliverToInbox({ gather, ids, now });
  const mailboxes = memoryMailboxes(businessId);
  const disputes: DisputeRow[] = [];
  const silent = new Set<string>();
  const { log, check } = strictLog(now);
  // Not by way of the simulated bank, which would answer all of it once more.
  const folders = mailboxesOf(config, real.uuid);
  const world: World = {
    ...real,
    log,
    now,
    unreadSince: now,
    sleep,
    uuid: orderedUuids(now, randomBytes),
    db,
    gather,
    processors: new Map([[bank.processor.name, talkingBank(bank.processor, { disputes, silent })]]),
    mailboxes: withSimulatedOdfi(mailboxes),
    outgoing: receiver,
    flights: createFlights(),
    carriers: {
      texts: { sandbox: sandboxTexts(keep), live: undefined },
      mails: { sandbox: sandboxMails(keep), live: undefined },
    },
  };
  return {
    world,
    steady: { ...world, db: asOneTransaction(tx, 'turn') },
    async worldAt(moment) {
      const then = () => moment;
      const own = await someIds(ids, businessId);
      const uuid = orderedUuids(then, randomBytes);
      return { ...world, now: then, unreadSince: then, uuid, ids: own };
    },
    clock,
    disputes,
    silent,
    check,
    async handOver() {
      await folders.clear(businessId);
      await mailboxes.handOver(folders);
    },
    takeBack: async () => await folders.clear(businessId),
  };
}

/** The bank, which also reports disputes, and gives no answer about some charges. */
function talkingBank(
  processor: Processor,
  { disputes, silent }: Pick<DemoWorld, 'disputes' | 'silent'>,
): Processor {
  return {
    ...processor,
    inquire: async (reference, ...more) =>
      silent.has(reference)
        ? { outcome: 'unknown', reason: 'no answer in time' }
        : await processor.inquire(reference, ...more),
    disputes: async () => ({ outcome: 'disputes', rows: disputes.splice(0) }),
  };
}

const idsOfOne = 10;

/** Whatever begins earlier has lower ids, although its statements may come later. */
async function someIds(ids: Ids, owner: bigint): Promise<Ids> {
  const own: bigint[] = [];
  while (own.length < idsOfOne) own.push(await ids.next(owner));
  return {
    next: (businessId) => (businessId === owner ? own.shift() : undefined) ?? ids.next(businessId),
  };
}

/** UUIDs of version 7, ordered by the demo's moments and not by the present. */
function orderedUuids(now: () => Date, randomBytes: World['randomBytes']): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const ms = now().getTime();
    count = ms === last ? count + 1 : 0;
    last = ms;
    const bytes = randomBytes(16);
    bytes.writeUIntBE(ms, 0, 6);
    bytes.writeUInt16BE(0x7000 | (count & 0xfff), 6);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    const hex = bytes.toString('hex');
    const [first, second] = [hex.slice(0, 8), hex.slice(8, 12)];
    return [first, second, hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
