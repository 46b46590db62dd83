import type { Application, NewApplication } from '../applications/application.ts';
import { listApplications } from '../applications/store.ts';
import { submitApplication } from '../applications/submit.ts';
import type { Business } from '../businesses/business.ts';
import { createBusiness, type Together } from '../businesses/create-business.ts';
import type { Duplicate, Made, NewBusiness, NewSecret } from '../businesses/new-business.ts';
import { parentNamed } from '../businesses/parent.ts';
import { typeFor } from '../businesses/types.ts';
import type { World } from '../world.ts';
import type { Details } from './details.ts';
import type { Call } from './operation.ts';

/** A business that a caller wants made, before its place in the tree was looked up. */
export type Onboarding = Omit<
  NewBusiness,
  'parent' | 'environment' | 'clockAheadMs' | 'state' | 'typeId' | 'retryKey' | 'actor'
> & {
  /** Else the caller is the parent. */
  readonly parentId: bigint | undefined;
  readonly typeId: number | undefined;
  /** Else that of the parent. */
  readonly environment: Business['environment'] | undefined;
  /** When it wants to take payments. */
  readonly application:
    | (Omit<NewApplication, 'secrets'> & { readonly secrets: readonly NewSecret[] })
    | undefined;
};

/** What most are made without. */
export const plainOnboarding = {
  parentId: undefined,
  typeId: undefined,
  environment: undefined,
  mobileNumber: undefined,
  wishedUsername: undefined,
  externalId: undefined,
  externalKey: undefined,
  webhooks: [],
  secrets: [],
  application: undefined,
} satisfies Partial<Onboarding>;

export type Onboarded = Made & { readonly application: Application | undefined };

export async function onboard(
  world: World,
  { business: caller, retryKey }: Call,
  { parentId, application, ...told }: Onboarding,
): Promise<Onboarded | Duplicate> {
  const parent = await parentNamed(world.db, caller, parentId);
  const actor = `api:${caller.username}`;
  const secrets = [...told.secrets, ...(application?.secrets ?? [])];
  const hide = (text: string) => secrets.reduce((rest, { value }) => value.maskIn(rest), text);
  const wish: NewBusiness = {
    ...told,
    name: hide(told.name),
    details: withoutNumbers(told.details, hide),
    parent,
    environment: told.environment ?? parent.environment,
    clockAheadMs: caller.clockAheadMs,
    state: 'messaging_only',
    typeId: await typeFor(world.db, told.typeId, parent),
    secrets,
    retryKey: retryKey && { ...retryKey, callerId: caller.id },
    actor,
  };
  if (!application) return await madeWithout(world, wish);

  let submitted: Application | undefined;
  const handedIn = { ...application, details: withoutNumbers(application.details, hide) };
  const together: Together = async (tx, business) => {
    submitted = await submitApplication(world, tx, business, handedIn, actor);
  };
  const made = await createBusiness(world, wish, together);
  if ('duplicateOf' in made) return made;
  return { ...made, application: submitted ?? (await earlierOf(world, made.business)) };
}

/**
 * Kept to the letter: names of the caller's own, public numbers, amounts that screening weighs, and where somebody
 * is reached, which was refused with a number in it and may well hold a date.
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

/** What came as a secret in the same request is not kept in plain beside it. */
export function withoutNumbers(details: Details, hide: (text: string) => string): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, text]) => [
      name,
      toTheLetter.has(name) ? text : hide(text),
    ]),
  );
}

async function madeWithout(world: World, wish: NewBusiness): Promise<Onboarded | Duplicate> {
  const made = await createBusiness(world, wish);
  return 'duplicateOf' in made ? made : { ...made, application: undefined };
}

/** A retry submits nothing: what it is told of is the application that the first call submitted. */
async function earlierOf({ db }: World, { id }: Business): Promise<Application | undefined> {
  const [first] = await listApplications(db, { businessId: id, limit: 1 });
  return first;
}
