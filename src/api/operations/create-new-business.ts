import type { NewSecret } from '../../parties/businesses/new-business.ts';
import {
  businessType,
  ein,
  externalKey,
  mobileNumber,
  password,
  rejectOwnNames,
  siteNumber,
  webAddress,
  wholeWebAddress,
} from './business-fields.ts';
import { detailsOf } from './details.ts';
import {
  email,
  freeText,
  identifier,
  optional,
  phone,
  required,
  shownIdentifier,
  state,
} from './fields.ts';
import { type Onboarding, onboard, plainOnboarding } from './onboarding.ts';
import { onboardingAnswers, onboardingData, onboardingReply } from './onboarding-reply.ts';
import { type Draft, operation } from './operation.ts';
import { checkPostalCodes } from './postal-codes.ts';
import { readWebhooks, webhookParameters } from './webhook-parameters.ts';

const parameters = {
  FirstName: required(freeText('First name of the main contact.', 'name')),
  LastName: required(freeText('Last name of the main contact.', 'name')),
  Email: required(email("The contact's e-mail address.")),
  Phone: required(phone("The contact's phone number, up to 10 digits without formatting.")),
  Address1: optional(freeText("The contact's street address.", 'address')),
  Address2: optional(freeText("Second line of the contact's address.", 'address')),
  City: optional(freeText("The contact's city.", 'name')),
  State: optional(state("The contact's state, as a 2-letter code.")),
  PostalCode: optional(freeText("The contact's postal code.", 'postalCode')),
  BusinessLegalName: required(freeText('Legal name of the business.', 'name')),
  BusinessPhone: optional(
    phone(
      'Phone number of the business, up to 10 digits without formatting: calls are forwarded to it, and ' +
        'its area code is that of the mobile number that is assigned. Phone when blank.',
    ),
  ),
  BusinessEmail: optional(
    email(
      'E-mail address of the business, shown at the bottom of receipts. When blank, none is shown and ' +
        'receipts come from Email.',
    ),
  ),
  BusinessAddress1: optional(freeText("The business's street address.", 'address')),
  BusinessAddress2: optional(freeText("Second line of the business's address.", 'address')),
  BusinessCity: optional(freeText("The business's city.", 'name')),
  BusinessState: optional(state("The business's state, as a 2-letter code.")),
  BusinessPostalCode: optional(freeText("The business's postal code.", 'postalCode')),
  BusinessTypeId: optional(
    businessType(
      'Number of the business type, as the operator gave it out. When blank, that of the site above it.',
    ),
    'BusinessTypeID',
  ),
  URL: required(webAddress("Address of the business's site, with or without http:// or https://.")),
  EIN: required(ein('Tax identification number of the business: 9 digits.')),
  ExternalID: optional(
    identifier(
      'Your own identifier of the business, unique among those below its parent: when there is one with ' +
        'it, none is created.',
      'externalId',
    ),
  ),
  ExternalAPIKey: optional(
    externalKey(
      'Your own API key for the business, instead of a generated one. At least 8 different characters; no repeats, sequences or names of the business.',
    ),
  ),
  ...webhookParameters,
  ReferralID: optional(
    shownIdentifier(
      'Company or agent that referred the business; reported to the account team.',
      'externalId',
    ),
    'ReferralId',
  ),
  MobileNumberAssigned: optional(
    mobileNumber('Your own mobile number for the business, instead of an assigned one.'),
  ),
  ParentId: optional(
    siteNumber(
      'SalesSiteID of the business that the new one is to belong to: yours or one below it. Yours when ' +
        'blank.',
    ),
  ),
  Gateway: optional(freeText('Kept with the business.', 'externalId')),
  CreateBusinessAPIURL: optional(wholeWebAddress('Kept with the business.')),
  ExternalUsername: optional(identifier('Kept with the business.', 'externalId')),
  ExternalPassword: optional(password('Kept with the business.')),
  ExternalMID: optional(identifier('Kept with the business.', 'externalId')),
  ExternalTerminalID: optional(identifier('Kept with the business.', 'externalId')),
};

export const createNewBusiness = operation({
  name: 'CreateNewBusiness',
  interface: 'default',
  doc:
    'Creates a business that can text at once and take payments when they were activated for it. Its ' +
    'mobile number, Username and API key are in the answer.',
  needsPayments: false,
  makesBusinesses: true,
  namesOrder: false,
  parameters,
  data: onboardingData,
  answers: onboardingAnswers,
  headers: {},
  refuses: ['unknown_business'],

  read(p, { business }, review): Onboarding {
    checkPostalCodes(p, {}, review);
    const names = [p.BusinessLegalName, p.Email, p.ExternalID, p.ExternalUsername];
    rejectOwnNames(p.ExternalAPIKey, names, review);
    return {
      ...plainOnboarding,
      parentId: p.ParentId,
      typeId: p.BusinessTypeId,
      name: p.BusinessLegalName!,
      email: p.Email!,
      phone: p.Phone!,
      businessPhone: p.BusinessPhone ?? p.Phone!,
      mobileNumber: p.MobileNumberAssigned,
      externalId: p.ExternalID,
      externalKey: p.ExternalAPIKey,
      webhooks: readWebhooks(p, business.environment, review),
      details: detailsOf(parameters, p),
      secrets: secretsOf(p),
    };
  },

  handle: async (world, call, ask: Onboarding) => onboardingReply(await onboard(world, call, ask)),
});

function secretsOf({ ExternalPassword: value }: Draft<typeof parameters>): NewSecret[] {
  return value ? [{ owner: 'business', field: 'passkey', value }] : [];
}
