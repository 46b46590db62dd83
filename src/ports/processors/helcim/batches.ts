import type { CallResult } from '../../../runtime/http-out/http-call.ts';
import { there, unknown } from '../gateway-text.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchItem,
  BatchRequest,
  BatchTotals,
  Unknown,
} from '../processor.ts';
import { isOfRequest } from '../refused-undo.ts';
import {
  amountIn,
  asInquiry,
  type Client,
  isNumber,
  type Row,
  readBatch,
  readRow,
  readRows,
  type Unanswered,
} from './client.ts';
import { keyOf } from './requests.ts';
import { reversedIn } from './reversals.ts';

/*
 * A batch of the gateway is what its terminal took since the last one; the gateway knows no batch of ours. Our batch is
 * closed when all its items lie in closed batches of the gateway: closing it again changes nothing.
 */

/** A row has some 500 bytes; a page stays far below the longest answer that is read. */
const rowsOfPage = 60;
const mostPages = 2000;
/** A batch of many pages takes longer than the requests of one minute. */
const patient = { isPatient: true } as const;

/** The transactions of the items, and the batches in which these lie. */
type Place = {
  readonly rows: ReadonlyMap<string, Row>;
  /** True for a batch that is closed. */
  readonly batches: ReadonlyMap<string, boolean>;
};

export function batches({ read, write }: Client) {
  return { closeBatch, inquireBatch };

  async function closeBatch(request: BatchRequest): Promise<BatchAnswer> {
    const { reference, items } = request;
    const place = await find(items);
    // Nothing was closed yet.
    if ('outcome' in place) {
      return place.outcome === 'unknown'
        ? { outcome: 'not_sent', reason: `what is in the batch is not told of: ${place.reason}` }
        : place;
    }
    const batches = new Map(place.batches);
    for (const [id, isClosed] of place.batches) {
      if (isClosed) continue;
      const refusal = await settle(reference, id);
      if (refusal) return refusal;
      batches.set(id, true);
    }
    return totalsOf(request, { ...place, batches });
  }

  /** Undefined: it is closed, whoever closed it. */
  async function settle(reference: string, id: string): Promise<BatchAnswer | undefined> {
    const path = `/card-batches/${id}`;
    const result = await write(`${path}/settle`, keyOf(`${reference}-${id}`), {});
    const batch = await read(path, readBatch, patient);
    if (!('outcome' in batch) && batch.isClosed) return undefined;
    return unknown(`the batch is not told of as closed: ${reasonOf(result)}`);
  }

  async function inquireBatch(request: BatchRequest): Promise<BatchInquiryAnswer> {
    const place = await find(request.items);
    if ('outcome' in place) return asInquiry(place);
    const isClosed = [...place.batches.values()].every((closed) => closed);
    if (place.batches.size === 0 || !isClosed) return { outcome: 'not_found' };
    return totalsOf(request, place);
  }

  /** The first item names a batch, whose list shows most other items. A new item may not be listed yet. */
  async function find(items: readonly BatchItem[]): Promise<Place | Unanswered> {
    const rows = new Map<string, Row>();
    const batches = new Map<string, boolean>();
    for (const { processorId: id = '' } of items) {
      if (!isNumber(id) || rows.has(id)) continue;
      const row = await read(`/card-transactions/${id}`, readRow, patient);
      if ('outcome' in row) {
        if (isOfRequest(row)) continue;
        return row;
      }
      rows.set(id, row);
      if (!isNumber(row.batchId) || batches.has(row.batchId)) continue;
      const listed = await listBatch(row.batchId);
      if ('outcome' in listed) return listed;
      batches.set(row.batchId, listed.isClosed);
      for (const one of listed.rows) rows.set(one.id, one);
    }
    return { rows, batches };
  }

  async function listBatch(id: string) {
    const batch = await read(`/card-batches/${id}`, readBatch, patient);
    if ('outcome' in batch) return batch;
    const rows: Row[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { cardBatchId: id, limit: String(rowsOfPage), page: String(page) };
      const found = await read(
        `/card-transactions?${new URLSearchParams(query)}`,
        readRows,
        patient,
      );
      if ('outcome' in found) return found;
      rows.push(...found.filter(({ batchId }) => batchId === id));
      if (found.length < rowsOfPage) return { isClosed: batch.isClosed, rows };
    }
    return unknown('there are more transactions than are read');
  }
}

function reasonOf(result: CallResult): string {
  return result.kind === 'answered' ? `status ${result.status}` : result.reason;
}

/**
 * The totals of the items that the gateway shows as we know them. Each transaction counts once; one that was reversed,
 * perhaps by somebody else, does not count.
 */
function totalsOf({ reference, items }: BatchRequest, place: Place): BatchTotals | Unknown {
  const counted = new Map<string, { readonly row: Row; readonly cents: bigint }>();
  const ofCharges = Map.groupBy(place.rows.values(), ({ invoiceNumber }) => invoiceNumber);
  for (const { processorId: id = '', cents } of items) {
    const row = place.rows.get(id);
    if (!row || !isAsWeKnow(row, cents, place)) continue;
    const isReversed = reversedIn(ofCharges.get(row.invoiceNumber) ?? [])(row);
    if (isReversed === 'perhaps')
      return there('which of several transactions was reversed is not told');
    if (isReversed === 'no') counted.set(id, { row, cents });
  }
  const all = [...counted.values()];
  const batches = new Set(all.map(({ row }) => row.batchId));
  return {
    outcome: 'closed',
    reference,
    processorId: [...batches].sort().join(' ').slice(0, 100) || 'none',
    count: all.length,
    cents: all.reduce((sum, one) => sum + one.cents, 0n),
  };
}

const moving = ['purchase', 'capture', 'refund'];

function isAsWeKnow(row: Row, cents: bigint, { batches }: Place): boolean {
  const { type, status, batchId } = row;
  const told = amountIn(row);
  const moved = type === 'refund' && told !== undefined ? -told : told;
  const isTaken = status === 'APPROVED' && moving.includes(type);
  return isTaken && moved === cents && batches.get(batchId) === true;
}
