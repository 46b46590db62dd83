import { daysBefore } from '../../../kernel/duration.ts';
import type { DisputeRow, DisputesAnswer } from '../dispute-row.ts';
import { cleanText, unknown, unreadable } from '../gateway-text.ts';
import type { Element } from '../json-element.ts';
import type { OddRow, SettledAnswer, SettledRow } from '../settled-row.ts';
import { centsIn, isIdOf, momentIn } from './client.ts';
import { type Lists, seconds } from './lists.ts';

/** A dispute is listed by the day on which it began, and is decided months later. */
const longestDisputeDays = 180;
/** Each dispute comes with its evidence, its movements and its payment. */
const disputesOfPage = 5;

/** Reads the gateway's lists of many payments: the movements of the account's balance, and the disputes. */
export function reports({ allRows }: Pick<Lists, 'allRows'>) {
  return { settledRows, disputes };

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const rows = await allRows('/v1/balance_transactions', {
      'created[gte]': seconds(since.getTime()),
      'created[lte]': seconds(until.getTime()),
      'expand[]': 'data.source',
    });
    if ('outcome' in rows) return rows;
    const moved = rows.filter((row) => kinds.includes(row.text('type'))).map(settledRow);
    if (!moved.every((one) => one !== undefined)) return unknown(unreadable);
    const all = moved.filter(({ settledAt }) => settledAt >= since && settledAt <= until);
    return { outcome: 'settled', rows: all };
  }

  async function disputes(since: Date, until: Date): Promise<DisputesAnswer> {
    const filter = {
      'created[gte]': seconds(daysBefore(since, longestDisputeDays).getTime()),
      'created[lte]': seconds(until.getTime()),
      'expand[]': 'data.payment_intent',
    };
    const rows = await allRows('/v1/disputes', filter, { perPage: disputesOfPage });
    if ('outcome' in rows) return rows;
    const all = rows.map((row) => disputeRow(row) ?? oddDispute(row));
    if (!all.every((one) => one !== undefined)) return unknown(unreadable);
    return {
      outcome: 'disputes',
      rows: all.filter((one) => 'state' in one),
      oddRows: all.filter((one) => 'settledAt' in one),
    };
  }
}

/** Fees, payouts and disputes move the balance, but settle nothing. */
const kinds = ['charge', 'refund', 'refund_failure'];

function settledRow(row: Element): SettledRow | undefined {
  const type = row.text('type');
  const moved = moveIn(row, type);
  const settledAt = momentIn(row, 'created');
  const processorId = processorIdOf(row, type);
  if (!moved || !settledAt || processorId === '') return undefined;
  const reference = row.child('source').child('metadata').text('reference');
  const currency = moved.currency.toUpperCase() || undefined;
  return { reference, processorId, cents: moved.cents, currency, settledAt };
}

/**
 * The balance may be kept in a currency other than that of the charge or refund. Then the amount of the charge or
 * refund counts, which we know.
 */
function moveIn(row: Element, type: string): Pick<Move, 'cents' | 'currency'> | undefined {
  const source = row.child('source');
  const [cents, currency] = [centsIn(row, 'amount'), source.text('currency')];
  if (cents === undefined) return undefined;
  if (['', row.text('currency')].includes(currency))
    return { cents, currency: row.text('currency') };
  const own = centsIn(source, type === 'charge' ? 'amount_captured' : 'amount');
  return own === undefined ? undefined : { cents: cents < 0n ? -own : own, currency };
}

function processorIdOf(row: Element, type: string): string {
  const source = row.child('source');
  // The money of a refund that failed comes back, often after the refund was settled. This row has an id of its own, so
  // that the report does not take it for that refund.
  if (type === 'refund_failure') return row.text('id');
  // A charge of another program has no payment; it has its own id.
  return (type === 'charge' && source.text('payment_intent')) || source.text('id');
}

const states: ReadonlyMap<string, DisputeRow['state']> = new Map([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  // Closed before anything was taken.
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

/** Undefined: it cannot be read. */
function disputeRow(row: Element): DisputeRow | undefined {
  const id = row.text('id');
  const [amount, created] = [centsIn(row, 'amount'), momentIn(row, 'created')];
  const state = states.get(row.text('status'));
  const moved = movesIn(row);
  if (!isId(id) || amount === undefined || !created || !state || !moved) return undefined;
  const intent = row.child('payment_intent');
  const chargeId = intent.text('id');
  if (chargeId !== '' && !isIdOf('pi', chargeId)) return undefined;
  const reason = row.text('reason');
  const card = row.child('payment_method_details').child('card');
  return {
    id,
    reference: intent.child('metadata').text('reference'),
    chargeId: chargeId || row.text('charge'),
    cents: state === 'won' ? (returnedIn(moved, row.text('currency')) ?? amount) : amount,
    state,
    reasonCode: card.text('network_reason_code'),
    reason: reason.replaceAll('_', ' ').slice(0, 100),
    // The time of the decision is not shown, but the times at which money moved for it are.
    at: new Date(Math.max(...[created, ...moved.map(({ at }) => at)].map(Number))),
    answerUntil: momentIn(row.child('evidence_details'), 'due_by'),
  };
}

const isId = (id: string) => /^\w{1,40}$/.test(id);

/** Undefined: not even its id and its day can be read, so that no row of the list is trusted. */
function oddDispute(row: Element): OddRow | undefined {
  const [processorId, settledAt] = [row.text('id'), momentIn(row, 'created')];
  if (!isId(processorId) || !settledAt) return undefined;
  const reference = cleanText(row.child('payment_intent').child('metadata').text('reference'), []);
  return { reference, processorId, settledAt, reason: 'a dispute that cannot be read' };
}

type Move = { readonly cents: bigint; readonly currency: string; readonly at: Date };

/** The amounts that were taken from the balance for a dispute, and those that came back. */
function movesIn(row: Element): readonly Move[] | undefined {
  const all = (row.list('balance_transactions') ?? []).map((one) => {
    const [cents, at] = [centsIn(one, 'amount'), momentIn(one, 'created')];
    return cents === undefined || !at ? undefined : { cents, at, currency: one.text('currency') };
  });
  const moved = all.filter((one) => one !== undefined);
  return moved.length === all.length ? moved : undefined;
}

/** Undefined: nothing came back, or the balance is kept in another currency than that of the dispute. */
function returnedIn(moved: readonly Move[], currency: string): bigint | undefined {
  const back = moved.filter(({ cents }) => cents > 0n);
  if (!back.every((one) => ['', currency].includes(one.currency))) return undefined;
  return back.length === 0 ? undefined : back.reduce((sum, { cents }) => sum + cents, 0n);
}
