import { ein } from '../business-fields.ts';
import { email, freeText, identifier, optional, phone, required, state } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';

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
      'Username that the business would like to have; when it is taken, another one is assigned.',
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
  result: 'text',
  parameters,
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
