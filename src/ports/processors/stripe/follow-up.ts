import type { Standing } from '../gateway-kind.ts';
import {
  answered,
  isTransactionId,
  unfitReference,
  unknown,
  unknownCharge,
} from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type { ChargeAnswer, FollowUpRequest, Rejection, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { classifyByCharge, classifyRefund, wasHeld } from './classify.ts';
import type { Client } from './client.ts';
import { isAbout, standingOf } from './codes.ts';
import type { Lists } from './lists.ts';
import { isReference } from './references.ts';
import { followUpRequest } from './requests.ts';
import { intentIn, refundIn } from './wire.ts';

/** Captures, voids and refunds. A charge can be voided until it is captured; after that it is refunded. */
export function followUps(
  { post, answerFor, rejectionFor }: Client,
  { intent }: Pick<Lists, 'intent'>,
) {
  return { followUp, standing };

  async function followUp(request: FollowUpRequest): Promise<ChargeAnswer> {
    const { reference, chargeId, kind } = request;
    if (!isReference(reference)) return unfitReference;
    if (!isTransactionId(chargeId)) return unknownCharge;
    const { path, fields } = followUpRequest(request);
    // The key that a charge under this reference would have: a reference is used once.
    const told = await post(path, fields, `${reference}-c`, request.sendBy);
    switch (told.kind) {
      case 'good':
        return kind === 'refund' ? judgeMade(request, told.body) : judgeChanged(request, told.body);
      case 'error': {
        const { verdict, error } = told;
        if (verdict.outcome === 'unproved')
          return { ...answered(rejectionFor(told).message), isRefused: true };
        if (error && !isAbout(chargeId, error)) return unknown('answer for another payment');
        if (verdict.outcome !== 'declined') return answerFor(told);
        return declinedFor(reference, verdict.code);
      }
      default:
        return { outcome: told.kind, reason: told.reason };
    }
  }

  /** A captured charge counts as settled: it is refunded. A charge without money can have no follow-up. */
  async function standing(
    of: FollowUpRequest,
    refusal: Rejection | Unknown,
  ): Promise<Standing | Unknown | undefined> {
    // At this gateway no refund comes too early.
    if (of.kind === 'refund' && refusal.outcome === 'rejected') return undefined;
    const found = await intent(of.chargeId);
    if ('outcome' in found) return found;
    const shown = standingOf(found.status);
    if (shown === 'taken' && of.kind !== 'capture') return 'settled';
    if (of.kind === 'refund') return shown && 'empty';
    if (shown === 'authorized') return undefined;
    const { outcome } = classifyByCharge(of, found);
    // Perhaps this very request was carried out: an inquiry finds out.
    return outcome === 'approved' || outcome === 'unknown' ? undefined : 'empty';
  }
}

function judgeMade(request: FollowUpRequest, body: string): ChargeAnswer {
  const refund = refundIn(readJson(body));
  const isOurs = refund?.reference === request.reference && refund.intentId === request.chargeId;
  return isOurs ? classifyRefund(request, refund) : unknown('answer for another refund');
}

function judgeChanged(request: FollowUpRequest, body: string): ChargeAnswer {
  const changed = intentIn(readJson(body));
  if (changed?.id !== request.chargeId) return unknown('answer for another payment');
  const answer = classifyByCharge(request, changed);
  if (answer.outcome === 'approved' || answer.outcome === 'unknown') return answer;
  const isEmpty = request.kind === 'void' && changed.status === 'canceled' && !wasHeld(changed);
  return isEmpty ? notHeld : unknown('the answer leaves the payment as it was');
}

const notHeld: Rejection = {
  outcome: 'rejected',
  message: 'The gateway holds no money of this payment.',
};
