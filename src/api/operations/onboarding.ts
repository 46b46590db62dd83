import { Refusal } from '../../kernel/refusal.ts';
import { recordNews } from '../../parties/applications/account-news.ts';
import type { Application, NewApplication } from '../../parties/applications/application.ts';
import { readFirstApplication } from '../../parties/applications/store.ts';
import { submitApplication } from '../../parties/applications/submit.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { createBusiness, type Together } from '../../parties/businesses/create-business.ts';
import type {
  Duplicate,
  Made,
  NewBusiness,
  NewSecret,
} from '../../parties/businesses/new-business.ts';
import { hasPayments, paymentsNotIncluded } from '../../parties/businesses/offering.ts';
import { parentNamed } from '../../parties/businesses/parent.ts';
import { readType, servicesOf, typeFor } from '../../parties/businesses/types.ts';
import type { World } from '../../world.ts';
import type { Details } from './details.ts';
import type { Call } from './operation.ts';
import { refuseOwnMachine } from './webhook-parameters.ts';

/** A business to create, before its parent is looked up. */
export type Onboarding = Omit<
  NewBusiness,
  'parent' | 'environment' | 'clockAheadMs' | 'state' | 'typeId' | 'idempotencyKey' | 'actor' | 'by'
> & {
  /** Undefined: the caller is the parent. */
  readonly parentId: bigint | undefined;
  readonly typeId: number | undefined;
  /** Undefined: the parent's. */
  readonly environment: Business['environment'] | undefined;
  /** Defined when it applies to take payments. */
  readonly application:
    | (Omit<NewApplication, 'secrets'> & { readonly secrets: readonly NewSecret[] })
    | undefined;
};

/** Defaults of optional data. */
export const plainOnboarding = {
  parentId: undefined,
  typeId: undefined,
  environment: undefined,
  mobileNumber: undefined,
  requestedUsername: undefined,
  externalId: undefined,
  externalKey: undefined,
  webhooks: [],
  secrets: [],
  application: undefined,
} satisfies Partial<Onboarding>;

export type Onboarded = Made & { readonly application: Application | undefined };

export async function onboard(
  world: World,
  { business: caller, idempotencyKey, actor, principal }: Call,
  { parentId, application, ...requested }: Onboarding,
): Promise<Onboarded | Duplicate> {
  const parent = await parentNamed(world.db, caller, parentId);
  const secrets = [...requested.secrets, ...(application?.secrets ?? [])];
  const hide = (text: string) => secrets.reduce((rest, { value }) => value.maskIn(rest), text);
  const typeId = await typeFor(world.db, requested.typeId, parent);
  await refuseOwnMachine(world, requested.webhooks);
  if (application) await refuseTypeWithoutPayments(world, typeId, requested.typeId !== undefined);
  const request: NewBusiness = {
    ...requested,
    name: hide(requested.name),
    details: withoutNumbers(requested.details, hide),
    parent,
    environment: requested.environment ?? parent.environment,
    clockAheadMs: caller.clockAheadMs,
    state: 'messaging_only',
    typeId,
    secrets,
    idempotencyKey: idempotencyKey && { ...idempotencyKey, callerId: caller.id },
    actor,
    by: principal,
  };
  if (!application) return await madeWithout(world, request);

  let submitted: Application | undefined;
  const handedIn = { ...application, details: withoutNumbers(application.details, hide) };
  const together: Together = async (tx, business) => {
    submitted = await submitApplication(world, tx, business, handedIn, actor);
  };
  const made = await createBusiness(world, request, together);
  if ('duplicateOf' in made) return made;
  return { ...made, application: submitted ?? (await earlierOf(world, made.business)) };
}

/** Refuses an application to take payments where the type of the business has no payments. */
async function refuseTypeWithoutPayments(
  { db }: World,
  typeId: number,
  isNamed: boolean,
): Promise<void> {
  const type = await readType(db, typeId);
  if (!type || hasPayments({ services: servicesOf(type) })) return;
  if (isNamed) throw new Refusal('wrong_fields', { details: [typeWithoutPayments] });
  throw paymentsNotIncluded();
}

const typeWithoutPayments = {
  field: 'BusinessTypeId',
  code: 'no_payments',
  message: 'BusinessTypeId is a business type that takes no payments.',
};

/**
 * Stored unmasked: the caller's own names, public numbers, amounts for screening, and contact data, which may hold a
 * date and was refused with a number in it.
 */
const toTheLetter: ReadonlySet<string> = new Set([
  'ExternalID',
  'ExternalMID',
  'ExternalTerminalID',
  'ExternalUsername',
  'EIN',
  'RoutingNumber',
  'AverageTicket',
  'HighTicket',
  'CardMonthlyVolume',
  'BusinessEmail',
  'CreateBusinessAPIURL',
  'URL',
]);

/** A secret of the request is not stored in plain text in another field. */
export function withoutNumbers(details: Details, hide: (text: string) => string): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, text]) => [
      name,
      toTheLetter.has(name) ? text : hide(text),
    ]),
  );
}

async function madeWithout(world: World, request: NewBusiness): Promise<Onboarded | Duplicate> {
  const { details, email } = request;
  const referral = details.ReferralID ?? details.ReferralId;
  const markers = [request.name, email];
  const together: Together = async (tx, business) => {
    if (referral === undefined) return;
    await recordNews(world, tx, { business, applicationId: undefined, markers });
  };
  const made = await createBusiness(world, request, together);
  return 'duplicateOf' in made ? made : { ...made, application: undefined };
}

/** A replay submits nothing: it returns the application that the first call submitted. */
async function earlierOf({ db }: World, { id }: Business): Promise<Application | undefined> {
  return await readFirstApplication(db, id);
}
