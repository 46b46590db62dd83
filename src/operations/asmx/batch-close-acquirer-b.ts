import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';

export const batchCloseAcquirerB = serviceOperation({
  name: 'BatchCloseAcquirerB',
  interface: 'service',
  doc:
    "Closes the business's open batch at AcquirerB, so that it is settled. Without an open batch " +
    'nothing happens; the answer is empty either way.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'empty',
  parameters: {},
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
