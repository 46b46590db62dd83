import { parseMoney } from '../../../kernel/money.ts';
import type { SettledRow } from '../processor.ts';
import { currencyOf } from './judge.ts';
import type { Action, Row } from './wire.ts';

/** A moment as reports are asked for it. */
export function dateOf(at: Date): string {
  return at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function momentOf(date: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(date)?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * What was settled of the transactions of a report, between two moments. One that was refused at its settlement is a row
 * of nothing. Undefined: something in it cannot be read, so that nothing of it is believed.
 */
export function settledIn(
  rows: readonly Row[],
  since: Date,
  until: Date,
): SettledRow[] | undefined {
  const found = rows.flatMap(settledRows);
  const all = found.filter((one) => one !== undefined);
  if (all.length !== found.length) return undefined;
  return all.filter(({ settledAt }) => settledAt >= since && settledAt <= until);
}

/**
 * A refund is a transaction of its own or an action of its charge: then each is settled by itself, and what is settled
 * is the first action of that amount that was not settled before.
 */
function settledRows(row: Row): (SettledRow | undefined)[] {
  const waiting: Action[] = [];
  const rows: (SettledRow | undefined)[] = [];
  for (const action of row.actions) {
    if (action.type !== 'settle') {
      if (action.success === '1' && moving.includes(action.type)) waiting.push(action);
      continue;
    }
    const at = waiting.findIndex(({ amount }) => unsigned(amount) === unsigned(action.amount));
    const of = at < 0 ? row.actions[0] : waiting[at];
    if (at >= 0 && action.success === '1') waiting.splice(at, 1);
    rows.push(settledRow(row, action, of?.type === 'refund' || of?.type === 'credit'));
  }
  return rows;
}

const moving = ['sale', 'capture', 'refund', 'credit'];

function unsigned(amount: string): string {
  return amount.replace(/^-/, '');
}

function settledRow(
  row: Row,
  { date, amount, success }: Action,
  flowsBack: boolean,
): SettledRow | undefined {
  const settledAt = momentOf(date);
  const currency = currencyOf(row);
  const cents = parseMoney(unsigned(amount), currency);
  if (!settledAt || !cents.ok || !/^[01]$/.test(success)) return undefined;
  return {
    reference: row.orderId,
    processorId: row.transactionId,
    cents: success === '0' ? 0n : flowsBack ? -cents.value : cents.value,
    currency,
    settledAt,
  };
}
