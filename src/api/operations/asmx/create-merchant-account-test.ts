import { detailsOf } from '../details.ts';
import { freeText, optional } from '../fields.ts';
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
  MessageType: optional(freeText('A word of your own; recorded with the application.', 'name')),
};

export const createMerchantAccountTest = serviceOperation({
  name: 'CreateMerchantAccountTest',
  interface: 'service',
  doc:
    'Checks and answers as CreateMerchantAccount does, but always in the sandbox, whatever the ' +
    'environment of your business.',
  credentials: credentialNames.usual,
  needsPayments: false,
  makesBusinesses: true,
  result: 'text',
  parameters: { ...merchantParameters, accountName, ...depositParameters, ...own },
  refuses: [],

  read(p, caller, review): Onboarding {
    const merchant = { ...p, AccountName: p.accountName };
    const more = { details: detailsOf(own, p), secrets: [] };
    return readMerchant(merchant, more, { caller, environment: 'sandbox' }, review);
  },

  handle: async (world, call, ask: Onboarding) =>
    onboardingServiceReply(await onboard(world, call, ask)),
});
