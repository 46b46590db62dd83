import { parseMoney } from '../../../kernel/money.ts';
import { unknown } from '../gateway-text.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchItem,
  BatchRequest,
  BatchTotals,
  Rejection,
  Unknown,
} from '../processor.ts';
import { maySettleLater, settledCentsOf } from './judge.ts';
import type { Row, Told } from './wire.ts';

type Desk = {
  /** Settles exactly these transactions. */
  readonly settle: (
    ids: readonly string[],
  ) => Promise<Told | Exclude<BatchAnswer, { readonly outcome: 'closed' }>>;
  /** The transactions with this id: one, or none. */
  readonly find: (id: string) => Promise<readonly Row[] | Unknown>;
};

/**
 * Batches that we close. The gateway keeps no name of ours for one: what became of it is seen at its items, and one that
 * is closed again settles what the first time did not. A settlement that names no item would take all there is.
 */
export function batches({ settle, find }: Desk) {
  return { closeBatch, inquireBatch };

  async function closeBatch({ reference, items }: BatchRequest): Promise<BatchAnswer> {
    if (items.length === 0) return totals(reference, []);
    const named = namedOf(items);
    if (named.length === 0) return namelessItems;
    const told = await settle(named.map(({ processorId }) => processorId));
    if ('outcome' in told) return told;
    const settled = readTotals(told);
    if (!settled) return unknown('settled without totals');
    const { count, cents } = totals(reference, items);
    const agrees = settled.count === count && settled.cents === cents;
    if (agrees && named.length === count) return totals(reference, items);
    // Some may have been settled before, and some are not known as we know them.
    const seen = await lookAt(named);
    if ('outcome' in seen) return seen;
    // A total is final, and would lack them.
    if (seen.some((one) => one.maySettleLater)) return unknown('not all shown as settled yet');
    return totals(reference, seen.filter(isAsWeKnow));
  }

  async function inquireBatch({ reference, items }: BatchRequest): Promise<BatchInquiryAnswer> {
    const named = namedOf(items);
    if (named.length === 0) return { outcome: 'not_found' };
    const seen = await lookAt(named);
    if ('outcome' in seen) return seen;
    const isOver = seen.every(({ settledCents }) => settledCents !== undefined);
    return isOver ? totals(reference, seen.filter(isAsWeKnow)) : { outcome: 'not_found' };
  }

  async function lookAt(items: readonly Named[]): Promise<readonly Seen[] | Unknown> {
    const all: Seen[] = [];
    for (let at = 0; at < items.length; at += atOnce) {
      for (const seen of await Promise.all(items.slice(at, at + atOnce).map(look))) {
        if ('outcome' in seen) return seen;
        all.push(seen);
      }
    }
    return all;
  }

  async function look(item: Named): Promise<Seen | Unknown> {
    const rows = await find(item.processorId);
    if ('outcome' in rows) return rows;
    const [row, more] = rows.filter((one) => one.ssl_txn_id === item.processorId);
    if (!row || more) return unknown('an item is not shown, or twice');
    return { ...item, settledCents: settledCentsOf(row), maySettleLater: maySettleLater(row) };
  }
}

const atOnce = 8;

type Named = BatchItem & { readonly processorId: string };
type Seen = Named & {
  /** Undefined: it is not settled. */
  readonly settledCents: bigint | undefined;
  readonly maySettleLater: boolean;
};

const isAsWeKnow = ({ cents, settledCents }: Seen) => cents === settledCents;

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

function readTotals({
  ssl_result: result,
  ssl_txn_main_count: count,
  ssl_txn_main_amount: amount,
}: Told): { readonly count: number; readonly cents: bigint } | undefined {
  const isNegative = /^(?:-|\(.*\)$)/.test(amount);
  const cents = parseMoney(amount.replaceAll(/[-()]/g, ''));
  if (result !== '0' || !/^\d{1,9}$/.test(count) || !cents.ok) return undefined;
  return { count: Number(count), cents: isNegative ? -cents.value : cents.value };
}
