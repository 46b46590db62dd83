import type { Log } from '../kernel/log.ts';
import { Refusal } from '../kernel/refusal.ts';
import { int8, text, uuid } from './column.ts';
import {
  createListener,
  type Listener,
  type LiveMessage,
  type LiveStream,
} from './live-listener.ts';
import { type Database, forTenants, type Sql } from './sql.ts';
import { rowSet, shape } from './table.ts';

/*
 * Events of businesses as they happen, for pages that show them. One statement a second reads for all listeners of this
 * process. An event may be committed after others with greater ids, so a window before the newest one is read again
 * each time, and reported events are remembered. An event that is committed later than this window after its id was
 * made is not reported.
 */

type Options = {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Log;
  readonly limits?: Partial<LiveLimits>;
};
export type LiveLimits = {
  /** How often events are read. */
  readonly everyMs: number;
  readonly windowMs: number;
  /** The most events of a business that are read at once. */
  readonly mostRead: number;
  /** The most messages that wait for a listener, and the most that a returning one gets. */
  readonly mostWaiting: number;
  readonly perBusiness: number;
  readonly inAll: number;
};
const usualLimits: LiveLimits = {
  everyMs: 1000,
  windowMs: 10_000,
  mostRead: 5000,
  mostWaiting: 500,
  perBusiness: 100,
  inAll: 2000,
};
const beatEveryMs = 15_000;
const checkEveryMs = 60_000;
/** The same after a message was sent: the rights of a key are remembered for as long anyway. */
const checkTellingMs = 5000;

export type LiveEvents = {
  listen(listening: Listening): Promise<LiveStream>;
  /** Ends every stream, and later ones as soon as they begin. */
  close(): void;
};
type Listening = {
  readonly businessId: bigint;
  /** The last event that the listener knows. */
  readonly after: string | undefined;
  /** Asked each minute, and sooner for a listener that received a message. */
  readonly isAllowed: () => Promise<boolean>;
};

/** A business with listeners. */
type Channel = {
  readonly businessId: bigint;
  readonly listeners: Map<Listener, Listening>;
  /** Settles once it is known which events happened before anybody listened. */
  ready: Promise<void>;
  isReady: boolean;
  newest: string | undefined;
  /** Events at or below it are not read any more. */
  floor: string;
  told: ReadonlySet<string>;
};

const events = shape({ businessId: int8, id: uuid, kind: text, objectId: int8 });
const ids = events.pick('id');
const channelRows = rowSet({ businessId: int8, floor: uuid });
const nothing = '00000000-0000-0000-0000-000000000000';

