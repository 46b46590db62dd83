import { int4, int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Fact } from './fact.ts';

const tries = rowSet({ paymentId: int8, subscriptionId: int8, n: int4 }, 2);

/**
 * Marks the tries of ours that failed with another card than the one that is charged now: it was given while they were
 * under way. Their subscriptions are locked, so whoever gives one later tries it himself.
 */
export async function markOldCards(
  tx: Sql,
  businessId: bigint,
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const asked = facts.flatMap((fact) => {
    const isOurs = fact.what === 'failed' && fact.attempt !== undefined;
    return isOurs && fact.paymentId !== undefined ? [{ ...fact, paymentId: fact.paymentId }] : [];
  });
  if (asked.length === 0) return facts;
  // Of a number there is a fingerprint; of all else there is when it came. Fingerprints begin with the version of their
  // key, and those of payments stay as they are when tokens get a new one.
  const rows = await tx.query<{ id: bigint }>(
    `select p.id from (select * from ${tries.sql}) w
     join payments p on p.business_id = $1 and p.id = w.payment_id
     join subscriptions s on s.business_id = $1 and s.id = w.subscription_id
     join subscription_periods o on o.business_id = $1 and o.subscription_id = s.id and o.n = w.n
     join tokens t on t.business_id = $1 and t.token = s.token
     where p.token is distinct from s.token or o.card_at > p.created_at
       or p.fingerprint <> t.fingerprint and get_byte(p.fingerprint, 0) = get_byte(t.fingerprint, 0)`,
    [businessId, ...tries.encode(asked)],
  );
  const old = new Set(rows.map(({ id }) => id));
  return facts.map((fact): Fact => {
    const isOld = fact.what === 'failed' && old.has(fact.paymentId ?? 0n);
    return isOld ? { ...fact, isOldCard: true } : fact;
  });
}
