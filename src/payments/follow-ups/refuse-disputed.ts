import { Refusal } from '../../kernel/refusal.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { Payment } from '../payment.ts';
import type { FollowUpTerms } from './decide.ts';

/**
 * While a dispute is open its bank has the money, so a refund would give it twice. An inquiry took nothing yet, and a
 * refund often ends it. The caller has locked the payment.
 */
export async function refuseDisputed(
  tx: Sql,
  { businessId, id, disputedCents }: Payment,
  { kind }: Pick<FollowUpTerms, 'kind'>,
): Promise<void> {
  if (kind === 'capture' || disputedCents === 0n) return;
  const open = await tx.query(
    `select id from disputes where business_id = $1 and payment_id = $2 and state = 'open' limit 1`,
    [businessId, id],
  );
  if (open.length > 0) throw new Refusal('payment_disputed');
}
