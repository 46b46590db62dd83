import type { Secret } from '../../../kernel/secret.ts';
import type { Ask, CallResult, HttpCall } from '../../../runtime/http-out/http-call.ts';
import { asksToWait, cleanText, rejectionFor, unknown } from '../gateway-text.ts';
import { type Element, readJson } from '../json-element.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { type Verdict, verdictOf } from './codes.ts';

/** The key decides whether it is the sandbox or live. */
export const addresses = {
  sandbox: 'https://api.stripe.com',
  live: 'https://api.stripe.com',
} as const;

export type StripeAccount = {
  readonly call: HttpCall;
  readonly secretKey: Secret;
  /** The connected account, if the key is that of its platform. */
  readonly account?: string | undefined;
};

export type Failure = {
  readonly kind: 'error';
  readonly verdict: Verdict;
  readonly error: StripeError | undefined;
};
export type Reply =
  | Exclude<CallResult, { readonly kind: 'answered' }>
  | { readonly kind: 'good'; readonly body: string }
  | Failure;

/** No message may contain `secrets`. */
type Refusing = { readonly isCharge?: boolean; readonly secrets?: readonly (Secret | undefined)[] };

export type Client = ReturnType<typeof openClient>;

/** Sends a request, and reads whether its answer is a document or an error. */
export function openClient({ call, secretKey, account }: StripeAccount) {
  return { post, get, read, worded, answerFor };

  async function post(path: string, fields: Fields, key?: string, sendBy?: Date): Promise<Reply> {
    const more = { 'content-type': formType, ...(key && { 'idempotency-key': key }) };
    return await send('POST', path, writeForm(fields), { headers: more, sendBy });
  }

  async function get(path: string, query: Fields): Promise<Reply> {
    const search = writeForm(query);
    return await send('GET', search === '' ? path : `${path}?${search}`, '', { headers: {} });
  }

  /** Reads for an inquiry: it makes no difference whether the request was sent. */
  async function read(path: string, query: Fields): Promise<{ readonly body: string } | Unknown> {
    const told = await get(path, query);
    if (told.kind === 'good') return told;
    return unknown(told.kind === 'error' ? 'the gateway answers with an error' : told.reason);
  }

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    more: Pick<Ask, 'headers' | 'sendBy'>,
  ): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${secretKey.reveal()}`,
      'stripe-version': version,
      ...(account && { 'stripe-account': account }),
      ...more.headers,
    };
    const result = await call({ method, path, body, ...more, headers });
    if (result.kind !== 'answered') return result;
    if (result.status === 200) return { kind: 'good', body: result.body };
    const error = readError(result.body);
    return { kind: 'error', error, verdict: verdictOf(result.status, error) };
  }

  /** Answers an error that is no decline. */
  function answerFor(
    { verdict, error }: Failure,
    { isCharge = false, secrets }: Refusing = {},
  ): Rejection | NotSent | Unknown {
    if (verdict.outcome === 'unknown') return verdict;
    if (verdict.outcome === 'not_sent') return asksToWait;
    const refuses = verdict.outcome === 'rejected' ? verdict.refuses : undefined;
    return rejectionFor(refuses, worded(error, secrets), { merchant: account, isCharge });
  }

  /** The text of an error without secrets. */
  function worded(
    error: StripeError | undefined,
    secrets: readonly (Secret | undefined)[] = [],
  ): string {
    return cleanText(error?.message ?? '', [secretKey, ...secrets]);
  }
}

const version = '2026-07-29.dahlia';
const formType = 'application/x-www-form-urlencoded';

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

function writeForm(fields: Fields): string {
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
