import type { Currency } from '../../kernel/currency.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { lockBusiness } from './store.ts';

/**
 * Sets the currency of future charges. Payments, open invoices, plans and subscriptions have a currency of their own,
 * which stays.
 */
export async function setCurrency(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  currency: Currency,
  actor: string,
): Promise<void> {
  await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    if (business.currency === currency) return;
    await tx.query('update businesses set currency = $2 where business_id = $1', [
      businessId,
      currency,
    ]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'business.currency_set',
      object: `business:${businessId}`,
      facts: { from: business.currency, to: currency },
      at: now(),
    });
  });
}
