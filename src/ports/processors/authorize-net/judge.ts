import { parseMoney } from '../../../kernel/money.ts';
import { declines } from '../declines.ts';
import { isTransactionId, there, unknown } from '../gateway-text.ts';
import { type Asked, judgeRows, type Seen } from '../judge-rows.ts';
import type {
  Approval,
  CardChecks,
  Decline,
  FollowUpRequest,
  InquiryAnswer,
  Unknown,
} from '../processor.ts';
import { cardChecks, declineOf, held, isUnderReview, standingOf, wordOf } from './codes.ts';
import type { Details, Row } from './wire.ts';

/*
 * What the details of transactions tell of one conversation. Invoice numbers are not unique at the gateway; the `refId`
 * of a request comes back in the details of what it made.
 */

/** Of the transactions with our reference as invoice number. Undefined: none of them is ours. */
export function judgeOwn(asked: Asked, found: readonly Details[]): InquiryAnswer | undefined {
  const ofKind = found.filter(({ type }) => (type === refundType) === (asked.of !== undefined));
  const named = ofKind.filter(({ refId }) => refId === asked.reference);
  // Another system of the merchant may use our numbers. Where no `refId` is shown, all may be ours.
  const ours = named.length > 0 ? named : ofKind;
  return judgeRows(
    asked,
    ours.map((one) => seenAs(asked, one, 'surely')),
  );
}

function seenAs(asked: Asked, found: Details, isOurs: Seen['isOurs']): Seen {
  return { kind: asked.of?.kind ?? 'charge', told: judge(asked, found), isOurs };
}

const refundType = 'refundTransaction';

function judge(asked: Asked, found: Details): Seen['told'] {
  const { reference, of } = asked;
  switch (standingOf(found.status)) {
    case 'authorized':
    case 'taken':
    case 'settled':
    case 'accepted':
      return approval(asked, found);
    case 'declined':
      return decline(asked, found);
    case 'voided':
      // Whoever voided it: no money is held under it.
      return { outcome: 'canceled', reference, processorId: found.transactionId };
    default:
      if (isUnderReview(found.status)) return held;
      return there(foundAs(found, of ? 'the refund' : 'the charge'));
  }
}

function approval({ reference, of }: Asked, found: Details): Approval | Unknown {
  const { transactionId: processorId, responseCode, authorizationCode } = found;
  // What was held for review keeps its code.
  const isApproved = responseCode === '1' || responseCode === '4';
  const amountCents = centsOf(of ? found.settled : found.authorized);
  if (!isApproved || amountCents === undefined || !isTransactionId(processorId))
    return there('found without an amount, a number or an approval');
  const told = { reference, processorId, amountCents, authorizationCode };
  const isSettled = standingOf(found.status) === 'settled' ? { isSettled: true } : {};
  const { networkTransactionId } = found;
  const named = networkTransactionId !== '' && !of ? { networkTransactionId } : {};
  return { outcome: 'approved', ...told, ...isSettled, ...named, ...checksOf(of, found) };
}

function decline({ reference, of }: Asked, found: Details): Decline {
  const code = declineOf(found.status, found.reason);
  const told = { reference, processorId: found.transactionId, code, message: declines[code] };
  return { outcome: 'declined', ...told, ...checksOf(of, found) };
}

/** Only a charge has a card. */
export function checksOf(
  of: FollowUpRequest | undefined,
  { avs, cvv }: Pick<Details, 'avs' | 'cvv'>,
): { readonly checks?: CardChecks } {
  return of ? {} : { checks: cardChecks(avs, cvv) };
}

/** A capture and a void change their charge, and have no transaction of their own. */
export function judgeByCharge(of: FollowUpRequest, charge: Details): InquiryAnswer {
  const { reference, kind, amountCents, chargeId: processorId } = of;
  if (charge.transactionId !== processorId) return unknown('another charge is shown');
  const standing = standingOf(charge.status);
  const { authorizationCode } = charge;
  const approved = { outcome: 'approved', reference, processorId, amountCents } as const;
  if (standing === 'voided') {
    // What was to be captured is void, captured or not.
    return kind === 'void'
      ? { ...approved, authorizationCode }
      : { outcome: 'canceled', reference };
  }
  if (standing === 'authorized') return { outcome: 'not_found' };
  if (standing !== 'taken' && standing !== 'settled') return unknown(foundAs(charge, 'the charge'));
  if (kind === 'void') return { outcome: 'not_found' };
  return centsOf(charge.settled) === amountCents
    ? { ...approved, authorizationCode }
    : unknown('captured with another amount');
}

/** A refund of the same charge that is listed under no number of its own. */
export function isOtherRefund(of: FollowUpRequest, { status, invoiceNumber }: Row): boolean {
  const isInherited = invoiceNumber === '' || invoiceNumber === of.chargeReference;
  return isInherited && status.startsWith('refund');
}

/** Refunds whose invoice number is not ours: which of them is ours tells its `refId` alone. */
export function judgeRefunds(of: FollowUpRequest, found: readonly Details[]): InquiryAnswer {
  const asked = { reference: of.reference, of };
  const seen = found.flatMap((one): Seen[] => {
    if (one.ofTransactionId !== of.chargeId) return [];
    if (one.refId === of.reference) return [seenAs(asked, one, 'surely')];
    return one.refId === '' ? [seenAs(asked, one, 'perhaps')] : [];
  });
  return judgeRows(asked, seen) ?? { outcome: 'not_found' };
}

function foundAs({ status }: Details, what: string): string {
  return `${what} is found as ${wordOf(status)}`;
}

/** An amount is a number of JSON, or its text. */
export function centsOf(amount: string): bigint | undefined {
  const cents = parseMoney(amount);
  return cents.ok ? cents.value : undefined;
}
