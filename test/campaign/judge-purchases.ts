import type { Sql } from '../../src/runtime/sql.ts';
import { type BookedStory, keptCents } from './bank-book.ts';
import type { ClientLog } from './client-log.ts';
import type { FollowUpRow } from './judge-follow-ups.ts';
import { type Purchase, rowOf } from './purchases.ts';

export type PaymentRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly order_number: string;
  readonly state: string;
  readonly method: string;
};

export async function readPayments(sql: Sql): Promise<PaymentRow[]> {
  return await sql.query<PaymentRow>(
    'select business_id, id, order_number, state, method from payments',
  );
}

export function chargeOf(businessId: bigint, paymentId: bigint, n = 1): string {
  return `${businessId.toString(36)}-${paymentId.toString(36)}-${n}`;
}

/** Every order number has at most one net charge, and the last answer to its client is true. */
export function judgePurchases(
  log: ClientLog,
  rows: readonly PaymentRow[],
  followUps: readonly FollowUpRow[],
  stories: ReadonlyMap<string, BookedStory>,
): string[] {
  const findings = [];
  const strangers = new Map(stories);
  /** By order number: no two businesses of a campaign have the same. */
  const taken = new Map<string, Charged[]>();
  const reversed = new Set(
    followUps.flatMap((row) =>
      row.kind === 'give_back' ? chargeOf(row.business_id, row.payment_id) : [],
    ),
  );
  for (const { business_id, id, order_number, method, state } of rows) {
    const reference = chargeOf(business_id, id);
    const story = stories.get(reference);
    strangers.delete(reference);
    if (story && reversed.has(reference)) {
      if (keptCents(story) !== 0) findings.push(`${reference} was reversed, and its money is kept`);
      continue;
    }
    // A bank payment has no charge at the processor: being accepted is its whole outcome.
    const isPromise = method === 'bank' && state !== 'canceled';
    if (!story && !isPromise) continue;
    const charged = taken.get(order_number) ?? [];
    // These states free the order number: it may be paid anew.
    const isOver = state === 'expired' || state === 'returned';
    const { cents, behaviour } = story ?? {};
    taken.set(order_number, [...charged, { cents, behaviour, isOver }]);
  }
  for (const [reference, { cents }] of strangers) {
    findings.push(`the bank charged ${cents} cents under ${reference}, for no payment`);
  }
  for (const [order, charged] of taken) {
    const times = charged.filter(({ isOver }) => !isOver).length;
    if (times > 1) findings.push(`${order} was charged ${times} times`);
  }
  for (const { purchase, ends } of log.purchases.values()) {
    findings.push(...judgePurchase(ends, purchase, taken.get(purchase.order)?.[0]));
  }
  return findings;
}

type Charged = {
  readonly cents: number | undefined;
  readonly behaviour: string | undefined;
  readonly isOver: boolean;
};

const card = { captured: ['voiding', 'voided', 'settled'], authorized: ['capturing', 'expired'] };
/** States that later answers may show for a charge that ended so. */
const since: Readonly<Record<string, readonly string[]>> = {
  captured: card.captured,
  authorized: [...card.authorized, 'captured', ...card.captured],
  queued: ['originated', 'settled', 'available', 'returned', 'voided'],
};

function* judgePurchase(
  ends: ReadonlySet<string>,
  { name, kind, cents, fields }: Purchase,
  charged: Charged | undefined,
): Generator<string> {
  const what = `${name} (${kind})`;
  const answered = [...ends].join(', ');
  const yes = fields.ChargeType === 'Authorize' ? 'authorized' : 'captured';
  // A bank that was set to fail may book a charge that its card alone would not have booked.
  const own: readonly string[] = charged?.behaviour ? [...rowOf(kind).ends, yes] : rowOf(kind).ends;
  const possible = new Set(['canceled', ...own, ...own.flatMap((end) => since[end] ?? [])]);
  if (!ends.isSubsetOf(possible)) yield `${what} was answered ${answered}`;
  const isTaken = [...ends].some((end) => end !== 'canceled' && end !== 'declined');
  if (isTaken && !charged) yield `${what} was answered ${answered}, and nothing was charged`;
  if (!isTaken && charged && ends.size > 0) {
    yield `${what} was answered ${answered}, and was charged`;
  }
  const isAnother = charged?.cents !== undefined && charged.cents !== cents;
  if (isAnother) yield `${what} was charged ${charged.cents} cents in place of ${cents}`;
}
