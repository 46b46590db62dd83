import { parseMoney } from '../../../kernel/money.ts';
import type { OddRow, SettledRow } from '../settled-row.ts';
import { currencyOf } from './classify.ts';
import type { Action, Row } from './wire.ts';

/** A moment in the form in which reports take it. */
export function dateOf(at: Date): string {
  return at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function momentOf(date: string | undefined): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(date ?? '')?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

type Settled = { readonly rows: readonly SettledRow[]; readonly oddRows: readonly OddRow[] };

/**
 * The settlements of the transactions of a report, between two moments. One that was refused at its settlement is a row
 * of zero. A row is odd if it is not certain whether it took or returned money, or how much.
 */
export function settledIn(found: readonly Row[], since: Date, until: Date): Settled {
  const told = found.flatMap(settledRows);
  const within = told.filter(
    ({ settledAt }) => !settledAt || (settledAt >= since && settledAt <= until),
  );
  return {
    rows: within.filter((one) => 'cents' in one),
    oddRows: within.filter((one) => 'reason' in one),
  };
}

/** A refund is a transaction of its own, or an action of its charge; in that case each is settled by itself. */
function settledRows(row: Row): (SettledRow | OddRow)[] {
  const { condition, actions } = row;
  const moves = actions.filter(isMove);
  const settles = actions.filter(({ type }) => type === 'settle');
  if (condition === 'complete' && moves.length > 0 && settles.length === 0)
    return [oddRow(row, actions.at(-1)!, 'settled, without a settlement')];
  const kinds = [...new Set(moves.map(returnsMoney))];
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const waiting: Action[] = [];
  const told: (SettledRow | OddRow)[] = [];
  for (const action of actions) {
    if (isMove(action)) waiting.push(action);
    if (action.type !== 'settle') continue;
    const back = flowsBack(action, waiting) ?? only;
    told.push(
      settledRow(row, action, back) ??
        oddRow(row, action, 'whether its settlement took or returned money is not certain'),
    );
    const at = waiting.findIndex((one) => isOfAmount(one, action) && returnsMoney(one) === back);
    if (at >= 0 && action.success === '1') waiting.splice(at, 1);
  }
  return told;
}

/**
 * True if a settlement returns money: its amount says so, or the actions of this amount that were not settled before
 * do. Undefined: it may be either.
 */
function flowsBack(settle: Action, waiting: readonly Action[]): boolean | undefined {
  if (settle.amount.startsWith('-')) return true;
  const fitting = waiting.filter((one) => isOfAmount(one, settle)).map(returnsMoney);
  const [back, ...others] = [...new Set(fitting)];
  return others.length === 0 ? back : undefined;
}

function settledRow(
  row: Row,
  { date, amount, success }: Action,
  back: boolean | undefined,
): SettledRow | undefined {
  const settledAt = momentOf(date);
  const currency = currencyOf(row);
  const cents = parseMoney(unsigned(amount), currency);
  if (!settledAt || !cents.ok || !/^[01]$/.test(success)) return undefined;
  const told = { reference: row.orderId, processorId: row.transactionId, currency, settledAt };
  if (success === '0') return { ...told, cents: 0n };
  if (row.condition !== 'complete' || back === undefined) return undefined;
  return { ...told, cents: back ? -cents.value : cents.value };
}

function oddRow(
  { orderId: reference, transactionId: processorId }: Row,
  { date }: Action,
  reason: string,
): OddRow {
  return { reference, processorId, settledAt: momentOf(date), reason };
}

function isMove({ type, success }: Action): boolean {
  return success === '1' && ['sale', 'capture', 'refund', 'credit'].includes(type);
}

function returnsMoney({ type }: Action): boolean {
  return type === 'refund' || type === 'credit';
}

function isOfAmount(one: Action, other: Action): boolean {
  return unsigned(one.amount) === unsigned(other.amount);
}

function unsigned(amount: string): string {
  return amount.replace(/^-/, '');
}
