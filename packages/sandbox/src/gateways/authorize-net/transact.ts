import { createHash } from 'node:crypto';
import { luhnValid } from '../../../../../src/kernel/digits.ts';
import { parseMoney } from '../../../../../src/kernel/money.ts';
import type { GatewayFault } from '../faults.ts';
import { type Book, type Brand, markVoided, type Status, type Transaction } from './book.ts';
import { type InitiationPart, initiationIn, settingIn } from './initiation.ts';
import { avsOf, brandOf, cardIn, cvvOf, eciIn, hasBadProof, type PaymentPart } from './payment.ts';

export type Desk = {
  readonly book: Book;
  /** True if the refusal of a duplicate names the first transaction. */
  readonly tellsOriginal: boolean;
  /** True if a refund is listed under the invoice number that came with it; otherwise under that of its charge. */
  readonly refundsKeepInvoice: boolean;
  /** True if it approves a part of the amount although the request wants none. */
  readonly forcesParts: boolean;
  /** The latest of equal requests. */
  readonly latest: Map<string, Transaction>;
};

/** A request, as far as it is read here. */
export type TransactionRequest = PaymentPart &
  InitiationPart & {
    readonly transactionType?: string;
    readonly amount?: string;
    readonly refTransId?: string;
    readonly order?: { readonly invoiceNumber?: string };
    readonly profile?: {
      readonly customerProfileId?: string;
      readonly paymentProfile?: {
        readonly paymentProfileId?: string;
        readonly cardCode?: string;
      };
    };
  };

export type Sent = { readonly refId: string; readonly request: TransactionRequest };

export type Answer = {
  readonly responseCode: '1' | '2' | '3' | '4';
  readonly reason: string;
  readonly text: string;
  readonly of?: Transaction | undefined;
};

/** A request at the moment of its execution. */
type Asked = Sent & {
  readonly type: string;
  readonly cents: bigint;
  readonly fault: GatewayFault;
  /** The reason of the decline that the request is to get. */
  readonly declined: string | undefined;
  readonly at: number;
};

const declineReasons = ['2', '3', '4', '27', '44', '45', '65', '127', '141', '165', '250', '251'];
const heldReasons = ['252', '253'];
const secondsOfReview = 3600;
const declineZip = '46282';

export function isDecline(reason: string): boolean {
  return declineReasons.includes(reason);
}

export function isHeld(reason: string): boolean {
  return heldReasons.includes(reason);
}

/** Executes a request that moves money. */
export function transact(desk: Desk, sent: Sent, fault: GatewayFault, at: number): Answer {
  const { request } = sent;
  const amount = parseMoney(request.amount ?? '');
  const isPoor = request.billTo?.zip === declineZip ? '2' : undefined;
  const asked: Asked = {
    ...sent,
    type: request.transactionType ?? '',
    cents: amount.ok ? amount.value : 0n,
    fault,
    declined: isDecline(fault.code ?? '') ? fault.code : isPoor,
    at,
  };
  switch (asked.type) {
    case 'authCaptureTransaction':
    case 'authOnlyTransaction':
      return charge(desk, asked);
    case 'priorAuthCaptureTransaction':
    case 'voidTransaction':
      return change(desk, asked);
    case 'refundTransaction':
      return refund(desk, asked);
    default:
      return refuse(desk, asked, '33', 'A valid transaction type is required.');
  }
}

function charge(desk: Desk, asked: Asked): Answer {
  const { request, cents, fault } = asked;
  const { cardNumber = '', expirationDate = '' } = cardIn(request);
  if (!/^\d{13,19}$/.test(cardNumber) || !luhnValid(cardNumber))
    return refuse(desk, asked, '6', 'The credit card number is invalid.');
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(expirationDate))
    return refuse(desk, asked, '7', 'Credit card expiration date is invalid.');
  if (cents <= 0n) return refuse(desk, asked, '5', 'A valid amount is required.');
  if (hasBadProof(request)) return refuse(desk, asked, '118', 'The authentication is invalid.');
  const first = firstOf(desk, asked);
  if (first) return duplicate(desk, asked, first);
  const isSale = asked.type === 'authCaptureTransaction';
  const status = isSale ? 'capturedPendingSettlement' : 'authorizedPendingCapture';
  const facts = { last4: cardNumber.slice(-4), brand: brandOf(cardNumber) };
  if (fault.approvesPart) return approvePart(desk, asked, facts);
  const made = make(desk, asked, { status, ...facts });
  if (fault.rows === 'with_one_of_another_caller') {
    const other = { ...asked, cents: cents + 100n, refId: '' };
    make(desk, other, { status, last4: '0000', isForeign: true });
  }
  return answerFor(asked, made);
}

