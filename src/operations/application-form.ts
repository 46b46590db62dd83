import { type Application, applicationOwner, taxedBySsn } from '../applications/application.ts';
import type { Told } from '../applications/told.ts';
import { Secret } from '../base/secret.ts';
import type { World } from '../world.ts';
import { createNewMerchantAccount } from './create-new-merchant-account.ts';
import { type Details, present } from './details.ts';
import { type Onboarding, withoutNumbers } from './onboarding.ts';
import type { DefaultOperation, Parameters } from './operation.ts';
import { webhookParameters } from './webhook-parameters.ts';

/** What makes the business, and not its application. */
const ofTheBusiness: ReadonlySet<string> = new Set([
  ...Object.keys(webhookParameters),
  'BusinessTypeId',
  'ExternalID',
  'ExternalAPIKey',
  'ReferralId',
]);

/** The application of a business that exists: the same fields and rules as when one is made with it. */
export const applicationForm: DefaultOperation = {
  ...createNewMerchantAccount,
  parameters: without(createNewMerchantAccount.parameters, ofTheBusiness),
};

/** What was asked for of it, so none of it has to be there. Whoever is written to stays the same. */
export const answerForm: DefaultOperation = {
  ...applicationForm,
  parameters: Object.fromEntries(
    Object.entries(without(applicationForm.parameters, new Set(['Email']))).map(([name, one]) => [
      name,
      { ...one, isRequired: false },
    ]),
  ),
};

function without(parameters: Parameters, names: ReadonlySet<string>): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.has(name)));
}

type Form = Omit<Told, 'actor'> & Pick<NonNullable<Onboarding['application']>, 'email' | 'markers'>;

/** What either form told: `ask` is what was made of it by the rules of its table. */
export function formOf(ask: unknown): Form {
  const { application, phone, details: profile } = ask as Onboarding;
  const { email, markers, details, secrets } = application!;
  const hide = (text: string) => secrets.reduce((rest, { value }) => value.maskIn(rest), text);
  const told = present({ ...details, Phone: phone });
  return {
    email,
    markers,
    secrets,
    details: withoutNumbers(told, hide),
    profile: withoutNumbers(present(profile), hide),
  };
}

/** An answer says half of it: a tax number that is the owner's own is found by what was told before. */
export async function answerOf(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { businessId, details: before }: Pick<Application, 'businessId' | 'details'>,
  ask: unknown,
): Promise<Form> {
  const form = formOf(ask);
  const field = 'social_security_number';
  const sent = form.secrets.find((one) => one.field === field)?.value;
  const number = form.details.EIN ?? (sent && before.EIN);
  if (number === undefined) return form;
  const owner = applicationOwner;
  const ssn = sent ?? (await vault.openMany(db, [{ businessId, owner, field }]))[0];
  if (!(ssn instanceof Secret && ssn.holds(number))) return form;
  return { ...form, details: bySsn(form.details), profile: bySsn(form.profile) };
}

function bySsn({ EIN: _, ...others }: Details): Details {
  return { ...others, [taxedBySsn.name]: taxedBySsn.value };
}
