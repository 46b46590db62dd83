import { centsOf, unknown, unsigned } from '../gateway-text.ts';
import type { OddRow, SettledAnswer, SettledRow } from '../settled-row.ts';
import { currencyOf } from './answers.ts';
import type { Action, Client, Row } from './client.ts';

/** A row may have some 3 kB and 100 elements; a page stays far below the longest answer that is read (`xmlLimits`). */
const rowsOfPage = 10;
const mostPages = 10_000;

/** Reads what the gateway settled. */
export function reports(readRows: Client['readRows']) {
  return { settledRows };

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const all: SettledRow[] = [];
    const allOdd: OddRow[] = [];
    // Filtered by the last change, and so without an end: what is refunded today was settled before.
    const filter = { condition: 'complete,failed', start_date: dateOf(since) };
    for (let page = 0; ; page += 1) {
      const paging = { result_limit: String(rowsOfPage), page_number: String(page) };
      const found = await readRows({ ...filter, ...paging });
      if ('outcome' in found) return found;
      const { rows, oddRows } = settledIn(found, since, until);
      all.push(...rows);
      allOdd.push(...oddRows);
      const isLast = found.length < rowsOfPage;
      if (isLast) return { outcome: 'settled', rows: all, oddRows: allOdd };
      // A shorter period would not make the report shorter: it is read up to the present.
      if (page === mostPages) return unknown('more was settled than a report is read for');
    }
  }
}

/** A moment in the form in which reports take it. */
function dateOf(at: Date): string {
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
  const told = found.flatMap(settlementsOf);
  const within = told.filter(
    ({ settledAt }) => !settledAt || (settledAt >= since && settledAt <= until),
  );
  return {
    rows: within.filter((one) => 'cents' in one),
    oddRows: within.filter((one) => 'reason' in one),
  };
}

/** A refund is a transaction of its own, or an action of its charge; in that case each is settled by itself. */
function settlementsOf(row: Row): (SettledRow | OddRow)[] {
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
  return inTurns(told);
}

/** Two refunds of one amount may be settled in one second: they are two rows, not one that is told twice. */
function inTurns(rows: readonly (SettledRow | OddRow)[]): (SettledRow | OddRow)[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    if (!('cents' in row)) return row;
    const name = `${row.cents} ${row.settledAt.getTime()}`;
    const turn = (seen.get(name) ?? 0) + 1;
    seen.set(name, turn);
    return turn === 1 ? row : { ...row, turn };
  });
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
  const cents = centsOf(unsigned(amount), currency);
  if (!settledAt || cents === undefined || !/^[01]$/.test(success)) return undefined;
  const told = { reference: row.orderId, processorId: row.transactionId, currency, settledAt };
  if (success === '0') return { ...told, cents: 0n };
  if (row.condition !== 'complete' || back === undefined) return undefined;
  return { ...told, cents: back ? -cents : cents };
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
