import { Refusal } from '../../../kernel/refusal.ts';
import { mayTakePayments } from '../../../parties/businesses/business.ts';
import { closeBatches } from '../../../settlement/close.ts';
import { credentialNames, serviceOperation } from '../operation.ts';

export const batchCloseAcquirerB = serviceOperation({
  name: 'BatchCloseAcquirerB',
  interface: 'service',
  doc:
    "Closes the business's open batch at AcquirerB, so that it is settled. Without an open batch, or " +
    'without AcquirerB connected for the business, nothing happens; the answer is empty either way.',
  credentials: credentialNames.usual,
  // Judged below: without an acquirer nothing is refused.
  needsPayments: false,
  result: 'empty',
  parameters: {},
  refuses: ['payments_not_active'],
  read: (p) => p,
  // After a timeout of the processor the outcome is found by inquiry.
  async handle(world, { business }) {
    if (!mayTakePayments(business)) {
      // Every sandbox business has the simulated bank; a live one without payments has no acquirer.
      if (business.environment === 'live') return;
      throw new Refusal('payments_not_active');
    }
    await closeBatches(world, business, `api:${business.username}`);
  },
});
