import type { GatewayFault } from '../faults.ts';
import type { JournalEntry } from '../journal.ts';
import { isAuthentication, isCryptogram } from '../proof.ts';
import { type Book, type Intent, type Refund, takesMoney } from './book.ts';
import { checksOf, declined, errorOfCard } from './cards.ts';
import { type Answer, badParameter, badRequest, failure, missing, type Sent } from './keys.ts';
import { intentJson, refundJson } from './show.ts';

export type Desk = {
  readonly book: Book;
  /** Whether the account may send numbers of cards. */
  readonly takesCards: boolean;
};

/** A request at the time at which it is executed. */
type Asked = {
  readonly reference: string;
  readonly fields: URLSearchParams;
  readonly fault: GatewayFault;
  /** The decline that is to become of it. */
  readonly declined: string | undefined;
  readonly at: number;
};

const declineCodes = ['generic_decline', 'insufficient_funds', 'do_not_honor', 'fraudulent'];

function isDecline(code: string): boolean {
  return declineCodes.includes(code);
}

/** What the gateway does with a request that changes something. */
export function transact(
  desk: Desk,
  { path, fields }: Sent,
  { reference, fault, at }: Pick<Asked, 'reference' | 'fault' | 'at'>,
): Answer {
  const code = fault.code ?? '';
  const asked = { reference, fields, fault, declined: isDecline(code) ? code : undefined, at };
  if (path === '/v1/payment_intents') return create(desk, asked);
  if (path === '/v1/refunds') return refund(desk, asked);
  const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)\/(\w+)$/.exec(path) ?? [];
  const intent = desk.book.intents.get(id);
  if (!intent) return missing('payment_intent');
  if (verb === 'confirm') return confirm(desk, asked, intent);
  if (verb === 'capture') return capture(desk, asked, intent);
  return verb === 'cancel' ? cancel(desk, asked, intent) : missing('path');
}

function create({ book }: Desk, { fields, fault, at }: Asked): Answer {
  const cents = centsOf(fields.get('amount'));
  if (cents === undefined) return badParameter('Invalid integer', 'parameter_invalid_integer');
  const currency = fields.get('currency') ?? '';
  const isTaken = currency === 'usd' || currency === 'cad';
  if (!isTaken || fields.get('payment_method_types[]') !== 'card')
    return badParameter('Invalid currency or type', 'parameter_missing');
  const intent = addIntent(book, fault, {
    metadata: new Map([['reference', fields.get('metadata[reference]') ?? '']]),
    cents,
    currency,
    captureMethod: fields.get('capture_method') ?? 'automatic',
    createdAt: at,
  });
  return good(intentJson(intent, at));
}

function addIntent(
  book: Book,
  fault: GatewayFault,
  facts: Pick<Intent, 'metadata' | 'cents' | 'currency' | 'captureMethod' | 'createdAt'>,
): Intent {
  const intent: Intent = {
    ...facts,
    id: book.nextId('pi'),
    visibleAt: facts.createdAt + (fault.visibleAfterSeconds ?? 0) * 1000,
    isTwice: fault.rows === 'duplicated',
    unclearUntil: 0,
    status: 'requires_payment_method',
    receivedCents: 0n,
    refundedCents: 0n,
    charge: undefined,
    lastError: undefined,
  };
  book.intents.set(intent.id, intent);
  return intent;
}

