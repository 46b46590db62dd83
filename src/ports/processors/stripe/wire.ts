import { type Element, readJson } from '../json-element.ts';

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

export function writeForm(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value) form.append(name, value);
  }
  return String(form);
}

/** An error of the gateway, or the error of the last attempt of a payment. */
export type StripeError = {
  readonly type: string;
  readonly code: string;
  readonly declineCode: string;
  /** The advice of the issuer or the card network about another try. */
  readonly adviceCode: string;
  readonly message: string;
  /** The payment that it is about, if it names one. */
  readonly intentId: string;
  readonly checks: Checks;
};

/** Each is `pass`, `fail`, `unavailable`, `unchecked` or empty. */
export type Checks = { readonly line1: string; readonly postalCode: string; readonly cvc: string };

/** A payment at the gateway. */
export type Intent = {
  readonly id: string;
  readonly status: string;
  readonly reference: string;
  /** The customer that the payment belongs to, if a stored card is to be charged. */
  readonly customer: string;
  /** The reference of the capture. */
  readonly captureReference: string;
  readonly captureMethod: string;
  readonly currency: string;
  readonly amountCents: bigint;
  readonly receivedCents: bigint;
  /** Undefined if its last attempt did not fail. */
  readonly lastError: StripeError | undefined;
  readonly charge: Charge;
};

/** The latest attempt at the issuer; empty if there was none. */
export type Charge = {
  readonly status: string;
  readonly authorizationCode: string;
  readonly networkTransactionId: string;
  readonly refundedCents: bigint;
  readonly checks: Checks;
};

export type Refund = {
  readonly id: string;
  readonly status: string;
  readonly reference: string;
  readonly intentId: string;
  readonly currency: string;
  readonly amountCents: bigint;
};

/** Undefined if the body contains no error of the gateway. */
export function readError(body: string): StripeError | undefined {
  return errorIn(readJson(body).child('error'));
}

function errorIn(error: Element): StripeError | undefined {
  const type = error.text('type');
  if (type === '') return undefined;
  return {
    type,
    code: error.text('code'),
    declineCode: error.text('decline_code'),
    adviceCode: error.text('advice_code'),
    message: error.text('message'),
    intentId: error.child('payment_intent').text('id'),
    checks: checksIn(error.child('payment_method').child('card').child('checks')),
  };
}

function checksIn(checks: Element): Checks {
  return {
    line1: checks.text('address_line1_check'),
    postalCode: checks.text('address_postal_code_check'),
    cvc: checks.text('cvc_check'),
  };
}

/** Undefined if the element is no payment. */
export function intentIn(element: Element): Intent | undefined {
  const [id, status] = [element.text('id'), element.text('status')];
  const amountCents = centsIn(element, 'amount');
  const receivedCents = centsIn(element, 'amount_received');
  const isIntent = element.text('object') === 'payment_intent' && isIdOf('pi', id);
  if (!isIntent || status === '' || amountCents === undefined || receivedCents === undefined)
    return undefined;
  const charge = element.child('latest_charge');
  const card = charge.child('payment_method_details').child('card');
  return {
    id,
    status,
    reference: element.child('metadata').text('reference'),
    customer: element.text('customer'),
    captureReference: element.child('metadata').text('capture'),
    captureMethod: element.text('capture_method'),
    currency: element.text('currency').toUpperCase(),
    amountCents,
    receivedCents,
    lastError: errorIn(element.child('last_payment_error')),
    charge: {
      status: charge.text('status'),
      authorizationCode: card.text('authorization_code'),
      networkTransactionId: card.text('network_transaction_id'),
      refundedCents: centsIn(charge, 'amount_refunded') ?? 0n,
      checks: checksIn(card.child('checks')),
    },
  };
}

/** Undefined if the element is no refund. */
export function refundIn(element: Element): Refund | undefined {
  const [id, status] = [element.text('id'), element.text('status')];
  const amountCents = centsIn(element, 'amount');
  const isRefund = element.text('object') === 'refund' && /^\w{1,40}$/.test(id);
  if (!isRefund || status === '' || amountCents === undefined) return undefined;
  return {
    id,
    status,
    reference: element.child('metadata').text('reference'),
    intentId: element.text('payment_intent'),
    currency: element.text('currency').toUpperCase(),
    amountCents,
  };
}

export type Page = { readonly rows: readonly Element[]; readonly hasMore: boolean };

/** Undefined if the body is no whole list. */
export function readPage(body: string): Page | undefined {
  const list = readJson(body);
  const rows = list.list('data');
  const more = list.text('has_more');
  const isList = ['list', 'search_result'].includes(list.text('object'));
  return isList && rows && /^(?:true|false)$/.test(more)
    ? { rows, hasMore: more === 'true' }
    : undefined;
}

/** An amount in cents: the gateway writes whole numbers. */
export function centsIn(element: Element, name: string): bigint | undefined {
  const text = element.text(name);
  return /^-?\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}

/** Reads seconds since 1970, in which the gateway writes moments. */
export function momentIn(element: Element, name: string): Date | undefined {
  const text = element.text(name);
  return /^\d{1,11}$/.test(text) ? new Date(Number(text) * 1000) : undefined;
}

export function isIdOf(prefix: string, id: string): boolean {
  return id.startsWith(`${prefix}_`) && /^\w{1,40}$/.test(id);
}
