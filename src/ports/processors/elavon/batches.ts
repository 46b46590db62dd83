import { there, unknown } from '../gateway-text.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchItem,
  BatchRequest,
  BatchTotals,
  Rejection,
  Unknown,
} from '../processor.ts';
import { isToBeSettled, maySettleLater, settledCentsOf } from './classify.ts';
import { type Named, type Rows, rowsOfItems } from './item-rows.ts';
import type { Reply, Row } from './wire.ts';

type Desk = Rows & {
  /** Settles exactly these transactions. */
  readonly settle: (
    ids: readonly string[],
  ) => Promise<Reply | Exclude<BatchAnswer, { readonly outcome: 'closed' }>>;
};

/**
 * Batches that we close. The gateway keeps no name of ours for one, and says of a settlement only that it is scheduled:
 * its host may refuse it later. So what became of a batch is seen at its items alone, and one that is closed again names
 * only those that are still open. A settlement that names no item would take all there is.
 */
export function batches({ settle, ...rows }: Desk) {
  const lookAt = rowsOfItems(rows);
  return { closeBatch, inquireBatch };

  async function closeBatch({ reference, items }: BatchRequest): Promise<BatchAnswer> {
    if (items.length === 0) return totals(reference, []);
    const named = namedOf(items);
    if (named.length === 0) return namelessItems;
    const shown = await lookAt(named);
    if ('outcome' in shown) return { outcome: 'not_sent', reason: shown.reason };
    const open = [...shown.values()].filter(isToBeSettled);
    return open.length === 0 ? endOf(reference, named, shown) : await settleOpen(open, shown);
  }

  async function inquireBatch({ reference, items }: BatchRequest): Promise<BatchInquiryAnswer> {
    const named = namedOf(items);
    if (named.length === 0) return { outcome: 'not_found' };
    const shown = await lookAt(named);
    if ('outcome' in shown) return shown;
    const isOpen = [...shown.values()].some(isToBeSettled);
    return isOpen ? { outcome: 'not_found' } : endOf(reference, named, shown);
  }

  /** In parts. One that gets no good answer is the last: what it leaves open is named when the batch is closed again. */
  async function settleOpen(open: readonly Row[], shown: Shown): Promise<BatchAnswer> {
    let isTouched = [...shown.values()].some((row) => settledCentsOf(row) !== undefined);
    for (let at = 0; at < open.length; at += longestPart) {
      const part = open.slice(at, at + longestPart);
      const told = await settle(part.map((row) => row.ssl_txn_id));
      // Of a batch of which something was settled it is never said that nothing was.
      if ('outcome' in told) return isTouched ? there('settled in part') : told;
      if (told.ssl_result !== '0') return unknown('a settlement without sense');
      isTouched = true;
    }
    return there('scheduled, and not shown as settled yet');
  }
}

type Shown = ReadonlyMap<string, Row>;

/** Far below what a form may hold: one id takes about 80 characters. */
const longestPart = 500;

/** Of a batch of which nothing is open. A total is final, so it waits for each item. */
function endOf(reference: string, named: readonly Named[], shown: Shown): BatchTotals | Unknown {
  const seen = named.map((item) => ({ item, row: shown.get(item.processorId) }));
  if (seen.some(({ row }) => row && maySettleLater(row))) return there('not all are settled');
  if (!seen.every(({ row }) => row)) return unknown('an item is not shown');
  const isAsWeKnow = seen.filter(({ item, row }) => settledCentsOf(row!) === item.cents);
  return totals(
    reference,
    isAsWeKnow.map(({ item }) => item),
  );
}

const namelessItems: Rejection = {
  outcome: 'rejected',
  message: 'No item of the batch has a number of the gateway.',
};

/** Each once. */
function namedOf(items: readonly BatchItem[]): readonly Named[] {
  const named = items.flatMap(({ processorId, ...item }) =>
    processorId ? [{ ...item, processorId }] : [],
  );
  return [...new Map(named.map((item) => [item.processorId, item])).values()];
}

/** The gateway tells no name of a batch that it could be asked for. */
function totals(reference: string, items: readonly BatchItem[]): BatchTotals {
  const cents = items.reduce((sum, item) => sum + item.cents, 0n);
  return { outcome: 'closed', reference, processorId: reference, count: items.length, cents };
}
