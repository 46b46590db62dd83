import { mayBeUsername } from '../../../parties/businesses/claims.ts';
import { ein } from '../business-fields.ts';
import { type Details, present } from '../details.ts';
import { email, freeText, identifier, optional, phone, required, state } from '../fields.ts';
import { type Onboarding, onboard, plainOnboarding } from '../onboarding.ts';
import { onboardingServiceReply } from '../onboarding-reply.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { checkPostalCodes } from '../postal-codes.ts';

const parameters = {
  providerId: optional(
    identifier(
      'Your own identifier of the provider, unique among your businesses: when there is one with it, ' +
        'none is created.',
      'externalId',
    ),
  ),
  providerName: required(freeText('Legal name of the provider.', 'name')),
  providerTaxId: optional(ein("The provider's tax identification number: 9 digits.")),
  providerAddress1: optional(freeText("The provider's street address.", 'address')),
  providerAddress2: optional(freeText('Second line of the address.', 'address')),
  providerCity: optional(freeText("The provider's city.", 'name')),
  providerState: optional(state('State, as a 2-letter code.')),
  providerZipcode: optional(freeText('Postal code.', 'postalCode')),
  providerPhone1: required(
    phone(
      "The provider's phone number, up to 10 digits without formatting. Its area code is that of the " +
        'mobile number that the business is assigned.',
    ),
  ),
  providerPhone2: optional(phone('Another phone number of the provider.')),
  providerEmail: required(email("The provider's e-mail address.")),
  provideruserName: optional(
    freeText(
      'Username that the business would like to have; when it is taken, or cannot be one (only digits, a ' +
        'colon), another one is assigned.',
      'name',
    ),
  ),
};

export const onboardNewBusiness = serviceOperation({
  name: 'OnboardNewBusiness',
  interface: 'service',
  doc:
    'Creates a business that can text at once and take payments when they were activated for it. Its ' +
    'mobile number, Username and API key are in the answer.',
  credentials: credentialNames.usual,
  needsPayments: false,
  makesBusinesses: true,
  result: 'text',
  parameters,
  refuses: [],

  read(p, _, review): Onboarding {
    checkPostalCodes(p, {}, review);
    const { provideruserName: requested } = p;
    return {
      ...plainOnboarding,
      name: p.providerName!,
      email: p.providerEmail!,
      phone: p.providerPhone1!,
      businessPhone: p.providerPhone1!,
      requestedUsername:
        requested !== undefined && mayBeUsername(requested) ? requested : undefined,
      externalId: p.providerId,
      details: detailsFrom(p),
    };
  },

  handle: async (world, call, ask: Onboarding) =>
    onboardingServiceReply(await onboard(world, call, ask)),
});

/** Under the names that the other operations use. */
function detailsFrom(p: Draft<typeof parameters>): Details {
  return present({
    BusinessLegalName: p.providerName,
    EIN: p.providerTaxId,
    BusinessAddress1: p.providerAddress1,
    BusinessAddress2: p.providerAddress2,
    BusinessCity: p.providerCity,
    BusinessState: p.providerState,
    BusinessPostalCode: p.providerZipcode,
    ExternalID: p.providerId,
    providerPhone2: p.providerPhone2,
  });
}
