import { identifier, required } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';

const parameters = {
  IndividualID: required(
    identifier('The customer, as IndividualID of an earlier answer.', 'externalId'),
  ),
};

export const getCustomerInformation = serviceOperation({
  name: 'GetCustomerInformation',
  interface: 'service',
  doc:
    'Gives what is known of a customer, with saved cards and bank accounts (masked), the totals of ' +
    'invoices, and subscriptions.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