function confirm(desk: Desk, asked: Asked, intent: Intent): Answer {
  const { book, takesCards } = desk;
  const { fields, fault, at, reference } = asked;
  if (!takesCards) return rawCards;
  if (hasBadProof(fields))
    return badParameter('Invalid three_d_secure', 'parameter_invalid_string');
  if (intent.status !== 'requires_payment_method') return wrongState(book, asked, intent);
  const error = errorOfCard(fields, asked.declined);
  const number = fields.get('payment_method_data[card][number]') ?? '';
  intent.charge = {
    id: book.nextId('ch'),
    status: error ? 'failed' : 'succeeded',
    authorizationCode: error ? '' : intent.id.slice(-6),
    last4: error && !error.decline_code ? '' : number.slice(-4),
    checks: checksOf(fields),
  };
  const { advice } = fault;
  const told = error && advice ? { ...error, advice_code: advice } : error;
  intent.lastError = told;
  if (told) {
    note(book, asked, intent, { event: 'declined', type: 'sale', code: told.code ?? '' });
    intent.unclearUntil = at + (fault.unclearForSeconds ?? 0) * 1000;
    // It is processing, and fails after that.
    return intent.unclearUntil > at ? good(intentJson(intent, at)) : failure(402, told);
  }
  take(book, asked, intent);
  if (fault.rows === 'with_one_of_another_caller') {
    const metadata = new Map([['reference', reference]]);
    const other = { ...intent, id: book.nextId('pi'), metadata, cents: intent.cents + 100n };
    other.status = 'requires_payment_method';
    book.intents.set(other.id, other);
    take(book, asked, other, true);
  }
  return good(intentJson(intent, at));
}

const secure = (name: string) => `payment_method_options[card][three_d_secure][${name}]`;

/** Whether a 3-D Secure result came that is none. */
function hasBadProof(fields: URLSearchParams): boolean {
  const field = (name: string) => fields.get(secure(name)) ?? undefined;
  if (field('cryptogram') === undefined) return field('transaction_id') !== undefined;
  const isKnown = isAuthentication(field('version'), field('transaction_id'));
  return !isKnown || !isCryptogram(field('cryptogram'));
}

function take(book: Book, asked: Asked, intent: Intent, isForeign = false): void {
  const isSale = intent.captureMethod === 'automatic';
  intent.status = isSale ? 'succeeded' : 'requires_capture';
  intent.unclearUntil = asked.at + (asked.fault.unclearForSeconds ?? 0) * 1000;
  if (isSale) receive(book, intent, intent.cents, asked.at);
  note(book, asked, intent, { event: 'approved', type: isSale ? 'sale' : 'auth', isForeign });
}

function receive(book: Book, intent: Intent, cents: bigint, at: number): void {
  intent.receivedCents = cents;
  book.move({ type: 'charge', cents, source: intent, createdAt: at });
}

function capture({ book }: Desk, asked: Asked, intent: Intent): Answer {
  const { fields, at } = asked;
  const cents = centsOf(fields.get('amount_to_capture'));
  if (cents === undefined) return badParameter('Invalid integer', 'parameter_invalid_integer');
  if (intent.status !== 'requires_capture') return wrongState(book, asked, intent);
  if (cents > intent.cents) {
    note(book, asked, intent, { event: 'refused', type: 'capture' });
    return badRequest('The amount is greater than the capturable amount.', 'amount_too_large');
  }
  if (asked.declined) {
    note(book, asked, intent, { event: 'declined', type: 'capture', code: asked.declined });
    return failure(402, declined(asked.declined));
  }
  const stamp = fields.get('metadata[capture]');
  if (stamp !== null) intent.metadata.set('capture', stamp);
  intent.status = 'succeeded';
  intent.unclearUntil = at + (asked.fault.unclearForSeconds ?? 0) * 1000;
  receive(book, intent, cents, at);
  note(book, asked, intent, { event: 'approved', type: 'capture', cents });
  return good(intentJson(intent, at));
}

function cancel({ book }: Desk, asked: Asked, intent: Intent): Answer {
  const { at, reference } = asked;
  const isProcessing = intent.unclearUntil > at;
  const isOpen = ['requires_payment_method', 'requires_capture'].includes(intent.status);
  if (!isOpen || isProcessing) return wrongState(book, asked, intent);
  const isHeld = intent.status === 'requires_capture';
  intent.status = 'canceled';
  if (isHeld) {
    const isUndo = reference === intent.metadata.get('reference');
    note(book, asked, intent, { event: isUndo ? 'undone' : 'approved', type: 'void' });
  }
  return good(intentJson(intent, at));
}

