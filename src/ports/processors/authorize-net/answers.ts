import { classifyRows, type Inquired, type Seen } from '../classify-rows.ts';
import { checksIn } from '../connector.ts';
import { centsOf, isTransactionId, there, unknown, wordOf } from '../gateway-text.ts';
import type { Approval, Decline, FollowUpRequest, InquiryAnswer, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import type { Details, Row } from './client.ts';
import { cardChecks, declineOf, held, isUnderReview, standingOf } from './codes.ts';

/*
 * Classifies the details of transactions. Invoice numbers are not unique at the gateway; the `refId` of a request comes
 * back in the details of the transaction that it made.
 */

/** Classifies the transactions with our reference as invoice number. Undefined: none of them is ours. */
export function classifyOwn(asked: Inquired, found: readonly Details[]): InquiryAnswer | undefined {
  const kind = asked.of?.kind ?? 'charge';
  const ofKind = found.filter((one) => kindOf(one) === kind);
  const named = ofKind.filter(({ refId }) => refId === asked.reference);
  // Another system of the merchant may use our numbers. If no `refId` is shown, all may be ours.
  const ours = named.length > 0 ? named : ofKind;
  const seen = ours.flatMap((one) => [seenAs(asked, one, 'surely'), ...captureOf(asked, one)]);
  const refunds = asked.of ? [] : refundsOf(asked, ours, found);
  const answer = classifyRows(asked, [...seen, ...refunds]);
  return answer || refunds.length === 0 ? answer : there('found as refunded, and not shown itself');
}

/** The capture of a charge, if the captured amount is not the authorized one. */
function captureOf({ reference, of }: Inquired, found: Details): Seen[] {
  const { transactionId: processorId, authorizationCode } = found;
  const [taken, authorized] = [centsOf(found.settled), centsOf(found.authorized)];
  const isTaken = ['taken', 'settled'].includes(standingOf(found.status) ?? '');
  if (of || !isTaken || taken === undefined || taken === authorized) return [];
  const told = { outcome: 'approved', reference, processorId, amountCents: taken } as const;
  return [{ kind: 'capture', told: { ...told, authorizationCode }, isOurs: 'surely' }];
}

/** A refund may have the number of its charge, whoever requested it. */
function refundsOf(
  asked: Inquired,
  charges: readonly Details[],
  found: readonly Details[],
): Seen[] {
  const ids = charges.map(({ transactionId }) => transactionId);
  return found
    .filter(isRefund)
    .map((one) => seenAs(asked, one, ids.includes(one.ofTransactionId) ? 'surely' : 'perhaps'));
}

function seenAs(asked: Inquired, found: Details, isOurs: Seen['isOurs']): Seen {
  return { kind: kindOf(found), told: judge(asked, found), isOurs };
}

/** A capture or a void changes its charge, and is no transaction of its own. */
function kindOf(found: Details): 'charge' | 'refund' {
  return isRefund(found) ? 'refund' : 'charge';
}

export function isRefund({ type }: Details): boolean {
  return type === 'refundTransaction';
}

function judge(asked: Inquired, found: Details): Seen['told'] {
  const { reference } = asked;
  switch (standingOf(found.status)) {
    case 'authorized':
    case 'taken':
    case 'settled':
    case 'accepted':
      return approval(asked, found);
    case 'declined':
      return decline(asked, found);
    case 'voided':
      // No money is held under it, whoever voided it.
      return { outcome: 'canceled', reference, processorId: found.transactionId };
    default:
      return isUnderReview(found.status) ? held : there(foundAs(found));
  }
}

function approval({ reference }: Inquired, found: Details): Approval | Unknown {
  const { transactionId: processorId, responseCode, authorizationCode } = found;
  // A transaction that was held for review keeps its code.
  const isApproved = responseCode === '1' || responseCode === '4';
  const isCharge = kindOf(found) === 'charge';
  const amountCents = centsOf(isCharge ? found.authorized : found.settled);
  if (!isApproved || amountCents === undefined || !isTransactionId(processorId))
    return there('found without an amount, a number or an approval');
  const told = { reference, processorId, amountCents, authorizationCode };
  const isSettled = standingOf(found.status) === 'settled' ? { isSettled: true } : {};
  const { networkTransactionId } = found;
  const named = networkTransactionId !== '' && isCharge ? { networkTransactionId } : {};
  const checks = isCharge ? checksIn(cardChecks, undefined, found) : {};
  return { outcome: 'approved', ...told, ...isSettled, ...named, ...checks };
}

function decline({ reference, of }: Inquired, found: Details): Decline {
  const declined = declinedFor(
    reference,
    declineOf(found.status, found.reason),
    found.transactionId,
  );
  return { ...declined, ...checksIn(cardChecks, of, found) };
}

/** Classifies a capture or a void by the state of its charge. */
export function classifyByCharge(of: FollowUpRequest, charge: Details): InquiryAnswer {
  const { reference, chargeId } = of;
  if (charge.transactionId !== chargeId) return unknown('another charge is shown');
  return classifyRows({ reference, of }, seenAtCharge(of, charge)) ?? { outcome: 'not_found' };
}

function seenAtCharge(of: FollowUpRequest, charge: Details): readonly Seen[] {
  const { reference, kind, chargeId: processorId } = of;
  const seen = (told: Seen['told'], isOurs: Seen['isOurs'] = 'perhaps') => [{ kind, told, isOurs }];
  const approved = (amountCents: bigint) => {
    const { authorizationCode } = charge;
    return seen({ outcome: 'approved', reference, processorId, amountCents, authorizationCode });
  };
  switch (standingOf(charge.status)) {
    case 'authorized':
      return [];
    case 'taken':
    case 'settled': {
      if (kind === 'void') return [];
      const taken = centsOf(charge.settled);
      return taken === undefined ? seen(unknown('captured without an amount')) : approved(taken);
    }
    case 'voided':
      // A voided charge holds nothing, whether it was captured or not.
      if (kind === 'void') return approved(of.amountCents);
      return seen({ outcome: 'canceled', reference }, 'surely');
    default:
      return seen(unknown(foundAs(charge)));
  }
}

/** True for a refund of the same charge that is listed under no number of its own. */
export function isOtherRefund(of: FollowUpRequest, { status, invoiceNumber }: Row): boolean {
  const isInherited = invoiceNumber === '' || invoiceNumber === of.chargeReference;
  return isInherited && status.startsWith('refund');
}

/** Classifies refunds whose invoice number is not ours: only the `refId` shows which of them is ours. */
export function classifyRefunds(of: FollowUpRequest, found: readonly Details[]): InquiryAnswer {
  const asked = { reference: of.reference, of };
  const seen = found.flatMap((one): Seen[] => {
    if (one.ofTransactionId !== of.chargeId) return [];
    if (one.refId === of.reference) return [seenAs(asked, one, 'surely')];
    return one.refId === '' ? [seenAs(asked, one, 'perhaps')] : [];
  });
  return classifyRows(asked, seen) ?? { outcome: 'not_found' };
}

function foundAs(found: Details): string {
  return `the ${kindOf(found)} is found as ${wordOf(found.status)}`;
}
