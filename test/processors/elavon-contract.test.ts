import type { TestContext } from 'node:test';
import type { Subject } from '../../packages/sandbox/test/subject.ts';
import type { BatchRequest, ChargeAnswer } from '../../src/ports/processors/processor.ts';
import { processorContract } from './contract.ts';
import { openElavonScene } from './elavon-scene.ts';
import { gatewaySubject } from './gateway-subject.ts';

for (const capturesAreTheirOwn of [false, true]) {
  const name = capturesAreTheirOwn ? 'Elavon, captures by their own ids' : 'Elavon';
  processorContract(name, async (t) => await openSubject(t, capturesAreTheirOwn));
}

async function openSubject(t: TestContext, capturesAreTheirOwn: boolean): Promise<Subject> {
  const scene = await openElavonScene({ capturesAreTheirOwn });
  t.after(() => scene.close());
  const subject = gatewaySubject(scene, 'DECLINED: NSF');
  const { processor } = subject;
  const ids = new Map<string, string>();
  const captures = new Map<string, string>();
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
    recordsFollowUps: true,
    batchesAreItsOwn: true,
    processor: {
      ...processor,
      async charge(request) {
        const answer = remember(await processor.charge(request));
        if (answer.outcome !== 'approved' && answer.outcome !== 'declined') return answer;
        // Only an answer has what the issuer checked, and the networks' name of the charge.
        const { checks: _, ...told } = answer;
        if (told.outcome === 'declined') return told;
        const { networkTransactionId: __, ...known } = told;
        return known;
      },
      async followUp(request) {
        const captureId = captures.get(request.chargeId);
        const answer = remember(await processor.followUp({ ...request, captureId }));
        const isCapture = request.kind === 'capture' && answer.outcome === 'approved';
        if (isCapture) captures.set(request.chargeId, answer.processorId);
        return answer;
      },
      inquire: async (reference, of, since = scene.now()) =>
        await processor.inquire(reference, of, since),
      // What it takes is scheduled, and is told once it is settled.
      async closeBatch(request) {
        const told = await processor.closeBatch!(named(request));
        if (told.outcome !== 'unknown') return told;
        scene.passSeconds(60);
        return await processor.closeBatch!(named(request));
      },
      inquireBatch: async (request) => await processor.inquireBatch!(named(request)),
    },
  };
}
