import { createHash } from 'node:crypto';
import { luhnValid } from '../../../../../src/kernel/digits.ts';
import { parseMoney } from '../../../../../src/kernel/money.ts';
import type { GatewayFault } from '../faults.ts';
import { type Book, noBatch, type Transaction } from './book.ts';
import { avsOf, cvvOf, declineOf, isDeclineText } from './cards.ts';

export type Desk = {
  readonly book: Book;
  /** True if the same card, holder and amount is declined for five minutes. */
  readonly refusesDuplicates: boolean;
  /** The status of an answer that reports a decline. */
  readonly declinesWith: 200 | 500;
  /** True if a declined charge is found by its invoice number. */
  readonly declinesKeepInvoice: boolean;
  /** True if an authorization that was not captured can be reversed: no document promises it. */
  readonly reversesAuthorizations: boolean;
  /** True if a reversal is shown with the number of the transaction that it reversed: no document promises it. */
  readonly namesReversed: boolean;
  /** A list shows a transaction only so much later. */
  readonly listsAfterSeconds: number;
  /** When a card was last charged with an amount. */
  readonly latest: Map<string, number>;
};

/** A request, as far as it is read here. */
export type Content = {
  readonly ipAddress?: string;
  readonly currency?: string;
  /** False if the payer is not there. */
  readonly ecommerce?: boolean;
  readonly amount?: number;
  readonly cardData?: {
    readonly cardNumber?: string;
    readonly cardExpiry?: string;
    readonly cardCVV?: string;
    readonly cardHolderName?: string;
    readonly cardToken?: string;
  };
  readonly invoice?: { readonly invoiceNumber?: string };
  readonly billingAddress?: { readonly postalCode?: string };
  readonly preAuthTransactionId?: number;
  readonly cardTransactionId?: number;
  readonly originalTransactionId?: number;
};

export type Sent = {
  /** The last word of the path. */
  readonly type: string;
  readonly key: string;
  readonly content: Content;
};

export type Reply =
  | { readonly status: number; readonly errors: string }
  | { readonly status: number; readonly of: Transaction };

/** A request at the moment of its execution. */
type Asked = Sent & {
  readonly reference: string;
  readonly cents: bigint;
  readonly fault: GatewayFault;
  readonly declined: string | undefined;
  readonly at: number;
};

/** Our keys begin with our references. */
export function referenceIn(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('-')));
}

/** Executes a request that moves money. */
export function transact(desk: Desk, sent: Sent, fault: GatewayFault, at: number): Reply {
  const { type, key, content } = sent;
  const amount = parseMoney(String(content.amount ?? ''));
  const ofFault = isDeclineText(fault.code ?? '') ? fault.code : undefined;
  const asked: Asked = {
    ...sent,
    reference: referenceIn(key),
    cents: amount.ok ? amount.value : 0n,
    fault,
    declined: ofFault ?? declineOf(content.cardData?.cardCVV),
    at,
  };
  if (!content.ipAddress) return refuse(desk, asked, 'Missing required data ip Address');
  switch (type) {
    case 'purchase':
    case 'preauth':
    case 'verify':
      return charge(desk, asked);
    case 'capture':
      return capture(desk, asked);
    case 'reverse':
      return reverse(desk, asked);
    default:
      return refund(desk, asked);
  }
}

function charge(desk: Desk, asked: Asked): Reply {
  const { type, content, cents, fault, declined } = asked;
  const { cardNumber, cardExpiry = '', cardToken, cardHolderName } = content.cardData ?? {};
  if (!takenCurrencies.includes(content.currency ?? ''))
    return refuse(desk, asked, 'Invalid currency');
  if (cents <= 0n && type !== 'verify') return refuse(desk, asked, 'Invalid amount');
  const known = cardToken
    ? desk.book.transactions().find((one) => one.cardToken === cardToken)
    : undefined;
  if (cardToken && !known)
    return refuse(desk, asked, 'Failed to process transaction', undefined, 500);
  const isCard = /^\d{13,19}$/.test(cardNumber ?? '') && luhnValid(cardNumber ?? '');
  if (!known && !isCard) return refuse(desk, asked, 'Invalid card number');
  if (!known && !/^(?:0[1-9]|1[0-2])\d\d$/.test(cardExpiry))
    return refuse(desk, asked, 'Invalid card expiry');
  const digits = known?.digits ?? `${cardNumber?.slice(0, 6)}${cardNumber?.slice(-4)}`;
  const same = hashOf([cardNumber ?? cardToken, cardHolderName, String(cents), type]);
  const before = desk.latest.get(same);
  const isDuplicate = before !== undefined && asked.at - before < keptMs && desk.refusesDuplicates;
  const because = isDuplicate ? 'Suspected duplicate transaction in the last 5 minutes' : declined;
  const facts = { digits, cardToken: known?.cardToken ?? tokenOf(cardNumber ?? ''), isDuplicate };
  const made = make(desk, { ...asked, declined: because }, facts);
  if (made.isApproved) desk.latest.set(same, asked.at);
  if (fault.rows === 'with_one_of_another_caller')
    make(desk, { ...asked, cents: cents + 100n }, { ...facts, isForeign: true });
  return answerFor(desk, made);
}

