import { float8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/** The time of the database, as this process knows it. */
export type DatabaseClock = {
  now(): Date;
  /** How far the clock of this machine is ahead of the database's. */
  aheadMs(): number;
};

type Options = {
  /** On a connection of its own, so that a busy pool delays nothing. */
  readonly sql: Sql;
  /** Milliseconds that passed; never set, unlike the clock of this machine. */
  readonly elapsedMs: () => number;
  readonly machineNow: () => Date;
  /** Hears when a look at the database's clock failed: time goes on as it did. */
  readonly failed: (error: unknown) => void;
};

type Look = { readonly databaseMs: number; readonly elapsedMs: number };

const looksAtStart = 3;
const lookEveryMs = 10_000;

/**
 * Leases, late windows and lifetimes are compared by several instances, so all of them go by one clock: the
 * database's. Asked once in a while; in between the time that passes here is added, which no operator and no time server
 * can set back or forth.
 */
export async function databaseClock(options: Options): Promise<DatabaseClock> {
  const { elapsedMs, machineNow, failed } = options;
  let latest = await best(options);
  let lookedAt = latest.elapsedMs;
  let isLooking = false;

  function now(): Date {
    const elapsed = elapsedMs();
    if (!isLooking && elapsed - lookedAt >= lookEveryMs) {
      isLooking = true;
      lookedAt = elapsed;
      void lookAgain();
    }
    return new Date(latest.databaseMs + (elapsed - latest.elapsedMs));
  }

  async function lookAgain(): Promise<void> {
    try {
      latest = corrected(latest, await look(options));
    } catch (error) {
      failed(error);
    } finally {
      isLooking = false;
    }
  }

  return { now, aheadMs: () => machineNow().getTime() - now().getTime() };
}

/** The one that took the shortest time is the most exact. */
async function best(options: Options): Promise<Look> {
  const looks = [];
  for (let i = 0; i < looksAtStart; i += 1) looks.push(await look(options));
  const { databaseMs, elapsedMs, tookMs } = looks.sort(
    (one, other) => one.tookMs - other.tookMs,
  )[0]!;
  return { databaseMs: databaseMs + tookMs / 2, elapsedMs };
}

/**
 * The answer may have been under way, or this process paused, for the whole duration of the look-up: so the true time
 * lies between the database's answer and that much later. The clock is corrected only as far as it lies outside.
 */
function corrected(latest: Look, { databaseMs, elapsedMs, tookMs }: Timed): Look {
  const expectedMs = latest.databaseMs + (elapsedMs - latest.elapsedMs);
  const correctedMs = Math.min(Math.max(expectedMs, databaseMs), databaseMs + tookMs);
  return { databaseMs: correctedMs, elapsedMs };
}

type Timed = Look & { readonly tookMs: number };

/** The time of the database, and when it was read. */
const moments = shape({ ms: float8 });

async function look({ sql, elapsedMs }: Options): Promise<Timed> {
  const before = elapsedMs();
  const { ms } = await moments.readRow(
    sql,
    `select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  const after = elapsedMs();
  return { databaseMs: ms, elapsedMs: after, tookMs: after - before };
}
