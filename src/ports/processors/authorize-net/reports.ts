import { dayMs, hourMs } from '../../../kernel/duration.ts';
import type { DisputeRow, DisputesAnswer } from '../dispute-row.ts';
import { cleanText, isTransactionId, unknown, unreadable } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';
import type { OddRow, SettledAnswer, SettledRow } from '../settled-row.ts';
import { centsOf } from './classify.ts';
import { disputeStateOf, standingOf, wordOf } from './codes.ts';
import { isReference } from './references.ts';
import {
  type Answer,
  type Batch,
  type Content,
  type Details,
  type Row,
  readBatches,
  readDetails,
  readRows,
} from './wire.ts';

/** Requests one report; an answer that is not whole and good is unknown. */
export type AskReport = (operation: string, content: Content) => Promise<Answer | Unknown>;

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

/** Reads the gateway's reports: today's transactions are in one list, those of earlier days in one list per batch. */
export function reports(ask: AskReport) {
  return { find, details, allDetails, settledRows, disputes };

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

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const rows: SettledRow[] = [];
    const oddRows: OddRow[] = [];
    for await (const found of rowsBetween(since, until)) {
      if ('outcome' in found) return found;
      const settled = await settledRow(found.row, found.settledAt);
      if (settled && 'outcome' in settled) return settled;
      if (settled && 'reason' in settled) oddRows.push(settled);
      else if (settled) rows.push(settled);
    }
    return { outcome: 'settled', rows, oddRows };
  }

  /** The rows of all batches that were settled between two moments. */
  async function* rowsBetween(
    since: Date,
    until: Date,
  ): AsyncGenerator<{ readonly row: Row; readonly settledAt: Date } | Unknown, void> {
    const batches = await batchesBetween(since, until);
    if ('outcome' in batches) return yield batches;
    for (const { id, settledAt, state } of batches) {
      if (settledAt < since || settledAt > until) continue;
      if (!['settledSuccessfully', 'settlementError'].includes(state))
        return yield unknown('a batch is not settled yet');
      const rows = await rowsOfBatch(id);
      if ('outcome' in rows) return yield rows;
      for (const row of rows) yield { row, settledAt };
    }
  }

  /** A chargeback, and its reversal, are transactions of their own in the batch of their day. */
  async function disputes(since: Date, until: Date): Promise<DisputesAnswer> {
    const rows: DisputeRow[] = [];
    const oddRows: OddRow[] = [];
    for await (const found of rowsBetween(since, until)) {
      if ('outcome' in found) return found;
      const { row, settledAt } = found;
      if (!disputeStateOf(row.status)) continue;
      const shown = await readable(row.transactionId);
      if (shown && 'outcome' in shown) return shown;
      const dispute = shown && disputeRow(row, shown, settledAt);
      if (dispute) rows.push(dispute);
      else oddRows.push(oddRow(row, settledAt, 'a dispute that cannot be read'));
    }
    return { outcome: 'disputes', rows, oddRows };
  }

  /** Undefined: no money moved. A refund may be listed under the invoice number of its charge. */
  async function settledRow(
    row: Row,
    settledAt: Date,
  ): Promise<SettledRow | OddRow | Unknown | undefined> {
    const { transactionId: processorId, status, amount, invoiceNumber } = row;
    const standing = standingOf(status);
    if (standing === 'declined' || standing === 'voided') return undefined;
    if (others.includes(status) || disputeStateOf(status)) return undefined;
    const isFailed = status === 'settlementError';
    const cents = centsOf(amount);
    const isClear = standing === 'settled' || isFailed;
    if (!isClear || cents === undefined) {
      const what = isClear ? 'an amount that cannot be read' : `the status ${wordOf(status)}`;
      return oddRow(row, settledAt, `listed with ${what}`);
    }
    const isRefund = status === 'refundSettledSuccessfully';
    const shown = isRefund ? await readable(processorId) : undefined;
    if (shown && 'outcome' in shown) return shown;
    if (isRefund && !shown) return oddRow(row, settledAt, 'a refund whose details cannot be read');
    const reference = shown?.refId || invoiceNumber;
    const moved = isRefund ? -cents : cents;
    return { reference, processorId, cents: isFailed ? 0n : moved, settledAt };
  }
}

/** A row that no rule reads and that is not certainly without money. It stops no other row. */
function oddRow(
  { transactionId: id, invoiceNumber }: Row,
  settledAt: Date,
  reason: string,
): OddRow {
  const processorId = isTransactionId(id) ? id : '';
  return { reference: cleanText(invoiceNumber, []), processorId, settledAt, reason };
}

/** A returned item is no settlement; a transaction that failed on the way stays failed once its batch is settled. */
const others = ['returnedItem', 'communicationError'];

/**
 * The id of a dispute is that of its charge, which its reversal shares. It is not promised that the transaction of a
 * dispute names the charge, nor that it has the invoice number of the charge.
 */
function disputeRow(row: Row, shown: Details, at: Date): DisputeRow | undefined {
  const state = disputeStateOf(row.status);
  const cents = centsOf(row.amount.replace(/^-/, ''));
  const { ofTransactionId: chargeId, transactionId } = shown;
  const reference = row.invoiceNumber || shown.invoiceNumber;
  const id = chargeId || (isReference(reference) ? reference : transactionId);
  if (!state || cents === undefined || !isTransactionId(chargeId || transactionId))
    return undefined;
  const { code = '', description = '' } = shown.returned ?? {};
  return {
    ...{ id, reference, chargeId, cents, state, at, answerUntil: undefined },
    reasonCode: cleanText(code, []),
    reason: cleanText(description, []),
  };
}

function dateOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
