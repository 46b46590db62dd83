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
import { isToBeSettled, maySettleLater, settledCentsOf } from './answers.ts';
import type { Client, Row } from './client.ts';
import { refusalOfSettlement } from './codes.ts';
import { type Named, rowsOfItems } from './item-rows.ts';

/**
 * Batches that the service closes. The gateway stores no name of ours for a batch, and answers a settlement only with
 * "scheduled": its host may refuse it later. So the items alone show the outcome of a batch, and closing a batch again
 * names only the items that are still open. A settlement that names no item would settle everything.
 */
export function batches(client: Client) {
  const { transact, rejection, worded } = client;
  const lookAt = rowsOfItems(client);
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

  /**
   * Settles in parts, and stops at the first part without a good answer: what it leaves open is named when the batch is
   * closed again.
   */
  async function settleOpen(open: readonly Row[], shown: Shown): Promise<BatchAnswer> {
    let isTouched = [...shown.values()].some((row) => settledCentsOf(row) !== undefined);
    for (let at = 0; at < open.length; at += longestPart) {
      const part = open.slice(at, at + longestPart);
      const told = await settle(part.map((row) => row.ssl_txn_id));
      // If something of a batch was settled, never answer that nothing was.
      if ('outcome' in told) return isTouched ? there('settled in part') : told;
      if (told.ssl_result !== '0') return unknown('a settlement without sense');
      isTouched = true;
    }
    return there('scheduled, and not shown as settled yet');
  }

  /** Settles exactly these transactions. */
  async function settle(ids: readonly string[]) {
    const told = await transact({ ssl_transaction_type: 'settle' }, { group: ids });
    if ('outcome' in told || told.kind === 'reply') return told;
    const refuses = refusalOfSettlement(told.code);
    return refuses ? rejection(refuses, worded(told)) : unknown(worded(told));
  }
}

type Shown = ReadonlyMap<string, Row>;

/** Far below the limit of a form: one id takes about 80 characters. */
const longestPart = 500;

/** The outcome of a batch without open items. A total is final, so it waits for each item. */
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

/** Each item once. */
function namedOf(items: readonly BatchItem[]): readonly Named[] {
  const named = items.flatMap(({ processorId, ...item }) =>
    processorId ? [{ ...item, processorId }] : [],
  );
  return [...new Map(named.map((item) => [item.processorId, item])).values()];
}

/** The gateway gives a batch no id to inquire by; our reference takes its place. */
function totals(reference: string, items: readonly BatchItem[]): BatchTotals {
  const cents = items.reduce((sum, item) => sum + item.cents, 0n);
  return { outcome: 'closed', reference, processorId: reference, count: items.length, cents };
}
