import { dayMs } from '../kernel/duration.ts';
import { Refusal } from '../kernel/refusal.ts';
import { timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

const moment = shape({ at: timestamptz });

type Asked = {
  readonly businessId: bigint;
  readonly object: string;
  readonly act: string;
  readonly at: Date;
};

type Limit = {
  readonly most: number;
  /** Why it is refused. */
  readonly message: string;
};

/**
 * Refuses an act that the audit log has so often of this object within a day. The caller holds the lock of the object.
 * One that is dated in the future, by a clock that was reset, does not count.
 */
export async function refuseMany(
  tx: Sql,
  { businessId, object, act, at }: Asked,
  { most, message }: Limit,
): Promise<void> {
  const since = new Date(at.getTime() - dayMs);
  const first = await moment.readOne(
    tx,
    `select happened_at as at from audit_trail
     where business_id = $1 and object = $2 and act = $3 and happened_at > $4 and happened_at <= $5
     order by n desc offset ${most - 1} limit 1`,
    [businessId, object, act, since, at],
  );
  if (!first) return;
  throw new Refusal('rate_limited', {
    message,
    retryAfterSeconds: Math.ceil((first.at.getTime() - since.getTime()) / 1000),
  });
}
