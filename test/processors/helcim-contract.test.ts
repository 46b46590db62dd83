import type { BatchRequest, ChargeAnswer } from '../../src/ports/processors/processor.ts';
import { processorContract } from './contract.ts';
import { gatewaySubject } from './gateway-subject.ts';
import { openHelcimScene } from './helcim-scene.ts';

processorContract('Helcim', async (t) => {
  const scene = await openHelcimScene();
  t.after(() => scene.close());
  const subject = gatewaySubject(scene, 'Do Not Honor');
  const { processor } = subject;
  const ids = new Map<string, string>();
  const remember = (answer: ChargeAnswer) => {
    if (answer.outcome === 'approved') ids.set(answer.reference, answer.processorId);
    return answer;
  };
  /** As a batch of ours knows its items. */
  const named = ({ reference, items }: BatchRequest): BatchRequest => ({
    reference,
    items: items.map((item) => ({ processorId: ids.get(item.reference), ...item })),
  });
  return {
    ...subject,
    customer: 'CST1001',
    recordsFollowUps: true,
    capturesInParts: true,
    failsAtTokens: true,
    forgetsDeclinedFollowUps: true,
    findsFollowUpsByCharge: true,
    reuseIs: ['unknown'],
    refundsSettledOnly: true,
    tellsRefunded: true,
    batchesAreItsOwn: true,
    processor: {
      ...processor,
      charge: async (request) => remember(await processor.charge(request)),
      async followUp(request) {
        // Only what was settled is refunded.
        if (request.kind === 'refund') scene.cutOff();
        return remember(await processor.followUp(request));
      },
      closeBatch: async (request) => await processor.closeBatch!(named(request)),
      inquireBatch: async (request) => await processor.inquireBatch!(named(request)),
    },
  };
});
