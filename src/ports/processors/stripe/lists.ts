import { unknown, unreadable } from '../gateway-text.ts';
import { type Element, readJson } from '../json-element.ts';
import type { Unknown } from '../processor.ts';
import {
  type Fields,
  type Intent,
  intentIn,
  isIdOf,
  type Refund,
  readPage,
  refundIn,
} from './client.ts';

/** Requests one document; an answer that is not whole and good is unknown. */
export type Get = (path: string, query: Fields) => Promise<{ readonly body: string } | Unknown>;

/**
 * So few that a page fits into the longest answer that is read: a row has some kilobytes, beside what is expanded in
 * it.
 */
const rowsOfPage = 10;
/** The longest list of a feed; if there is more, a list of a shorter period is requested. */
const mostRows = 20_000;
/** The clock of the gateway may differ from ours. */
const skewMs = 5 * 60_000;
/** If a payment is made later than so long after it was begun, nobody sends its card. */
const madeWithinMs = 30 * 60_000;

/**
 * Finds the ids of payments with a reference that were begun at `begunAt`, or in the last days without it. If `id` is
 * known it is the answer.
 */
export type Find = (
  reference: string,
  begunAt?: Date,
  id?: string,
) => Promise<readonly string[] | Unknown>;

export type Lists = ReturnType<typeof lists>;

/** Reads payments and refunds at the gateway. */
export function lists(get: Get) {
  return { intent, intentsWith, refundsOf, allRows };

  async function intent(id: string): Promise<Intent | Unknown> {
    const answer = await get(`/v1/payment_intents/${id}`, { 'expand[]': 'latest_charge' });
    if ('outcome' in answer) return answer;
    const found = intentIn(readJson(answer.body));
    return found?.id === id ? found : unknown(unreadable);
  }

  /**
   * Returns the ids of payments with a reference that were begun between two moments. A search finds them with one
   * request, and may miss new ones. The list shows those as well, among all other payments of that time, and is read to
   * its end.
   */
  async function intentsWith(
    reference: string,
    since: Date,
    until: Date,
  ): Promise<readonly string[] | Unknown> {
    const search = { query: `metadata['reference']:'${reference}'`, limit: String(rowsOfPage) };
    const answer = await get('/v1/payment_intents/search', search);
    const found = 'outcome' in answer ? [] : readPage(answer.body)?.rows;
    const ids = idsWith(reference, found ?? []);
    if (!('outcome' in ids) && ids.length > 0) return ids;
    const time = {
      'created[gte]': seconds(since.getTime() - skewMs),
      'created[lte]': seconds(until.getTime() + madeWithinMs),
    };
    const rows = await allRows('/v1/payment_intents', time, { most: Number.POSITIVE_INFINITY });
    return 'outcome' in rows ? rows : idsWith(reference, rows);
  }

  async function refundsOf(chargeId: string): Promise<readonly Refund[] | Unknown> {
    const rows = await allRows('/v1/refunds', { payment_intent: chargeId });
    if ('outcome' in rows) return rows;
    const refunds = rows.map(refundIn);
    return refunds.every((one) => one?.intentId === chargeId)
      ? refunds.filter((one) => one !== undefined)
      : unknown(unreadable);
  }

  /** Newest first. */
  async function allRows(
    path: string,
    filter: Fields,
    { perPage = rowsOfPage, most = mostRows }: { perPage?: number; most?: number } = {},
  ): Promise<readonly Element[] | Unknown> {
    const all: Element[] = [];
    for (let after: string | undefined; all.length < most; ) {
      const before = after;
      const paging = { limit: String(perPage), starting_after: before };
      const answer = await get(path, { ...filter, ...paging });
      if ('outcome' in answer) return answer;
      const found = readPage(answer.body);
      if (!found) return unknown(unreadable);
      all.push(...found.rows);
      after = found.rows.at(-1)?.text('id');
      if (!found.hasMore) return all;
      if (!after) return unknown(unreadable);
      // The list does not go on.
      if (after === before) return tooMany;
    }
    return tooMany;
  }
}

const tooMany: Unknown = { ...unknown('more is listed than is read'), isTooLong: true };

/** The same payment may come twice. */
function idsWith(reference: string, rows: readonly Element[]): readonly string[] | Unknown {
  if (!rows.every((row) => isIdOf('pi', row.text('id')))) return unknown(unreadable);
  const ours = rows.filter((row) => row.child('metadata').text('reference') === reference);
  return [...new Set(ours.map((row) => row.text('id')))];
}

/** A moment in the form in which lists take it. */
export function seconds(at: number): string {
  return String(Math.floor(at / 1000));
}
