import { processorContract } from './contract.ts';
import { gatewaySubject } from './gateway-subject.ts';
import { openStripeScene } from './stripe-scene.ts';

processorContract('Stripe', async (t) => {
  const scene = await openStripeScene();
  t.after(() => scene.close());
  const subject = gatewaySubject(scene, 'generic_decline');
  const { processor } = subject;
  return {
    ...subject,
    // Before the capture there is nothing to refund, and after it nothing to void.
    refundsSettledOnly: true,
    voidsAuthorizedOnly: true,
    tellsRefunded: true,
    // Once a card was sent under a key, only the payment tells whether that one charged it.
    reuseIs: ['rejected', 'declined', 'unknown'],
    processor: {
      ...processor,
      async inquire(reference, ...more) {
        const answer = await processor.inquire(reference, ...more);
        if (answer.outcome !== 'approved') return answer;
        const { isSettled: _, ...unsettled } = answer;
        return unsettled;
      },
    },
  };
});
