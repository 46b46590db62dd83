import { dayMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

/** In the audit log, which counts them. */
export const resentAct = 'payment.receipt_resent';

/** Copies of the receipt of one payment within a day: else one payment lets its caller send mail to anybody. */
const mostCopies = 10;

const moment = shape({ at: timestamptz });

type Copied = { readonly businessId: bigint; readonly object: string; readonly at: Date };

/** The caller holds the lock of the payment. A copy dated in the future, by a clock that was reset, does not count. */
export async function refuseMany(tx: Sql, { businessId, object, at }: Copied): Promise<void> {
  const since = new Date(at.getTime() - dayMs);
  const first = await moment.readOne(
    tx,
    `select happened_at as at from audit_trail
     where business_id = $1 and object = $2 and act = $3 and happened_at > $4 and happened_at <= $5
     order by n desc offset ${mostCopies - 1} limit 1`,
    [businessId, object, resentAct, since, at],
  );
  if (!first) return;
  throw new Refusal('rate_limited', {
    message: `The receipt of this payment was sent ${mostCopies} times within a day; try again later.`,
    retryAfterSeconds: Math.ceil((first.at.getTime() - since.getTime()) / 1000),
  });
}