function refund({ book }: Desk, asked: Asked): Answer {
  const { fields, fault, at } = asked;
  const of = book.intents.get(fields.get('payment_intent') ?? '');
  if (!of) return missing('payment_intent');
  if (of.status !== 'succeeded')
    return badRequest(`This PaymentIntent (${of.id}) does not have a successful charge to refund.`);
  const left = of.receivedCents - of.refundedCents;
  const cents = fields.has('amount') ? centsOf(fields.get('amount')) : left;
  if (left === 0n) return badRequest('It has already been refunded.', 'charge_already_refunded');
  if (book.disputes.some((one) => one.of === of && takesMoney(one)))
    return badRequest(
      'The charge has been charged back and cannot be refunded.',
      'charge_disputed',
    );
  if (cents === undefined) return badParameter('Invalid integer', 'parameter_invalid_integer');
  if (cents > left) {
    note(book, asked, of, { event: 'refused', type: 'refund', cents });
    return badRequest(tooMuch(cents, left));
  }
  const reference = fields.get('metadata[reference]') ?? '';
  const made: Refund = {
    id: book.nextId('re'),
    of,
    reference,
    cents,
    status: asked.declined ? 'failed' : 'succeeded',
    createdAt: at,
    visibleAt: at + (fault.visibleAfterSeconds ?? 0) * 1000,
    unclearUntil: at + (fault.unclearForSeconds ?? 0) * 1000,
    isTwice: fault.rows === 'duplicated',
  };
  book.refunds.push(made);
  const isUndo = reference === of.metadata.get('reference');
  const event = asked.declined ? 'declined' : isUndo ? 'undone' : 'approved';
  note(book, asked, of, { event, type: 'refund', cents });
  if (!asked.declined) {
    of.refundedCents += cents;
    book.move({ type: 'refund', cents: -cents, source: made, createdAt: at });
  }
  return good(refundJson(made, at));
}

function tooMuch(cents: bigint, left: bigint): string {
  return `Refund amount (${cents} cents) is greater than unrefunded amount on charge (${left} cents)`;
}

function wrongState(book: Book, asked: Asked, intent: Intent): Answer {
  note(book, asked, intent, { event: 'refused', type: 'none' });
  const message = `This PaymentIntent's status is ${intent.status}.`;
  return badRequest(message, 'payment_intent_unexpected_state');
}

const rawCards = failure(402, {
  type: 'invalid_request_error',
  message:
    'Sending credit card numbers directly to the Stripe API is generally unsafe. Please use another way.',
});

function good(body: object): Answer {
  return { status: 200, body, isKept: true };
}

/** Undefined for what is no amount above zero. */
function centsOf(text: string | null): bigint | undefined {
  return text !== null && /^[1-9]\d{0,7}$/.test(text) ? BigInt(text) : undefined;
}

const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';

/** Who charges a stored card: off session it is the merchant. */
function initiationIn(fields: Asked['fields']) {
  const isMerchants = fields.get('off_session') === 'true';
  const isStored = fields.get('setup_future_usage') === 'off_session';
  return {
    initiatedBy: isMerchants ? 'merchant' : isStored ? 'customer' : undefined,
    storedCard: isMerchants ? 'used' : isStored ? 'stored' : undefined,
    firstTransaction: fields.get(exemption) ?? undefined,
  };
}

function note(
  book: Book,
  { at, reference, fields }: Asked,
  intent: Intent,
  facts: Pick<JournalEntry, 'event' | 'type'> & Partial<JournalEntry>,
): void {
  const isFollowUp = reference !== intent.metadata.get('reference');
  book.write({
    at,
    reference,
    transactionId: intent.id,
    of: isFollowUp ? intent.id : undefined,
    cents: intent.cents,
    code: '',
    last4: intent.charge?.last4,
    ...initiationIn(fields),
    eci: fields.get(secure('electronic_commerce_indicator')) ?? undefined,
    isForeign: false,
    ...facts,
  });
}
