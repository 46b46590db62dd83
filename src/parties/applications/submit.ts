import { Refusal } from '../../kernel/refusal.ts';
import { dropRecords, type VaultField } from '../../ports/vault/vault.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { refuseWithoutPayments } from '../businesses/offering.ts';
import { lockBusiness } from '../businesses/store.ts';
import { recordNews } from './account-news.ts';
import { type Application, applicationOwner, type NewApplication } from './application.ts';
import { moveApplication, refuse } from './move.ts';
import { insertDraft } from './move-store.ts';
import { screeningOf } from './screen.ts';
import { readStandingApplication } from './store.ts';
import { type SubmittedDetails, sealAll, writeSubmittedDetails } from './submitted-details.ts';

/**
 * Submits an application inside the caller's transaction and screens it. A business has at most one open application,
 * and none after one that was approved: the secrets of both would have the same names in the vault.
 */
export async function submitApplication(
  world: World,
  tx: Sql,
  { id: businessId }: Business,
  request: NewApplication,
  actor: string,
  screening = screeningOf,
): Promise<Application> {
  const business = await lockBusiness(tx, businessId);
  if (!business) throw new Refusal('unknown_business');
  refuseWithoutPayments(business);
  const standing = await readStandingApplication(tx, businessId);
  if (standing) throw refuse(world, standing, 'submit');

  const draft: Application = {
    businessId,
    id: await world.ids.next(businessId),
    state: 'draft',
    version: 1,
    email: request.email,
    details: request.details,
    requirements: [],
    outcomeCodes: [],
    expiresAt: undefined,
    createdAt: world.now(),
  };
  await insertDraft(tx, draft, { actor, reason: 'made' });
  const verdict = await screening(business)(tx, { business, application: request });
  await recordNews(world, tx, { business, applicationId: draft.id, markers: request.markers });
  return await moveApplication(world, tx, business, draft, [
    { trigger: 'submit', actor, reason: 'Handed in.' },
    { trigger: 'screen', actor: 'system', reason: 'Every application is screened.' },
    ...verdict.map((step) => ({ ...step, actor: 'system' })),
  ]);
}

/** Fields of an application in the vault. */
const secretFields: readonly VaultField[] = [
  'account_number',
  'date_of_birth',
  'passkey',
  'social_security_number',
];

/** Submits an application of an existing business. Secrets of a former application leave the vault. */
export async function submitWithSecrets(
  world: World,
  business: Business,
  request: Omit<NewApplication, 'secrets'> & SubmittedDetails,
): Promise<Application> {
  const { id: businessId } = business;
  const records = await sealAll(world, businessId, request.secrets);
  return await world.db.begin(async (tx) => {
    const application = await submitApplication(world, tx, business, request, request.actor);
    const names = secretFields.map((field) => ({ businessId, owner: applicationOwner, field }));
    await dropRecords(tx, names);
    await writeSubmittedDetails(world, tx, application, request, records);
    return application;
  });
}