export function createLiveEvents({ db, now, log, limits: given = {} }: Options): LiveEvents {
  const limits = { ...usualLimits, ...given };
  const channels = new Map<bigint, Channel>();
  let clock: NodeJS.Timeout | undefined;
  let isReading = false;
  let isFailing = false;
  let isClosed = false;
  let listening = 0;
  let beatAt = 0;

  return {
    async listen(asked) {
      const { businessId, after } = asked;
      const channel = channels.get(businessId) ?? begin(businessId);
      if (listening >= limits.inAll || channel.listeners.size >= limits.perBusiness) {
        throw new Refusal('too_many_listeners');
      }
      const listener = join(channel, asked);
      if (isClosed) listener.end();
      try {
        await channel.ready;
        if (after !== undefined) listener.tellFirst(await missed(channel, after));
      } catch (error) {
        listener.end();
        throw error;
      }
      listener.tellFirst([opening]);
      return listener.stream;
    },
    close() {
      isClosed = true;
      for (const { listeners } of channels.values()) {
        for (const listener of listeners.keys()) listener.end();
      }
    },
  };

  function begin(businessId: bigint): Channel {
    const channel: Channel = {
      businessId,
      listeners: new Map(),
      ready: Promise.resolve(),
      isReady: false,
      newest: undefined,
      floor: nothing,
      told: new Set(),
    };
    return channel;
  }

  function join(channel: Channel, asked: Listening): Listener {
    const listener = createListener({
      most: limits.mostWaiting,
      reset: () => resetOf(channel),
      checkedAt: now().getTime(),
      ended: () => leave(channel, listener),
    });
    if (channel.listeners.size === 0) {
      channels.set(channel.businessId, channel);
      channel.ready = open(channel);
    }
    channel.listeners.set(listener, asked);
    listening += 1;
    if (!clock) {
      beatAt = now().getTime();
      clock = setInterval(tick, limits.everyMs).unref();
    }
    return listener;
  }

  function leave(channel: Channel, listener: Listener): void {
    channel.listeners.delete(listener);
    listening -= 1;
    if (channel.listeners.size === 0) channels.delete(channel.businessId);
    if (listening > 0) return;
    clearInterval(clock);
    clock = undefined;
  }

  /** Events that happened before are not reported. */
  async function open(channel: Channel): Promise<void> {
    const own = forTenants(db, [channel.businessId]);
    channel.newest = await newestOf(own, channel.businessId);
    note(channel, await read(own, [channel]));
    channel.isReady = true;
  }

  function tick(): void {
    if (!isReading) void readOnce();
    const at = now().getTime();
    const isBeat = at >= beatAt + beatEveryMs;
    if (isBeat) beatAt = at;
    for (const { listeners } of channels.values()) {
      for (const [listener, asked] of listeners) {
        if (isBeat && !listener.isBehind()) listener.tell(heartbeat);
        void check(listener, asked, checkEveryMs, at);
      }
    }
  }

  /** Asks whether it may still listen, unless that was asked so shortly before. */
  async function check(listener: Listener, { isAllowed }: Listening, everyMs: number, at: number) {
    if (at < listener.checkedAt + everyMs) return;
    listener.checkedAt = at;
    try {
      if (!(await isAllowed())) listener.end();
    } catch (error) {
      log.warn('live_events.not_checked', { error });
    }
  }

  async function readOnce(): Promise<void> {
    isReading = true;
    try {
      await readAll();
      isFailing = false;
    } catch (error) {
      // A failure repeats each second: one line is enough.
      if (!isFailing) log.warn('live_events.not_read', { error });
      isFailing = true;
    }
    isReading = false;
  }

  async function readAll(): Promise<void> {
    const ready = [...channels.values()].filter(({ isReady }) => isReady);
    if (ready.length === 0) return;
    const tenants = ready.map(({ businessId }) => businessId);
    const rows = Map.groupBy(
      await read(forTenants(db, tenants), ready),
      ({ businessId }) => businessId,
    );
    for (const channel of ready) tell(channel, rows.get(channel.businessId) ?? []);
  }

  async function read(sql: Sql, wanted: readonly Channel[]) {
    for (const channel of wanted) channel.floor = floorOf(channel);
    return await events.read(
      sql,
      `select r.business_id as "businessId", e.id, e.kind, e.object_id as "objectId"
       from ${channelRows.sql} cross join lateral (
         select id, kind, object_id from events
         where events.business_id = r.business_id and events.id > r.floor
         order by id desc limit ${limits.mostRead + 1}) e
       order by r.business_id, e.id`,
      channelRows.encode(wanted),
    );
  }

  function tell(channel: Channel, found: Found): void {
    const fresh = found.filter(({ id }) => !channel.told.has(id));
    note(channel, found);
    // There may be others that were not read.
    const isCut = fresh.length > 0 && found.length > limits.mostRead;
    const messages = isCut ? [resetOf(channel)] : fresh.map(messageOf);
    if (messages.length === 0) return;
    const at = now().getTime();
    for (const [listener, asked] of channel.listeners) {
      for (const message of messages) listener.tell(message);
      void check(listener, asked, checkTellingMs, at);
    }
  }

  function note(channel: Channel, found: Found): void {
    channel.told = new Set(found.map(({ id }) => id));
    channel.newest = found.at(-1)?.id ?? channel.newest;
  }

  function floorOf({ newest, floor }: Channel): string {
    const next = newest === undefined ? nothing : before(newest);
    return next > floor ? next : floor;
  }

  /** The least id of a moment before that of an id, by the length of the window: ids begin with their milliseconds. */
  function before(id: string): string {
    const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    // A clock that was ahead for a while made ids that are.
    const from = Math.max(0, Math.min(ms, now().getTime()) - limits.windowMs);
    const digits = from.toString(16).padStart(12, '0');
    return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
  }

  /**
   * Events since an event, and those in the window before it: an event that was committed later may have a smaller id.
   */
  async function missed({ businessId, newest }: Channel, after: string): Promise<LiveMessage[]> {
    const found = await events.read(
      forTenants(db, [businessId]),
      `select business_id as "businessId", id, kind, object_id as "objectId" from events
       where business_id = $1 and id > $2 and id <> $3 order by id limit ${limits.mostWaiting + 1}`,
      [businessId, before(after), after],
    );
    return found.length > limits.mostWaiting ? [resetOf({ newest })] : found.map(messageOf);
  }
}

type Found = readonly { readonly id: string; readonly kind: string; readonly objectId: bigint }[];

async function newestOf(sql: Sql, businessId: bigint): Promise<string | undefined> {
  const newest = await ids.readOne(
    sql,
    'select id from events where business_id = $1 order by id desc limit 1',
    [businessId],
  );
  return newest?.id;
}

const opening: LiveMessage = { text: 'retry: 3000\n\n' };
const heartbeat: LiveMessage = { text: ':\n\n' };

function messageOf({ id, kind, objectId }: Found[number]): LiveMessage {
  const data = JSON.stringify({ id, kind, objectId: String(objectId) });
  return { id, text: `event: ${kind}\nid: ${id}\ndata: ${data}\n\n` };
}

/** Tells a page to read everything anew; it goes on from the newest event. */
function resetOf({ newest }: Pick<Channel, 'newest'>): LiveMessage {
  const id = newest === undefined ? '' : `id: ${newest}\n`;
  return { text: `event: reset\n${id}data: {}\n\n` };
}