/** Approves half of the amount, which is held until a person releases it; declines if no part is wanted. */
function approvePart(desk: Desk, asked: Asked, facts: Facts): Answer {
  const { request, cents } = asked;
  if (settingIn(request, 'allowPartialAuth') === 'false' && !desk.forcesParts) {
    const declined = { ...asked, declined: '2' };
    return answerFor(declined, make(desk, declined, facts));
  }
  const part = { ...asked, cents: cents / 2n };
  const status = 'authorizedPendingRelease';
  return answerFor(part, make(desk, part, { ...facts, status, requestedCents: cents }));
}

/** The first of equal requests in the window that this request asks for. The security code is not compared. */
function firstOf({ latest }: Desk, asked: Asked): Transaction | undefined {
  const before = latest.get(keyOf(asked));
  const seconds = windowOf(asked) ?? 120;
  return before && asked.at - before.submittedAt < seconds * 1000 ? before : undefined;
}

function windowOf({ request }: Asked): number | undefined {
  const window = settingIn(request, 'duplicateWindow');
  return window === undefined ? undefined : Math.min(Number(window), 28_800);
}

function keyOf({ type, cents, request }: Asked): string {
  const { cardNumber, expirationDate } = cardIn(request);
  const invoice = request.order?.invoiceNumber;
  const compared = [type, cents, cardNumber, expirationDate, invoice, request.refTransId];
  return createHash('sha256').update(compared.join(' ')).digest('base64');
}

function duplicate(desk: Desk, asked: Asked, first: Transaction): Answer {
  const isTold = desk.tellsOriginal && windowOf(asked) !== undefined;
  const refused = refuse(desk, asked, '11', 'A duplicate transaction has been submitted.');
  return { ...refused, of: isTold ? first : undefined };
}

/** Executes a capture or a void, which has no transaction of its own. */
function change(desk: Desk, asked: Asked): Answer {
  const { type, declined, request } = asked;
  const of = desk.book.find(request.refTransId ?? '');
  const isVoid = type === 'voidTransaction';
  const isAuthorized = of?.status === 'authorizedPendingCapture';
  const isTaken = of?.status === 'capturedPendingSettlement';
  if (isVoid && of?.status === 'voided') return doneBefore(desk, asked, of, '310');
  const isCaptured = isTaken || of?.status === 'settledSuccessfully';
  if (!isVoid && isCaptured && of?.type === 'authOnlyTransaction')
    return doneBefore(desk, asked, of, '311');
  if (!of || !(isAuthorized || (isVoid && isTaken)))
    return refuse(desk, asked, '16', 'The transaction cannot be found.', of);
  if (!isVoid && asked.cents <= 0n)
    return refuse(desk, asked, '5', 'A valid amount is required.', of);
  if (!isVoid && asked.cents > of.cents)
    return refuse(desk, asked, '51', 'The sum of all captures is too large.', of);
  const moved = isVoid ? { ...asked, cents: of.cents } : asked;
  note(desk, moved, of, { of });
  if (declined) return answerFor(asked, of);
  if (isVoid) markVoided(of);
  else {
    of.status = 'capturedPendingSettlement';
    of.settleCents = asked.cents;
  }
  return { responseCode: '1', reason: '1', text: approvedText, of };
}

function doneBefore(desk: Desk, asked: Asked, of: Transaction, reason: string): Answer {
  refuse(desk, asked, reason, '', of);
  return { responseCode: '1', reason, text: 'This was done already.', of };
}

