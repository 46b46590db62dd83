import { classifyRows, type Seen } from '../classify-rows.ts';
import { there, unknown, wordOf } from '../gateway-text.ts';
import type { Approval, Decline, FollowUpRequest, InquiryAnswer, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import type { Intent, Refund, StripeError } from './client.ts';
import { cardChecks, declineOf, standingOf, waitsForPayer } from './codes.ts';

/* Classifies a payment and its refunds, as the gateway shows them. */

/** Classifies a charge, given all its refunds if it has any. */
export function classifyCharge(
  reference: string,
  intent: Intent,
  refunds: readonly Refund[] = [],
): InquiryAnswer {
  const told = toldOf(reference, intent);
  const charge: Seen[] = told ? [{ kind: 'charge', told, isOurs: 'surely' }] : [];
  const given = refunds.map((one) => seenWith(reference, one));
  const rows = [...charge, ...captureIn(reference, intent), ...given];
  return classifyRows({ reference }, rows) ?? { outcome: 'not_found' };
}

/** The capture, perhaps of a part: the rest of the authorization is held no more, and is no refund. */
function captureIn(reference: string, intent: Intent): Seen[] {
  const { status, captureMethod, receivedCents, id: processorId } = intent;
  if (standingOf(status) !== 'taken' || captureMethod !== 'manual') return [];
  const told = { reference, processorId, amountCents: receivedCents, authorizationCode: '' };
  return [{ kind: 'capture', told: { outcome: 'approved', ...told }, isOurs: 'surely' }];
}

/** Undefined if the payment shows no result of a card; one may be on its way. */
function toldOf(reference: string, intent: Intent): Seen['told'] | undefined {
  const { id: processorId, status, lastError } = intent;
  const canceled = { outcome: 'canceled', reference } as const;
  switch (standingOf(status)) {
    case 'open':
      return lastError && status !== waitsForPayer
        ? declineFrom(reference, intent, lastError)
        : undefined;
    case 'authorized':
    case 'taken':
      return approvalFrom(reference, intent);
    case 'canceled':
      return wasHeld(intent) ? { ...canceled, processorId } : canceled;
    case undefined:
      return there(foundAs('the charge', status));
  }
}

/** A refund with the reference of its charge is our cancel; a person gives a refund no reference. */
function seenWith(reference: string, refund: Refund): Seen {
  return {
    kind: refund.reference === reference ? 'void' : 'refund',
    told: classifyRefund({ reference }, refund),
    isOurs: 'surely',
  };
}

function approvalFrom(reference: string, intent: Intent): Approval {
  const { id: processorId, amountCents, currency, charge } = intent;
  const { authorizationCode, networkTransactionId } = charge;
  return {
    outcome: 'approved',
    reference,
    processorId,
    amountCents,
    currency,
    authorizationCode,
    checks: cardChecks(charge.checks),
    ...(networkTransactionId && { networkTransactionId }),
  };
}

export function declineFrom(
  reference: string,
  { id: processorId }: Pick<Intent, 'id'>,
  error: StripeError,
): Decline {
  const declined = declinedFor(reference, declineOf(error), processorId);
  return { ...declined, checks: cardChecks(error.checks) };
}

/** A capture and a void change their charge, and have no record of their own. A capture leaves its reference there. */
export function classifyByCharge(of: FollowUpRequest, intent: Intent): InquiryAnswer {
  const standing = standingOf(intent.status);
  if (!standing) return unknown(foundAs('the charge', intent.status));
  const { reference } = of;
  if (of.kind === 'void') {
    if (standing !== 'canceled') return { outcome: 'not_found' };
    return wasHeld(intent) ? changed(of, intent) : { outcome: 'canceled', reference };
  }
  if (standing === 'canceled') return { outcome: 'canceled', reference };
  if (standing !== 'taken') return { outcome: 'not_found' };
  if (isOthersCapture(of, intent)) return { outcome: 'not_found' };
  const isOurs = intent.captureReference === reference && intent.receivedCents === of.amountCents;
  return isOurs ? changed(of, intent) : unknown('captured, and it is not shown by whom');
}

/** True if the charge was never to be captured, or another request of ours did it. */
function isOthersCapture({ reference }: FollowUpRequest, intent: Intent): boolean {
  const { captureMethod, captureReference } = intent;
  return captureMethod === 'automatic' || !['', reference].includes(captureReference);
}

/** True if the issuer held money for it. */
export function wasHeld({ charge }: Intent): boolean {
  return charge.status === 'succeeded';
}

function changed({ reference, amountCents }: FollowUpRequest, intent: Intent): Approval {
  const { id: processorId, currency, charge } = intent;
  const { authorizationCode } = charge;
  return { outcome: 'approved', reference, processorId, amountCents, currency, authorizationCode };
}

/** Classifies a refund, given all refunds of the charge. */
export function classifyRefunds(of: FollowUpRequest, refunds: readonly Refund[]): InquiryAnswer {
  const { reference } = of;
  const ours = refunds.filter((one) => one.reference === reference);
  const seen = ours.map(
    (one): Seen => ({ kind: 'refund', told: classifyRefund(of, one), isOurs: 'surely' }),
  );
  return classifyRows({ reference, of }, seen) ?? { outcome: 'not_found' };
}

export function classifyRefund(
  { reference }: Pick<FollowUpRequest, 'reference'>,
  { id: processorId, status, amountCents, currency }: Refund,
): Approval | Decline | Unknown {
  switch (status) {
    case 'succeeded':
    // The money has left the account, and has not yet arrived.
    case 'pending':
      return {
        outcome: 'approved',
        reference,
        processorId,
        amountCents,
        currency,
        authorizationCode: '',
      };
    case 'failed':
    case 'canceled':
      return declinedFor(reference, 'processing_error', processorId);
    default:
      return there(foundAs('the refund', status));
  }
}

/** True if our cancel refunded the charge: its refund has the charge's own reference. */
export function isUndone(reference: string, refunds: readonly Refund[]): boolean {
  return refunds.some((one) => one.reference === reference && isGood(one));
}

function isGood({ status }: Refund): boolean {
  return status === 'succeeded' || status === 'pending';
}

function foundAs(what: string, status: string): string {
  return `${what} is found as ${wordOf(status)}`;
}
