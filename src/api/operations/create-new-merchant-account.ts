import type { Secret } from '../../kernel/secret.ts';
import { applicationOwner } from '../../parties/applications/application.ts';
import type { NewSecret } from '../../parties/businesses/new-business.ts';
import { businessType, externalKey, password, rejectOwnNames } from './business-fields.ts';
import { detailsOf } from './details.ts';
import { identifier, optional, shownIdentifier } from './fields.ts';
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
    shownIdentifier(
      'Company or agent that referred the business; reported to the account team.',
      'externalId',
    ),
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
  GatewayId: optional(
    shownIdentifier(
      'Payment gateway under whose id the business charges at the simulated bank, from the activation of its payments on and while it has no account at a gateway.',
      'externalId',
    ),
  ),
  GatewayPasskey: optional(
    password(
      'Passkey sent to the simulated bank with each charge, while the business has no account at a gateway.',
    ),
  ),
};

const parameters = {
  ...merchantParameters,
  BusinessTypeId: optional(
    businessType(
      'Number of the business type, as the operator gave it out. When blank, that of the site above it.',
    ),
    'BusinessTypeID',
  ),
  AccountName: accountName,
  ...depositParameters,
  ExternalAPIKey: optional(
    externalKey(
      'Your own API key for the business, instead of a generated one. At least 8 different characters; no repeats, sequences or names of the business.',
    ),
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
  makesBusinesses: true,
  namesOrder: false,
  parameters,
  data: onboardingData,
  answers: onboardingAnswers,
  headers: {},
  refuses: [],

  read(p, caller, review): Onboarding {
    const { environment } = caller.business;
    reviewUnderwriting(p, review);
    rejectOwnNames(p.ExternalAPIKey, [p.BusinessLegalName, p.DBA, p.Email, p.ExternalID], review);
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
