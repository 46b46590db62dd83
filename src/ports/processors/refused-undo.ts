import { type DeclineCode, declines } from './declines.ts';
import type { Decline, FollowUpRequest } from './processor.ts';

/**
 * Why a void or refund was refused, by whether the money of its charge is settled: a void comes too late then, and a
 * refund too early before. Undefined: for another reason.
 */
export function whyUndoWasRefused(
  { reference, kind }: FollowUpRequest,
  isSettled: boolean | undefined,
): Decline | undefined {
  if (kind === 'void' && isSettled === true) return declinedFor(reference, 'already_settled');
  if (kind === 'refund' && isSettled === false) return declinedFor(reference, 'not_settled');
  return undefined;
}

/** Of a request that never became a transaction. */
export function declinedFor(reference: string, code: DeclineCode): Decline {
  return { outcome: 'declined', reference, processorId: '', code, message: declines[code] };
}
