import { Secret } from '../../kernel/secret.ts';
import {
  type Application,
  applicationOwner,
  taxedBySsn,
} from '../../parties/applications/application.ts';
import type { SubmittedDetails } from '../../parties/applications/submitted-details.ts';
import { recordOpenings } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { createNewMerchantAccount } from './create-new-merchant-account.ts';
import { type Details, present } from './details.ts';
import { type Onboarding, withoutNumbers } from './onboarding.ts';
import type { DefaultOperation, Parameters } from './operation.ts';
import { webhookParameters } from './webhook-parameters.ts';

/** Fields of the business, not of its application. */
const ofTheBusiness: ReadonlySet<string> = new Set([
  ...Object.keys(webhookParameters),
  'BusinessTypeId',
  'ExternalID',
  'ExternalAPIKey',
  'ReferralId',
]);

/** The application of an existing business: the same fields and rules as when both are made together. */
export const applicationForm: DefaultOperation = {
  ...createNewMerchantAccount,
  parameters: without(createNewMerchantAccount.parameters, ofTheBusiness),
};

/** Answers to the underwriter, so every field is optional. The mail address of the application stays the same. */
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

type Form = Omit<SubmittedDetails, 'actor'> &
  Pick<NonNullable<Onboarding['application']>, 'email' | 'markers'>;

/** The data of either form: `ask` is the result of the table's rules. */
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

/** A partial form: a tax number equal to the owner's is recognized by the stored data. */
export async function answerOf(
  { db, vault, now }: Pick<World, 'db' | 'vault' | 'now'>,
  { businessId, id, details: before }: Pick<Application, 'businessId' | 'id' | 'details'>,
  { ask, actor }: { readonly ask: unknown; readonly actor: string },
): Promise<Form> {
  const form = formOf(ask);
  const field = 'social_security_number';
  const sent = form.secrets.find((one) => one.field === field)?.value;
  const number = form.details.EIN ?? (sent && before.EIN);
  if (number === undefined) return form;
  const owner = applicationOwner;
  if (!sent) {
    const reason = 'compared with a tax number that was told anew';
    const opening = { businessId, actor, object: `application:${id}`, reason, at: now() };
    await db.begin((tx) => recordOpenings(tx, [{ ...opening, facts: { field } }])); // committed
  }
  const ssn = sent ?? (await vault.openMany(db, [{ businessId, owner, field }]))[0];
  if (!(ssn instanceof Secret && ssn.holds(number))) return form;
  return { ...form, details: bySsn(form.details), profile: bySsn(form.profile) };
}

function bySsn({ EIN: _, ...others }: Details): Details {
  return { ...others, [taxedBySsn.name]: taxedBySsn.value };
}
