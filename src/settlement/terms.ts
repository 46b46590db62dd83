import { Refusal } from '../base/refusal.ts';
import { lockBusiness } from '../businesses/store.ts';
import { type Terms, writeTerms } from '../businesses/terms.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { moveCutoff } from './timers.ts';

/** Changes what is agreed with a business, from its next batch on. What is not named stays; returns all of it. */
export async function changeTerms(
  world: World,
  businessId: bigint,
  changes: Partial<Terms>,
  actor: string,
): Promise<Terms> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    const at = world.now();
    const terms: Terms = { ...business.terms, ...changes };
    await writeTerms(tx, businessId, terms, at);
    if (terms.batchCutoff !== business.terms.batchCutoff) {
      await moveCutoff(tx, business, terms.batchCutoff, at);
    }
    await recordAct(tx, {
      businessId,
      actor,
      act: 'business.terms_changed',
      object: `business:${businessId}`,
      facts: changes,
      at,
    });
    return terms;
  });
}
