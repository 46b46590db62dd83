import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { lockBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import type { Application, NewApplication } from './application.ts';
import { moveApplication, refuse } from './move.ts';
import { insertDraft } from './move-store.ts';
import { screeningOf } from './screen.ts';
import { readStandingApplication } from './store.ts';

/**
 * Hands in an application inside the caller's transaction, and takes it as far as it comes by itself. A
 * business has at most one that is open, and none behind one that was approved: the secrets of both would lie in
 * one place.
 */
export async function submitApplication(
  world: World,
  tx: Sql,
  { id: businessId }: Business,
  wish: NewApplication,
  actor: string,
  screening = screeningOf,
): Promise<Application> {
  const business = await lockBusiness(tx, businessId);
  if (!business) throw new Refusal('unknown_business');
  const standing = await readStandingApplication(tx, businessId);
  if (standing) throw refuse(world, standing, 'submit');

  const draft: Application = {
    businessId,
    id: await world.ids.next(businessId),
    state: 'draft',
    version: 1,
    email: wish.email,
    details: wish.details,
    requirements: [],
    outcomeCodes: [],
    expiresAt: undefined,
    createdAt: world.now(),
  };
  await insertDraft(tx, draft, { actor, reason: 'made' });
  const verdict = await screening(business)(tx, { business, application: wish });
  return await moveApplication(world, tx, business, draft, [
    { trigger: 'submit', actor, reason: 'Handed in.' },
    { trigger: 'screen', actor: 'system', reason: 'Every application is screened.' },
    ...verdict.map((step) => ({ ...step, actor: 'system' })),
  ]);
}
