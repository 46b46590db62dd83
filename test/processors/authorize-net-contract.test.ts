import { openAuthorizeNetScene } from './authorize-net-scene.ts';
import { processorContract } from './contract.ts';
import { gatewaySubject } from './gateway-subject.ts';

const hour = 3600;

processorContract('Authorize.Net', async (t) => {
  const scene = await openAuthorizeNetScene();
  t.after(() => scene.close());
  const subject = gatewaySubject(scene, '2');
  const { processor } = subject;
  return {
    ...subject,
    refundsSettledOnly: true,
    processor: {
      ...processor,
      async followUp(request) {
        // Only what was settled is refunded.
        if (request.kind === 'refund') scene.passSeconds(24 * hour);
        return await processor.followUp(request);
      },
      async inquire(reference, ...more) {
        const answer = await processor.inquire(reference, ...more);
        if (answer.outcome !== 'approved') return answer;
        const { isSettled: _, ...unsettled } = answer;
        return unsettled;
      },
    },
  };
});
