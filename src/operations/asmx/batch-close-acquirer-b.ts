import { closeBatches } from '../../settlement/close.ts';
import { credentialNames, serviceOperation } from '../operation.ts';

export const batchCloseAcquirerB = serviceOperation({
  name: 'BatchCloseAcquirerB',
  interface: 'service',
  doc:
    "Closes the business's open batch at AcquirerB, so that it is settled. Without an open batch " +
    'nothing happens; the answer is empty either way.',
  credentials: credentialNames.usual,
  needsPayments: true,
  result: 'empty',
  parameters: {},
  refuses: [],
  read: (p) => p,
  // Where the processor does not answer in time, what became of it is found out later.
  async handle(world, { business }) {
    await closeBatches(world, business.id, `api:${business.username}`);
  },
});
