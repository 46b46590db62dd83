import type { Rejection } from '../../ports/processors/processor.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import type { Account } from './account.ts';

/**
 * Tells operators at once of a request that the gateway cannot read, since every payment may meet that and no payer can
 * do anything about it: each time in the log, and in a case. The answer stands, whatever becomes of this.
 */
export async function reportMalformed(
  world: World,
  { businessId, name: processor }: Account,
  { reference }: { readonly reference: string },
  answer: { readonly outcome: string },
): Promise<void> {
  if (!isMalformed(answer)) return;
  const { message: reason } = answer;
  world.log.error('processor.malformed_request', { businessId, processor, reference, reason });
  try {
    await openCase(world, {
      businessId,
      kind: 'malformed_request',
      object: { kind: 'business', id: businessId },
      evidence: { processor, reference, reason },
    });
  } catch (error) {
    world.log.error('case.not_opened', { businessId, processor, error });
  }
}

function isMalformed(answer: { readonly outcome: string }): answer is Rejection {
  return answer.outcome === 'rejected' && 'because' in answer && answer.because === 'malformed';
}
