import { Refusal } from '../kernel/refusal.ts';
import { lockBusiness } from '../parties/businesses/store.ts';
import { type Terms, writeTerms } from '../parties/businesses/terms.ts';
import { recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { moveCutoff } from './timers.ts';

/**
 * Changes the terms of a business, from its next batch on. Terms that are not named stay; returns all of them. `match`
 * refuses terms that another person changed meanwhile.
 */
export async function changeTerms(
  world: World,
  businessId: bigint,
  changes: Partial<Terms>,
  actor: string,
  match: (terms: Terms) => void = () => {},
): Promise<Terms> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    match(business.terms);
    const at = world.now();
    const { accountValidation } = business.terms;
    const isOther = (changes.accountValidation ?? accountValidation) !== accountValidation;
    const since = isOther ? { validationSince: at } : {};
    const terms: Terms = { ...business.terms, ...changes, ...since };
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
