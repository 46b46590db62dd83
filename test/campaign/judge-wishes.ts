import type { Sql } from '../../src/base/sql.ts';
import { type BookedStory, keptCents } from './bank-book.ts';
import type { FollowUpRow } from './judge-deeds.ts';
import type { Told } from './told.ts';
import { rowOf, type Wish } from './wishes.ts';

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

/** Every order number has at most one net charge, and what its client was told in the end is true. */
export function judgeWishes(
  told: Told,
  rows: readonly PaymentRow[],
  followUps: readonly FollowUpRow[],
  stories: ReadonlyMap<string, BookedStory>,
): string[] {
  const findings = [];
  const strangers = new Map(stories);
  /** By order number: no two businesses of a campaign have the same. */
  const taken = new Map<string, Charged[]>();
  const givenBack = new Set(
    followUps.flatMap((row) =>
      row.kind === 'give_back' ? chargeOf(row.business_id, row.payment_id) : [],
    ),
  );
  for (const { business_id, id, order_number, method, state } of rows) {
    const reference = chargeOf(business_id, id);
    const story = stories.get(reference);
    strangers.delete(reference);
    if (story && givenBack.has(reference)) {
      if (keptCents(story) !== 0) findings.push(`${reference} was given back, and is kept`);
      continue;
    }
    // No bank was asked yet for a bank payment: that it is accepted is all there is.
    const isPromise = method === 'bank' && state !== 'canceled';
    if (!story && !isPromise) continue;
    const charged = taken.get(order_number) ?? [];
    // These freed their order: it may be paid anew.
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
  for (const { wish, ends } of told.wishes.values()) {
    findings.push(...judgeWish(ends, wish, taken.get(wish.order)?.[0]));
  }
  return findings;
}

type Charged = {
  readonly cents: number | undefined;
  readonly behaviour: string | undefined;
  readonly isOver: boolean;
};

const card = { captured: ['voiding', 'voided', 'settled'], authorized: ['capturing', 'expired'] };
/** What is told of a charge that ended so, when something was done about it since. */
const since: Readonly<Record<string, readonly string[]>> = {
  captured: card.captured,
  authorized: [...card.authorized, 'captured', ...card.captured],
  queued: ['originated', 'settled', 'available', 'returned', 'voided'],
};

function* judgeWish(
  ends: ReadonlySet<string>,
  { name, kind, cents, fields }: Wish,
  charged: Charged | undefined,
): Generator<string> {
  const what = `${name} (${kind})`;
  const heard = [...ends].join(', ');
  const yes = fields.ChargeType === 'Authorize' ? 'authorized' : 'captured';
  // Where the bank was told to fail, it books what its card would not have made it book.
  const own: readonly string[] = charged?.behaviour ? [...rowOf(kind).ends, yes] : rowOf(kind).ends;
  const possible = new Set(['canceled', ...own, ...own.flatMap((end) => since[end] ?? [])]);
  if (!ends.isSubsetOf(possible)) yield `${what} was told ${heard}`;
  const wasToldYes = [...ends].some((end) => end !== 'canceled' && end !== 'declined');
  if (wasToldYes && !charged) yield `${what} was told ${heard}, and nothing was charged`;
  if (!wasToldYes && charged && ends.size > 0) yield `${what} was told ${heard}, and was charged`;
  const isAnother = charged?.cents !== undefined && charged.cents !== cents;
  if (isAnother) yield `${what} was charged ${charged.cents} cents in place of ${cents}`;
}
