import { paymentStates } from '../../payments/moves.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { readEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { afterFailure } from './dunning.ts';
import { orderNumberOf, type PeriodRow } from './subscription.ts';

/*
 * What happened about a period that was not paid, and what will happen: one line of days.
 */

export type DunningDay = {
  readonly at: Date;
  /** `charged`: an attempt that took or promised money, or whose outcome is not known. `told`: the payer was asked. */
  readonly what: 'charged' | 'declined' | 'told' | 'will_charge' | 'gives_up';
  /** Why it was declined, or what the payer was asked for. */
  readonly code?: string | undefined;
  readonly paymentId?: bigint;
};

type Owed = Pick<PeriodRow, 'state' | 'tries' | 'dueAt' | 'givesUpAt' | 'failedAt'>;
type Rules = { readonly timeZone: string; readonly retryDays: readonly number[] };

/** The days that follow if every attempt from now on is declined for want of funds: the longest that it can take. */
export function daysAhead(
  { state, tries, dueAt, givesUpAt, failedAt }: Owed,
  { timeZone, retryDays }: Rules,
): readonly DunningDay[] {
  if (state !== 'open' || !failedAt) return [];
  if (!dueAt) return givesUpAt ? [{ at: givesUpAt, what: 'gives_up' }] : [];
  const days: DunningDay[] = [];
  for (let at = dueAt, declines = tries + 1; ; declines += 1) {
    days.push({ at, what: 'will_charge' });
    const failure = { failure: 'soft', declines, firstDeclinedAt: failedAt, now: at } as const;
    const step = afterFailure({ timeZone }, failure, retryDays);
    if (step.step !== 'try_again') return [...days, { at, what: 'gives_up' }];
    at = step.at;
  }
}

const attempts = shape({
  id: int8,
  state: oneOf(paymentStates),
  outcomeCode: optional(text),
  createdAt: timestamptz,
});

const attempted = `id, state, outcome_code as "outcomeCode", created_at as "createdAt" from payments
  where business_id = $1 and order_number = $2`;

/** The attempts to charge a period, and what its payer was told. */
export async function daysBehind(
  sql: Sql,
  { businessId, subscriptionId, n }: Pick<PeriodRow, 'businessId' | 'subscriptionId' | 'n'>,
): Promise<readonly DunningDay[]> {
  const tried = await attempts.read(
    sql,
    `select ${attempted} and holds_order union all select ${attempted} and not holds_order`,
    [businessId, orderNumberOf(subscriptionId, n)],
  );
  const told = await readEvents(
    sql,
    `business_id = $1 and object_id = $2 and kind = 'subscription.payment_failed'
       and (data ->> 'period')::int4 = $3 order by id`,
    [businessId, subscriptionId, n],
  );
  return [
    ...tried.map(
      ({ id, state, outcomeCode, createdAt }): DunningDay =>
        state === 'declined' || state === 'returned'
          ? { at: createdAt, what: 'declined', code: outcomeCode, paymentId: id }
          : { at: createdAt, what: 'charged', paymentId: id },
    ),
    ...told.flatMap((event): DunningDay[] =>
      event.kind === 'subscription.payment_failed'
        ? [{ at: event.at, what: 'told', code: event.data.ask }]
        : [],
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}
