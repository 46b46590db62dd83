import { freeText, optional } from '../fields.ts';
import { credentialNames, type Draft, notAvailableYet, serviceOperation } from '../operation.ts';
import { type DepositAccount, merchantParameters, readMerchant } from './merchant-parameters.ts';

const parameters = {
  ...merchantParameters,
  MessageType: optional(freeText('A word of your own; recorded with the application.', 'name')),
};

type Ask = { readonly p: Draft<typeof parameters>; readonly account: DepositAccount };

export const createMerchantAccountTest = serviceOperation({
  name: 'CreateMerchantAccountTest',
  interface: 'service',
  doc:
    'Checks and answers as CreateMerchantAccount does, but always in the sandbox, whatever the ' +
    'environment of your business.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read(p, caller, review): Ask | undefined {
    const account = readMerchant(p, caller, 'sandbox', review);
    return account && { p, account };
  },
  handle: notAvailableYet,
});
