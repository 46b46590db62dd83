import { type DeclineCode, declines } from './declines.ts';
import type { Connector, GatewayProcessor, Standing } from './gateway-kind.ts';
import { answered, unfitReference, unknownCharge } from './gateway-text.ts';
import type { ChargeAnswer, Decline, FollowUpRequest, Rejection, Unknown } from './processor.ts';

/**
 * Where a gateway refuses a capture, void or refund without telling why, the charge does: a connector only tells what it
 * is refused with, and how the charge stands.
 */
export function withReasons(connector: Connector): GatewayProcessor {
  const followUp = async (request: FollowUpRequest) => {
    const answer = await connector.followUp(request);
    if (!connector.standing || !isUnexplained(request, answer)) return answer;
    return reasonFor(request, answer, await connector.standing(request, answer));
  };
  return { ...connector, followUp };
}

type Refusal = Rejection | Unknown;

/** Where a refusal proves that nothing was done, a capture has no reason that its charge would show. */
function isUnexplained({ kind }: FollowUpRequest, answer: ChargeAnswer): answer is Refusal {
  if (answer.outcome === 'unknown') return answer.isRefused === true;
  return kind !== 'capture' && isOfRequest(answer) && !notSent.includes(answer);
}

const notSent: readonly ChargeAnswer[] = [unfitReference, unknownCharge];

/** Whether it is this request that is refused: what it names is not there, or is not so. */
export function isOfRequest(answer: ChargeAnswer): boolean {
  return answer.outcome === 'rejected' && !answer.account && !answer.because;
}

/** A void comes too late once the charge is settled, and a refund too early before. */
function reasonFor(
  { reference, kind }: FollowUpRequest,
  refusal: Refusal,
  charge: Standing | Unknown | undefined,
): ChargeAnswer {
  if (kind === 'void' && charge === 'settled') return declinedFor(reference, 'already_settled');
  if (kind === 'refund' && charge === 'taken') return declinedFor(reference, 'not_settled');
  if (refusal.outcome === 'rejected') return refusal;
  if (charge === 'empty') return { outcome: 'rejected', message: refusal.reason };
  return typeof charge === 'object' ? charge : answered(refusal.reason);
}

/** Of a request that never became a transaction. */
export function declinedFor(reference: string, code: DeclineCode): Decline {
  return { outcome: 'declined', reference, processorId: '', code, message: declines[code] };
}
