import { ipAddress } from '../business-fields.ts';
import { optional } from '../fields.ts';
import { credentialNames, type Draft, notAvailableYet, serviceOperation } from '../operation.ts';
import { type DepositAccount, merchantParameters, readMerchant } from './merchant-parameters.ts';

const parameters = {
  ...merchantParameters,
  IPAddress: optional(
    ipAddress('IP address, version 4 or 6, that the merchant signed the application from.'),
  ),
};

type Ask = { readonly p: Draft<typeof parameters>; readonly account: DepositAccount };

export const createMerchantAccount = serviceOperation({
  name: 'CreateMerchantAccount',
  interface: 'service',
  doc: 'Creates a business and submits its application to take payments.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read(p, caller, review): Ask | undefined {
    const account = readMerchant(p, caller, caller.business.environment, review);
    return account && { p, account };
  },
  handle: notAvailableYet,
});
