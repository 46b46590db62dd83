import { entries } from '../ach/entry.ts';
import { bankDay } from '../kernel/ach-windows.ts';
import type { Business } from '../parties/businesses/business.ts';
import { nextCutoffOf } from '../parties/businesses/cutoff.ts';
import { isPaidOut } from '../parties/businesses/paid-out.ts';
import { accountsOf } from '../payments/accounts/account.ts';
import { cardFee } from '../payments/fees.ts';
import type { PaymentState } from '../payments/moves.ts';
import type { Payment } from '../payments/payment.ts';
import { int8, optional, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { batches } from './batch.ts';
import { nextPayoutTime } from './moments.ts';

export type PaidPayment = Pick<
  Payment,
  | 'id'
  | 'state'
  | 'method'
  | 'currency'
  | 'processor'
  | 'isTest'
  | 'approvedCents'
  | 'capturedCents'
>;

/** The platform's fee of a payment, and the way of the rest to the bank of the business. */
export type PaymentMoney = {
  /** Undefined: only the fees of its whole batch are known, or no outcome yet. */
  readonly feeCents: bigint | undefined;
  /** False while it follows from the present terms. */
  readonly isFeeFinal: boolean;
  /** When the open batch that it is in is closed; undefined: it is in none, or its processor decides. */
  readonly batchClosesAt: Date | undefined;
  /** The earliest banking day of its payout; undefined: it is paid out already, or the day is unknown. */
  readonly payoutOn: string | undefined;
  readonly payout: Payout | undefined;
};
type Payout = Pick<RowOf<typeof entries>, 'id' | 'state' | 'settledAt'>;

const places = shape({
  id: int8,
  batchState: optional(batches.fields.state),
  batchAt: optional(timestamptz),
  payoutId: optional(int8),
  payoutState: optional(entries.fields.state),
  payoutSettledAt: optional(timestamptz),
  /** When the money of a bank payment is held no longer. */
  freeAt: optional(timestamptz),
  /** The fee that the ledger has for this payment alone: bank payments. */
  ownFeeCents: int8,
  /** By the present terms. */
  cardFeeCents: int8,
  termsAt: optional(timestamptz),
});
type Place = RowOf<typeof places>;

/** Reads the money of several payments of a business, in the given order. */
export async function readPaymentMoney(
  world: World,
  business: Business,
  paid: readonly PaidPayment[],
): Promise<PaymentMoney[]> {
  const { db } = world;
  const read = await readPlaces(db, business, paid);
  const byId = new Map(read.map((place) => [place.id, place]));
  const isAutomatic = await automaticProcessors(world, business.id, paid);
  const paysOut = await isPaidOut(db, business);
  const now = world.now();
  return paid.map((payment) => {
    const place = byId.get(payment.id);
    if (!place) throw new Error('a payment that is gone');
    const batchClosesAt =
      isInOpenBatch(payment, place) && !isAutomatic.has(payment.processor)
        ? nextCutoffOf({ timeZone: business.timeZone, ...business.terms }, now)
        : undefined;
    const freeAt = freeAtOf(payment, place, batchClosesAt, now);
    const isExpected = paysOut && payment.currency === 'USD' && freeAt !== undefined;
    return {
      ...feeOf(payment, place, business.terms),
      batchClosesAt,
      payoutOn: isExpected ? String(bankDay(nextPayoutTime(freeAt))) : undefined,
      payout: payoutOf(place),
    };
  });
}

async function readPlaces(
  sql: Sql,
  { id: businessId, terms }: Business,
  paid: readonly PaidPayment[],
): Promise<readonly Place[]> {
  const fee = cardFee(terms, 'r.cents', 4);
  return await places.read(
    sql,
    `select p.id, b.state as "batchState", b.created_at as "batchAt", b.deposit_id as "payoutId",
       d.state as "payoutState", d.settled_at as "payoutSettledAt", e.next_at as "freeAt",
       (select coalesce(sum(case when t.debit = 'platform_fees' then t.cents else -t.cents end), 0)::bigint
        from transfers t
        where t.business_id = $1 and t.payment_id = p.id
          and (t.debit = 'platform_fees' or t.credit = 'platform_fees')) as "ownFeeCents",
       ${fee.sql} as "cardFeeCents",
       (select updated_at from business_terms where business_id = $1) as "termsAt"
     from unnest($2::bigint[], $3::bigint[]) as r(id, cents)
     join payments p on p.business_id = $1 and p.id = r.id
     left join batches b on b.business_id = $1 and b.id = p.batch_id
     left join ach_entries d on d.business_id = $1 and d.id = b.deposit_id
     left join lateral (
       select next_at from ach_entries
       where business_id = $1 and payment_id = p.id and kind = 'debit' and state = 'settled'
       order by id desc limit 1
     ) e on p.method = 'bank'`,
    [businessId, paid.map(({ id }) => id), paid.map(broughtBy), ...fee.values],
  );
}

/** Accounts at gateways that close batches by their own clock. */
async function automaticProcessors(
  { db, processors, gateways }: World,
  businessId: bigint,
  paid: readonly PaidPayment[],
): Promise<ReadonlySet<string>> {
  const isShared = ({ method, processor }: PaidPayment) =>
    method === 'bank' || processors.has(processor);
  if (paid.every(isShared)) return new Set();
  const accounts = await accountsOf(db, businessId);
  const automatic = accounts.filter(
    ({ processor }) => gateways.canOf(processor).batches === 'automatic',
  );
  return new Set(automatic.map(({ name }) => name));
}

function isInOpenBatch({ state, isTest }: PaidPayment, { batchState }: Place): boolean {
  return state === 'captured' && !isTest && batchState === undefined;
}

/** The moment from which on a payout may include its money; undefined: one has, or the moment is unknown. */
function freeAtOf(
  { method, state }: PaidPayment,
  { batchState, freeAt }: Place,
  batchClosesAt: Date | undefined,
  now: Date,
): Date | undefined {
  if (method === 'bank') return state === 'settled' ? freeAt : undefined;
  const isOnItsWay = batchState !== undefined && batchState !== 'mismatch';
  return batchClosesAt ?? (isOnItsWay && batchState !== 'funded' ? now : undefined);
}

function payoutOf({ payoutId: id, payoutState: state, payoutSettledAt: settledAt }: Place) {
  return id === undefined || state === undefined ? undefined : { id, state, settledAt };
}

type Fee = Pick<PaymentMoney, 'feeCents' | 'isFeeFinal'>;

/** States that a fee is never taken in. */
const costNothing: readonly PaymentState[] = ['declined', 'canceled', 'voided', 'expired'];

/** The amount that a card payment brings by now, or will if it is captured. */
function broughtBy({ state, approvedCents, capturedCents }: PaidPayment): bigint {
  return state === 'authorized' || state === 'capturing' ? approvedCents : capturedCents;
}

function feeOf(payment: PaidPayment, place: Place, terms: Business['terms']): Fee {
  const { state, method, isTest } = payment;
  if (isTest || costNothing.includes(state)) return { feeCents: 0n, isFeeFinal: true };
  if (state === 'processing' || state === 'unknown')
    return { feeCents: undefined, isFeeFinal: false };
  if (method === 'bank') {
    const isTaken = state === 'available' || state === 'returned';
    if (isTaken) return { feeCents: place.ownFeeCents, isFeeFinal: true };
    return { feeCents: place.ownFeeCents + BigInt(terms.achFeeCents), isFeeFinal: false };
  }
  const { batchAt, termsAt, cardFeeCents } = place;
  // Terms hold from the next batch on; the earlier terms are not stored.
  const isByOtherTerms = batchAt !== undefined && termsAt !== undefined && termsAt > batchAt;
  if (isByOtherTerms) return { feeCents: undefined, isFeeFinal: true };
  return { feeCents: cardFeeCents, isFeeFinal: batchAt !== undefined };
}
