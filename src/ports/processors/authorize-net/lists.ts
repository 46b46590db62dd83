import { dayMs, hourMs } from '../../../kernel/duration.ts';
import { unknown, unreadable } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';
import {
  type Batch,
  type Client,
  type Content,
  type Details,
  type Row,
  readBatches,
  readDetails,
  readRows,
} from './client.ts';

type Search = {
  /** No transaction that is searched for was sent before. */
  readonly since: Date;
  /** Called after the list of today was read: a transaction that left the list by then is in a batch. */
  readonly now: () => Date;
  /** True for a row that ends the search: no earlier list is read. */
  readonly isLast: (row: Row) => boolean;
  /** True for a row that is returned, also if it ends the search. */
  readonly mayBeIt: (row: Row) => boolean;
};

/** A row has some 700 bytes; a page stays far below the longest answer that is read. */
const rowsOfPage = 50;
const mostPages = 1000;
const mostDetails = 50;
/** The longest period for which one request lists batches. */
const spanMs = 30 * dayMs;
/** The clock of the gateway may differ from ours; rows from before this margin are not read. */
const skewMs = hourMs;

export type Lists = ReturnType<typeof lists>;

/** Reads transactions: those of today are in one list, those of earlier days in one list per batch. */
export function lists(query: Client['query']) {
  return { find, details, readable, allDetails, batchesBetween, rowsOfBatch };

  /** An answer that is not good is unknown. */
  async function ask(operation: string, content: Content) {
    const answer = await query(operation, content);
    return 'outcome' in answer || answer.isOk ? answer : unknown(`message ${answer.code}`);
  }

  /** Reads the unsettled list first: a transaction moves from there into a batch, and never back. */
  async function find(search: Search): Promise<readonly Row[] | Unknown> {
    const from = new Date(search.since.getTime() - skewMs);
    const open = await unsettledRows(search, from);
    if ('outcome' in open || open.some(search.isLast)) return open;
    const batches = await batchesBetween(from, search.now());
    if ('outcome' in batches) return batches;
    const found = [...open];
    for (const { id } of batches.toReversed()) {
      const rows = await rowsOfBatch(id);
      if ('outcome' in rows) return rows;
      found.push(...rows.filter(search.mayBeIt));
      if (rows.some(search.isLast)) break;
    }
    return found;
  }

  /**
   * If a transaction leaves a list of several pages while it is read, others move to pages that were read already. So
   * the list is read twice.
   */
  async function unsettledRows(
    { isLast, mayBeIt }: Search,
    from: Date,
  ): Promise<readonly Row[] | Unknown> {
    const all: Row[] = [];
    for (const _ of ['first', 'again']) {
      const rows = await openRows(from);
      if ('outcome' in rows) return rows;
      all.push(...rows.filter(mayBeIt));
      if (rows.length < rowsOfPage || all.some(isLast)) break;
    }
    return all;
  }

  async function openRows(from: Date): Promise<readonly Row[] | Unknown> {
    return await allPages(
      'getUnsettledTransactionList',
      {},
      { orderBy: 'submitTimeUTC', orderDescending: true },
      (page) => page.some(({ submittedAt }) => submittedAt < from),
    );
  }

  async function rowsOfBatch(batchId: string): Promise<readonly Row[] | Unknown> {
    const sorting = { orderBy: 'id', orderDescending: false };
    return await allPages('getTransactionList', { batchId }, sorting, () => false);
  }

  async function allPages(
    operation: string,
    content: Content,
    sorting: Content,
    isLast: (page: readonly Row[]) => boolean,
  ): Promise<readonly Row[] | Unknown> {
    const all: Row[] = [];
    // Pages are counted from 1.
    for (let offset = 1; offset <= mostPages; offset += 1) {
      const paging = { limit: rowsOfPage, offset };
      const answer = await ask(operation, { ...content, sorting, paging });
      if ('outcome' in answer) return answer;
      const page = readRows(answer);
      if (!page) return unknown(unreadable);
      all.push(...page);
      if (page.length < rowsOfPage || isLast(page)) return all;
    }
    return unknown('there are more transactions than are read');
  }

  async function batchesBetween(since: Date, until: Date): Promise<readonly Batch[] | Unknown> {
    const all: Batch[] = [];
    for (let from = since.getTime(); from <= until.getTime(); from += spanMs) {
      const to = Math.min(from + spanMs, until.getTime());
      const answer = await ask('getSettledBatchList', {
        firstSettlementDate: dateOf(from),
        lastSettlementDate: dateOf(to),
      });
      if ('outcome' in answer) return answer;
      const batches = readBatches(answer);
      if (!batches) return unknown(unreadable);
      all.push(...batches);
    }
    // A batch at the end of a span is in the next span too.
    return [...new Map(all.map((batch) => [batch.id, batch])).values()];
  }

  async function details(transactionId: string): Promise<Details | Unknown> {
    return (await readable(transactionId)) ?? unknown(unreadable);
  }

  /** Undefined: the gateway answers well, but no rule reads what it shows of this transaction. */
  async function readable(transactionId: string): Promise<Details | Unknown | undefined> {
    const answer = await ask('getTransactionDetails', { transId: transactionId });
    if ('outcome' in answer) return answer;
    const found = readDetails(answer);
    return found?.transactionId === transactionId ? found : undefined;
  }

  async function allDetails(rows: readonly Row[]): Promise<readonly Details[] | Unknown> {
    // The same row may come twice.
    const ids = new Set(rows.map(({ transactionId }) => transactionId));
    if (ids.size > mostDetails) return unknown('too many transactions may be it');
    const all: Details[] = [];
    for (const id of ids) {
      const found = await details(id);
      if ('outcome' in found) return found;
      all.push(found);
    }
    return all;
  }
}

function dateOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
