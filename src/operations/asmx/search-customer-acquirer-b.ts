import { identifier, required } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';

const parameters = {
  CustomerCode: required(identifier('The customer, as AcquirerB calls it.', 'externalId')),
};

export const searchCustomerAcquirerB = serviceOperation({
  name: 'SearchCustomerAcquirerB',
  interface: 'service',
  doc:
    'Looks a customer up at AcquirerB and brings what is known of it here up to date. The answer is ' +
    'empty: GetCustomerInformation shows the customer.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'empty',
  parameters,
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
