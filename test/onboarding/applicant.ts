import assert from 'node:assert/strict';
import { Secret } from '../../src/kernel/secret.ts';
import type {
  Application,
  ApplicationState,
  NewApplication,
} from '../../src/parties/applications/application.ts';
import { applicationOwner } from '../../src/parties/applications/application.ts';
import { submitApplication } from '../../src/parties/applications/submit.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { createBusiness } from '../../src/parties/businesses/create-business.ts';
import type { NewBusiness, NewSecret } from '../../src/parties/businesses/new-business.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import type { World } from '../../src/world.ts';
import { plainBusiness } from './plain-business.ts';

export type Applicant = { readonly business: Business; readonly application: Application };

export const canaries = {
  social_security_number: '219099998',
  date_of_birth: '03-14-1971',
  account_number: '99880077665',
  passkey: 'passkey-canary-1',
} as const;

const secrets: readonly NewSecret[] = Object.entries(canaries).map(([field, value]) => ({
  owner: applicationOwner,
  field: field as keyof typeof canaries,
  value: new Secret(value),
}));

const details = {
  BusinessLegalName: 'Park Flowers',
  DBA: 'Park',
  EIN: '123456789',
  FirstName: 'Ann',
  LastName: 'Lee',
  HighTicket: '500.00',
  CardMonthlyVolume: '20000.00',
  MccCode: '5992',
};

type ApplicationOptions = {
  readonly environment?: Business['environment'];
  readonly details?: Readonly<Record<string, string>>;
  readonly email?: string;
  readonly secrets?: readonly NewSecret[];
  readonly screening?: Parameters<typeof submitApplication>[5];
};

export function newApplication(options: ApplicationOptions = {}): NewApplication {
  const { email = 'ann@example.com' } = options;
  const told = { ...details, ...options.details };
  const markers = [told.BusinessLegalName, email];
  return { email, details: told, secrets: options.secrets ?? secrets, markers };
}

/** A business under `parent` whose application was handed in, as a caller makes one. */
export async function apply(
  world: World,
  parent: Business,
  options: ApplicationOptions = {},
): Promise<Applicant> {
  const handedIn = newApplication(options);
  let application: Application | undefined;
  const made = await createBusiness(
    world,
    newBusiness(parent, handedIn, options),
    async (tx, business) => {
      const { screening } = options;
      application = await submitApplication(world, tx, business, handedIn, 'api:test', screening);
    },
  );
  assert.ok('business' in made && application);
  return { business: (await readBusiness(world.db, made.business.id))!, application };
}

function newBusiness(
  parent: Business,
  { details: told, email }: Pick<NewApplication, 'details' | 'email'>,
  { environment = 'sandbox', secrets: sealed = secrets }: ApplicationOptions = {},
): NewBusiness {
  return {
    ...plainBusiness,
    parent,
    environment,
    clockAheadMs: parent.clockAheadMs,
    name: told.BusinessLegalName!,
    email,
    details: told,
    secrets: sealed,
    actor: 'api:test',
  };
}

/** Where both stand now. */
export async function statesOf(
  { db }: World,
  { business, application }: Applicant,
): Promise<[ApplicationState, Business['state']]> {
  const [row] = await db.query<{ state: ApplicationState }>(
    'select state from applications where business_id = $1 and id = $2',
    [business.id, application.id],
  );
  return [row!.state, (await readBusiness(db, business.id))!.state];
}

export function keys({ application }: Applicant): [businessId: bigint, id: bigint] {
  return [application.businessId, application.id];
}
