import type { GatewayFault } from '../faults.ts';
import { type Book, type Intent, type Refund, takesMoney } from './book.ts';
import { checksOf, declined, errorOfCard } from './cards.ts';
import {
  type Answer,
  badParameter,
  badRequest,
  failure,
  good,
  missing,
  missingIn,
  rawCards,
  type Sent,
} from './keys.ts';
import { type Call, hasBadProof, note } from './notes.ts';
import { isAboutCards, type Shelf } from './shelf.ts';
import { intentJson, refundJson } from './show.ts';

export type Desk = {
  readonly book: Book;
  /** True if the account may send card numbers. */
  readonly takesCards: boolean;
  /** The cards that are kept. */
  readonly shelf: Shelf;
};

const declineCodes = ['generic_decline', 'insufficient_funds', 'do_not_honor', 'fraudulent'];

function isDecline(code: string): boolean {
  return declineCodes.includes(code);
}

/** Executes a request that changes something. */
export function transact(
  desk: Desk,
  { path, fields }: Sent,
  { reference, fault, at }: Pick<Call, 'reference' | 'fault' | 'at'>,
): Answer {
  const code = fault.code ?? '';
  const asked = { reference, fields, fault, declined: isDecline(code) ? code : undefined, at };
  if (path === '/v1/payment_intents') return create(desk, asked);
  if (path === '/v1/refunds') return refund(desk, asked);
  if (isAboutCards(path)) return desk.shelf.carryOut(desk, path, asked);
  const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  const intent = desk.book.intents.get(id);
  if (!intent) return missing('payment_intent');
  if (verb === undefined) return give(desk, asked, intent);
  if (verb === 'confirm') return confirm(desk, asked, intent);
  if (verb === 'capture') return capture(desk, asked, intent);
  return verb === 'cancel' ? cancel(desk, asked, intent) : missing('path');
}

function create({ book }: Desk, { fields, fault, at }: Call): Answer {
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
    customer: undefined,
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

/** Gives the payment to a customer, whose card may pay it then. */
function give({ shelf }: Desk, { fields, at }: Call, intent: Intent): Answer {
  const customer = fields.get('customer') ?? '';
  if (!shelf.hasCustomer(customer)) return missingIn(`customer: '${customer}'`);
  intent.customer = customer;
  return good(intentJson(intent, at));
}

function confirm(desk: Desk, sent: Call, intent: Intent): Answer {
  const { book, takesCards, shelf } = desk;
  const kept = shelf.cardOf(sent.fields.get('payment_method'), intent.customer);
  if (kept && 'status' in kept) return kept;
  if (!kept && !takesCards) return rawCards;
  const asked = {
    ...sent,
    kept,
    fields: new URLSearchParams([...sent.fields, ...(kept?.fields ?? [])]),
  };
  const { fields, fault, at, reference } = asked;
  if (fields.get('off_session') === 'true' && fields.has('setup_future_usage'))
    return badRequest('A card is set up for later only while the payer is there.');
  if (hasBadProof(fields))
    return badParameter('Invalid three_d_secure', 'parameter_invalid_string');
  if (intent.status !== 'requires_payment_method') return wrongState(book, asked, intent);
  if (fault.code === waitsForPayer) {
    intent.status = waitsForPayer;
    return good(intentJson(intent, at));
  }
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
  const told = error && { ...error, ...(advice && { advice_code: advice }), intentId: intent.id };
  intent.lastError = told;
  if (told) {
    note(book, asked, intent, { event: 'declined', type: 'sale', code: told.code ?? '' });
    intent.unclearUntil = at + (fault.unclearForSeconds ?? 0) * 1000;
    // The payment is processing, and fails after that.
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

function take(book: Book, asked: Call, intent: Intent, isForeign = false): void {
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

function capture({ book }: Desk, asked: Call, intent: Intent): Answer {
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
    return failure(402, { ...declined(asked.declined), intentId: intent.id });
  }
  const stamp = fields.get('metadata[capture]');
  if (stamp !== null) intent.metadata.set('capture', stamp);
  intent.status = 'succeeded';
  intent.unclearUntil = at + (asked.fault.unclearForSeconds ?? 0) * 1000;
  receive(book, intent, cents, at);
  note(book, asked, intent, { event: 'approved', type: 'capture', cents });
  return good(intentJson(intent, at));
}

function cancel({ book }: Desk, asked: Call, intent: Intent): Answer {
  const { at, reference } = asked;
  const isProcessing = intent.unclearUntil > at;
  const isOpen = ['requires_payment_method', waitsForPayer, 'requires_capture'].includes(
    intent.status,
  );
  if (!isOpen || isProcessing) return wrongState(book, asked, intent);
  const isHeld = intent.status === 'requires_capture';
  intent.status = 'canceled';
  if (isHeld) {
    const isUndo = reference === intent.metadata.get('reference');
    note(book, asked, intent, { event: isUndo ? 'undone' : 'approved', type: 'void' });
  }
  return good(intentJson(intent, at));
}

function refund({ book }: Desk, asked: Call): Answer {
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

function wrongState(book: Book, asked: Call, intent: Intent): Answer {
  note(book, asked, intent, { event: 'refused', type: 'none' });
  const message = `This PaymentIntent's status is ${intent.status}.`;
  return badRequest(message, 'payment_intent_unexpected_state');
}

const waitsForPayer = 'requires_action';

/** Undefined if the text is no amount above zero. */
function centsOf(text: string | null): bigint | undefined {
  return text !== null && /^[1-9]\d{0,7}$/.test(text) ? BigInt(text) : undefined;
}