function refund(desk: Desk, asked: Asked): Answer {
  const { request, cents, declined } = asked;
  const of = desk.book.find(request.refTransId ?? '');
  const { cardNumber } = request.payment?.creditCard ?? {};
  const isOver = (of?.settlesUntil ?? 0) <= asked.at;
  const isSettled =
    isOver && of?.status === 'settledSuccessfully' && of.type !== 'refundTransaction';
  if (!of || !isSettled || cardNumber !== of.last4)
    return refuse(desk, asked, '54', 'It does not meet the criteria for a credit.', of);
  if (cents <= 0n) return refuse(desk, asked, '5', 'A valid amount is required.', of);
  const first = firstOf(desk, asked);
  if (first) return duplicate(desk, asked, first);
  if (of.refundedCents + cents > of.settleCents)
    return refuse(desk, asked, '55', 'The sum of credits is too large.', of);
  const { last4, brand } = of;
  const made = make(desk, asked, { status: 'refundPendingSettlement', last4, brand, of });
  if (!declined) of.refundedCents += cents;
  return answerFor(asked, made);
}

type Facts = {
  readonly status?: Status;
  readonly last4?: string;
  readonly brand?: Brand;
  /** The transaction that it follows. */
  readonly of?: Transaction | undefined;
  readonly isForeign?: boolean;
  /** The requested amount, if it is more than was approved. */
  readonly requestedCents?: bigint;
};

function make(desk: Desk, asked: Asked, facts: Facts): Transaction {
  const { type, refId, request, fault, declined, cents, at } = asked;
  const { of, status = 'declined', last4 = '', brand = 'Visa' } = facts;
  const isFound = of === undefined || desk.refundsKeepInvoice;
  const held = isHeld(fault.code ?? '') ? secondsOfReview : 0;
  const isPart = facts.requestedCents !== undefined;
  const id = desk.book.nextId();
  const made: Transaction = {
    id,
    type,
    invoiceNumber: isFound ? (request.order?.invoiceNumber ?? '') : of.invoiceNumber,
    refId,
    of,
    responseCode: declined ? '2' : held > 0 || isPart ? '4' : '1',
    reason: declined ?? (isPart ? '295' : held > 0 ? fault.code! : '1'),
    authorizationCode: declined || of ? '' : id.slice(-6),
    avs: of ? 'P' : avsOf(request),
    cvv: of ? '' : cvvOf(request),
    last4,
    brand,
    networkTransId: of || declined ? undefined : `0TN${id}`,
    cents,
    requestedCents: facts.requestedCents,
    submittedAt: at,
    visibleAt: at + (fault.visibleAfterSeconds ?? 0) * 1000,
    unclearUntil: at + (fault.unclearForSeconds ?? held) * 1000,
    unclearStatus: held > 0 ? 'FDSPendingReview' : 'communicationError',
    isTwice: fault.rows === 'duplicated',
    status: declined ? 'declined' : status,
    settleCents: cents,
    refundedCents: 0n,
  };
  desk.book.add(made);
  desk.latest.set(keyOf(asked), made);
  note(desk, asked, made, facts);
  return made;
}

const approvedText = 'This transaction has been approved.';

function answerFor({ declined, fault }: Asked, of: Transaction): Answer {
  if (!declined) {
    const { responseCode, reason } = of;
    return { responseCode, reason, text: approvedText, of };
  }
  const text = fault.text ?? 'This transaction has been declined.';
  return { responseCode: '2', reason: declined, text, of };
}

function refuse(desk: Desk, asked: Asked, reason: string, text: string, of?: Transaction): Answer {
  note(desk, { ...asked, declined: reason }, undefined, { of });
  return { responseCode: '3', reason, text };
}

const kinds: Readonly<Record<string, string>> = {
  authCaptureTransaction: 'sale',
  authOnlyTransaction: 'auth',
  priorAuthCaptureTransaction: 'capture',
  voidTransaction: 'void',
  refundTransaction: 'refund',
};

function note(desk: Desk, asked: Asked, made: Transaction | undefined, facts: Facts): void {
  const { at, type, refId, request, cents, declined } = asked;
  const { of, isForeign = false } = facts;
  desk.book.write({
    at,
    event: !made ? 'refused' : declined ? 'declined' : 'approved',
    type: kinds[type] ?? 'none',
    reference: refId || (request.order?.invoiceNumber ?? ''),
    transactionId: made?.id ?? '',
    of: of?.id,
    cents,
    code: declined ?? '1',
    last4: made?.last4,
    isByToken: request.profile !== undefined,
    ...initiationIn(request),
    eci: eciIn(request),
    isForeign,
  });
}
