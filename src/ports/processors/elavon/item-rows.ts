import { unknown } from '../gateway-text.ts';
import type { BatchItem, Unknown } from '../processor.ts';
import type { Client, Row } from './client.ts';

export type Named = BatchItem & { readonly processorId: string };

type Shown = Map<string, Row>;

/**
 * Finds the rows of batch items by their ids. Most are in the lists of the periods in which they were requested; an
 * item that is in no readable list is searched by its id. An item that is not shown at all is missing.
 */
export function rowsOfItems({ findById, between }: Pick<Client, 'findById' | 'between'>) {
  return lookAt;

  async function lookAt(items: readonly Named[]): Promise<ReadonlyMap<string, Row> | Unknown> {
    const wanted = new Set(items.map(({ processorId }) => processorId));
    const shown: Shown = new Map();
    await someAtATime(timesOf(items), async (time) => {
      for (const row of await rowsIn(time)) if (wanted.has(row.ssl_txn_id)) note(shown, row);
      return undefined;
    });
    const rest = [...wanted].filter((id) => !shown.has(id));
    const failure = await someAtATime(rest, (id) => look(shown, id));
    return failure ?? shown;
  }

  async function look(shown: Shown, id: string): Promise<Unknown | undefined> {
    const rows = await findById(id);
    if ('outcome' in rows) return rows;
    const [row, more] = rows.filter((one) => one.ssl_txn_id === id);
    if (more) return unknown('an item is shown twice');
    if (row) shown.set(id, row);
    return undefined;
  }

  /** A list that is longer than is read, or cut by the gateway, is requested in halves. */
  async function rowsIn({ from, to }: Time): Promise<readonly Row[]> {
    const rows = await between(new Date(from), new Date(to));
    if (!('outcome' in rows)) return rows;
    const middle = Math.floor((from + to) / 2 / secondMs) * secondMs;
    if (!rows.isTooLong || middle <= from) return [];
    return [...(await rowsIn({ from, to: middle })), ...(await rowsIn({ from: middle, to }))];
  }
}

/** If a row changed between two lists, the version that is not settled counts. */
function note(shown: Shown, row: Row): void {
  if (row.ssl_trans_status !== 'STL' || !shown.has(row.ssl_txn_id)) shown.set(row.ssl_txn_id, row);
}

const atOnce = 16;

/** Stops at the first failure. */
async function someAtATime<T>(
  all: readonly T[],
  ask: (one: T) => Promise<Unknown | undefined>,
): Promise<Unknown | undefined> {
  for (let at = 0; at < all.length; at += atOnce) {
    const failures = await Promise.all(all.slice(at, at + atOnce).map(ask));
    const failure = failures.find((one) => one !== undefined);
    if (failure) return failure;
  }
  return undefined;
}

type Time = { readonly from: number; readonly to: number };

const secondMs = 1000;
/** A list of so many rows can be read, even if others charge at the same time. */
const itemsInATime = 40;
const longestTimeMs = 24 * 3600 * secondMs;
/** The clock of the gateway is not ours, and an answer takes some time. */
const marginMs = 600 * secondMs;

/** Periods that do not overlap, each with at most `itemsInATime` items. */
function timesOf(items: readonly Named[]): readonly Time[] {
  const begun = items.flatMap(({ begunAt }) => (begunAt ? [begunAt.getTime()] : []));
  const moments = begun.toSorted((one, other) => one - other);
  const times: Time[] = [];
  for (let at = 0; at < moments.length; ) {
    const first = moments[at]!;
    const some = moments.slice(at, at + itemsInATime).filter((one) => one < first + longestTimeMs);
    at += some.length;
    const next = moments[at] ?? Number.POSITIVE_INFINITY;
    const from = Math.max(first - marginMs, times.at(-1)?.to ?? 0);
    times.push({ from, to: Math.max(from, Math.min(some.at(-1)! + marginMs, next)) });
  }
  return times;
}
