import { ipAddress } from '../business-fields.ts';
import { detailsOf } from '../details.ts';
import { optional } from '../fields.ts';
import {
  accountName,
  depositParameters,
  merchantParameters,
  readMerchant,
} from '../merchant-parameters.ts';
import { type Onboarding, onboard } from '../onboarding.ts';
import { onboardingServiceReply } from '../onboarding-reply.ts';
import { credentialNames, serviceOperation } from '../operation.ts';

const own = {
  IPAddress: optional(
    ipAddress('IP address, version 4 or 6, that the merchant signed the application from.'),
  ),
};

export const createMerchantAccount = serviceOperation({
  name: 'CreateMerchantAccount',
  interface: 'service',
  doc: 'Creates a business and submits its application to take payments.',
  credentials: credentialNames.usual,
  needsPayments: false,
  makesBusinesses: true,
  result: 'text',
  parameters: { ...merchantParameters, accountName, ...depositParameters, ...own },
  refuses: [],

  read(p, caller, review): Onboarding {
    const merchant = { ...p, AccountName: p.accountName };
    const more = { details: detailsOf(own, p), secrets: [] };
    const { environment } = caller.business;
    return readMerchant(merchant, more, { caller, environment }, review);
  },

  handle: async (world, call, ask: Onboarding) =>
    onboardingServiceReply(await onboard(world, call, ask)),
});
