import { applicationOwner } from '../applications/application.ts';
import type { Secret } from '../base/secret.ts';
import type { NewSecret } from '../businesses/new-business.ts';
import { businessType, externalKey, password } from './business-fields.ts';
import { detailsOf } from './details.ts';
import { freeText, identifier, optional } from './fields.ts';
import {
  accountName,
  depositParameters,
  merchantParameters,
  readMerchant,
} from './merchant-parameters.ts';
import { type Onboarding, onboard } from './onboarding.ts';
import { onboardingAnswers, onboardingData, onboardingReply } from './onboarding-reply.ts';
import { operation } from './operation.ts';
import { reviewUnderwriting, underwritingParameters } from './underwriting.ts';
import { readWebhooks, webhookParameters } from './webhook-parameters.ts';

const referralParameters = {
  ReferralId: optional(
    freeText('Company or agent that referred the business.', 'externalId'),
    'ReferralID',
  ),
  ExternalID: optional(
    identifier(
      'Your own identifier of the business, unique among your businesses: when there is one with it, ' +
        'none is created.',
      'externalId',
    ),
  ),
};

const gatewayParameters = {
  GatewayId: optional(freeText('Payment gateway that the business is to use.', 'externalId')),
  GatewayPasskey: optional(password('Passkey of the gateway.')),
};

const parameters = {
  ...merchantParameters,
  BusinessTypeId: optional(
    businessType(
      'Number of the business type, as the operator gave it out. When blank, that of the master site.',
    ),
    'BusinessTypeID',
  ),
  AccountName: accountName,
  ...depositParameters,
  ExternalAPIKey: optional(
    externalKey('An API key of your own for the business, in place of the one that is made.'),
  ),
  ...webhookParameters,
  ...referralParameters,
  ...gatewayParameters,
  ...underwritingParameters,
};

export const createNewMerchantAccount = operation({
  name: 'CreateNewMerchantAccount',
  interface: 'default',
  doc:
    'Creates a business and submits its application to take payments. Its mobile number, Username and ' +
    'API key are in the answer; in the sandbox the application is approved at once.',
  needsPayments: false,
  namesOrder: false,
  parameters,
  data: onboardingData,
  answers: onboardingAnswers,
  headers: {},
  refuses: [],

  read(p, caller, review): Onboarding {
    const { environment } = caller.business;
    reviewUnderwriting(p, review);
    const more = {
      details: { ...detailsOf(gatewayParameters, p), ...detailsOf(underwritingParameters, p) },
      secrets: passkeyOf(p),
      countries: {
        PostalCode: p.OwnerAddressCountryCode,
        BusinessPostalCode: p.BusinessAddressCountryCode,
      },
    };
    const merchant = readMerchant(p, more, { caller, environment }, review);
    return {
      ...merchant,
      typeId: p.BusinessTypeId,
      externalId: p.ExternalID,
      externalKey: p.ExternalAPIKey,
      webhooks: readWebhooks(p, environment, review),
      details: { ...merchant.details, ...detailsOf(referralParameters, p) },
    };
  },

  handle: async (world, call, ask: Onboarding) => onboardingReply(await onboard(world, call, ask)),
});

function passkeyOf({ GatewayPasskey: value }: { GatewayPasskey: Secret | undefined }): NewSecret[] {
  return value ? [{ owner: applicationOwner, field: 'passkey', value }] : [];
}