function capture(desk: Desk, asked: Asked): Reply {
  const of = desk.book.find(String(asked.content.preAuthTransactionId));
  const isOpen = of?.type === 'preauth' && of.isApproved && !of.isReversed;
  if (!of || !isOpen) return refuse(desk, asked, 'Card Transaction cannot be captured', of);
  if (asked.cents <= 0n || of.capturedCents + asked.cents > of.cents)
    return refuse(desk, asked, 'Invalid amount', of);
  const made = make(desk, asked, { of });
  if (made.isApproved) of.capturedCents += asked.cents;
  return answerFor(desk, made);
}

function reverse(desk: Desk, asked: Asked): Reply {
  const of = desk.book.find(String(asked.content.cardTransactionId));
  const isAuthorized = of?.type === 'preauth' && of.capturedCents === 0n;
  const isTaken = of?.type === 'purchase' || of?.type === 'capture';
  const isFit = isTaken || (isAuthorized && desk.reversesAuthorizations);
  if (!of?.isApproved || of.isReversed || !isFit || of.batch.closedAt !== undefined)
    return refuse(desk, asked, 'Card Transaction cannot be reversed', of);
  const made = make(desk, { ...asked, cents: of.cents }, { of });
  if (made.isApproved) of.isReversed = true;
  return answerFor(desk, made);
}

function refund(desk: Desk, asked: Asked): Reply {
  const of = desk.book.find(String(asked.content.originalTransactionId));
  const isTaken = of?.type === 'purchase' || of?.type === 'capture';
  if (!of?.isApproved || !isTaken || of.isReversed || of.batch.closedAt === undefined)
    return refuse(desk, asked, 'Card Transaction cannot be refunded', of);
  if (asked.cents <= 0n) return refuse(desk, asked, 'Invalid amount', of);
  if (of.refundedCents + asked.cents > of.cents)
    return refuse(desk, asked, 'Refund amount exceeds the amount of the transaction', of);
  const made = make(desk, asked, { of });
  if (made.isApproved) of.refundedCents += asked.cents;
  return answerFor(desk, made);
}

const keptMs = 300_000;
const takenCurrencies = ['USD', 'CAD'];

type Facts = {
  readonly digits?: string;
  readonly cardToken?: string;
  /** The transaction that it follows. */
  readonly of?: Transaction;
  readonly isForeign?: boolean;
  /** True if it was declined before it was sent to an issuer: nothing links it to its invoice. */
  readonly isDuplicate?: boolean;
};

function make(desk: Desk, asked: Asked, facts: Facts): Transaction {
  const { type, reference, content, fault, declined, cents, at } = asked;
  const { of, digits = of?.digits ?? '', cardToken = of?.cardToken ?? '' } = facts;
  const { isDuplicate = false } = facts;
  const keepsInvoice = !declined || (desk.declinesKeepInvoice && !isDuplicate);
  const own = of?.invoiceNumber ?? content.invoice?.invoiceNumber ?? '';
  const seconds = fault.visibleAfterSeconds ?? desk.listsAfterSeconds;
  const made: Transaction = {
    id: desk.book.nextId(),
    type,
    isApproved: declined === undefined,
    of,
    batch: isDuplicate ? noBatch : desk.book.openBatch(at),
    cents,
    currency: of?.currency ?? content.currency ?? '',
    invoiceNumber: keepsInvoice ? own : '',
    reference,
    avs: of ? '' : avsOf(content.billingAddress?.postalCode),
    cvv: of ? '' : cvvOf(content.cardData?.cardCVV),
    cardToken,
    digits,
    text: declined ? (fault.text ?? declined) : '',
    at,
    visibleAt: at + seconds * 1000,
    unclearUntil: at + (fault.unclearForSeconds ?? 0) * 1000,
    isTwice: fault.rows === 'duplicated',
    namesOther: type === 'reverse' && desk.namesReversed,
    isReversed: false,
    capturedCents: 0n,
    refundedCents: 0n,
  };
  desk.book.add(made);
  note(desk, asked, made, facts);
  return made;
}

function answerFor({ declinesWith }: Desk, of: Transaction): Reply {
  if (of.isApproved || declinesWith === 200) return { status: 200, of };
  return { status: 500, errors: `Transaction Declined: DECLINED - ${of.text}` };
}

function refuse(desk: Desk, asked: Asked, errors: string, of?: Transaction, status = 400): Reply {
  note(desk, { ...asked, declined: errors }, undefined, of ? { of } : {});
  return { status, errors };
}

const kinds: Readonly<Record<string, string>> = {
  purchase: 'sale',
  preauth: 'auth',
  reverse: 'void',
};

function note(desk: Desk, asked: Asked, made: Transaction | undefined, facts: Facts): void {
  const { at, type, reference, cents, declined, content } = asked;
  const { of, isForeign = false } = facts;
  desk.book.write({
    at,
    event: !made ? 'refused' : declined ? 'declined' : 'approved',
    type: kinds[type] ?? type,
    reference,
    transactionId: made?.id ?? '',
    of: of?.id,
    // With a capture the whole authorized amount is voided.
    cents: made && type === 'reverse' ? (of?.of ?? of ?? made).cents : cents,
    code: declined ?? '',
    last4: made?.digits.slice(-4),
    isByToken: content.cardData?.cardToken !== undefined,
    initiatedBy: content.ecommerce === false ? 'merchant' : undefined,
    storedCard: content.cardData?.cardToken ? 'used' : undefined,
    firstTransaction: content.cardData?.cardToken,
    isForeign,
  });
}

function tokenOf(number: string): string {
  return hashOf([number]).replaceAll(/\W/g, '').slice(0, 22);
}

function hashOf(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64');
}
