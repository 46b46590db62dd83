import { type DeclineCode, declines } from './declines.ts';
import type { Connector, GatewayProcessor, Standing } from './gateway-kind.ts';
import { answered, unfitReference, unknownCharge } from './gateway-text.ts';
import type { ChargeAnswer, Decline, FollowUpRequest, Rejection, Unknown } from './processor.ts';

/**
 * If a gateway refuses a capture, void or refund without a reason, the state of the charge gives the reason. A
 * connector only reports the refusal and the state of the charge.
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

/**
 * True if the charge may show the reason of a refusal. It shows none for a capture whose refusal proves that nothing
 * was done.
 */
function isUnexplained({ kind }: FollowUpRequest, answer: ChargeAnswer): answer is Refusal {
  if (answer.outcome === 'unknown') return answer.isRefused === true;
  return kind !== 'capture' && isOfRequest(answer) && !notSent.includes(answer);
}

const notSent: readonly ChargeAnswer[] = [unfitReference, unknownCharge];

/** True if this request itself is refused: what it names does not exist, or is in another state. */
export function isOfRequest(answer: ChargeAnswer): boolean {
  return answer.outcome === 'rejected' && !answer.account && !answer.because;
}

/** A void is too late once the charge is settled, and a refund is too early before. */
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

/** `processorId` is left out for a request that never became a transaction. */
export function declinedFor(reference: string, code: DeclineCode, processorId = ''): Decline {
  return { outcome: 'declined', reference, processorId, code, message: declines[code] };
}
