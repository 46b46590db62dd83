import type { Flaw } from './parsed.ts';
import { StacklessError } from './stackless-error.ts';

type Row = {
  readonly status: number;
  /** One sentence that a payer may read; it never quotes the request. */
  readonly message: string;
  /** When to retry, for every refusal that says "not now", unless the thrower knows better. */
  readonly retryAfterSeconds?: number;
  /** The card was declined before: the answer contains the code of a decline. */
  readonly isDecline?: true;
};

/** Every reason for which a caller can be refused. Another code does not compile. */
export const refusals = {
  unreadable: { status: 400, message: 'The request cannot be read.' },
  wrong_fields: { status: 400, message: 'Some fields are wrong.' },
  not_authenticated: { status: 401, message: 'The credentials are missing or wrong.' },
  wrong_sign_in: { status: 401, message: 'This is not the right password, code, passkey or link.' },
  code_required: {
    status: 401,
    message: 'The code of your app, or your passkey, is still missing.',
  },
  second_factor_missing: {
    status: 403,
    message: 'Set up an app that shows codes, or a passkey, first: this service takes real money.',
  },
  proof_required: {
    status: 403,
    message:
      'Prove once more who you are: by your passkey, the code of your app, your password, or a new login link.',
  },
  link_not_valid: {
    status: 404,
    message: 'This link was used already, or is too old; ask for a new one.',
  },
  foreign_page: { status: 403, message: 'This request was not made by a page of this service.' },
  payments_not_active: {
    status: 403,
    message: 'Payments are not activated for this business; its account manager can activate them.',
  },
  service_not_included: {
    status: 403,
    message: 'This business is not set up for this service; its account manager can change that.',
  },
  no_processor: {
    status: 503,
    message: 'No card processor is connected for this business, and nothing was charged.',
    retryAfterSeconds: 3600,
  },
  currency_not_debited: {
    status: 409,
    message: 'Bank accounts are debited in US dollars only; please pay with a card.',
  },
  not_supported: {
    status: 409,
    message:
      'The card processor of this business does not take such an authentication or wallet; pay with a card.',
  },
  wallet_not_saved: {
    status: 409,
    message: 'A card of a wallet cannot be saved; pay without saving it.',
  },
  business_suspended: { status: 403, message: 'This business cannot take payments at present.' },
  secrets_in_url: {
    status: 403,
    message:
      'This operation carries card, bank or personal data: send it by POST, not in an address.',
  },
  right_missing: { status: 403, message: 'This needs a right that the caller does not have.' },
  operator_only: { status: 403, message: 'Only the operator of this service may do this.' },
  sandbox_only: { status: 403, message: 'This is possible in the sandbox only.' },
  not_found: { status: 404, message: 'There is no such object.' },
  changed_meanwhile: {
    status: 412,
    message: 'Somebody else changed this meanwhile; read it again.',
  },
  request_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is in progress; ask again shortly.',
    retryAfterSeconds: 1,
  },
  shown_once: {
    status: 409,
    message:
      'This request was carried out before, and the secret of its answer is shown only once.',
  },
  unknown_operation: { status: 404, message: 'There is no such operation.' },
  unknown_token: { status: 404, message: 'There is no such saved card or bank account.' },
  token_disabled: {
    status: 409,
    message: 'This saved card or bank account can no longer be used; please ask for new details.',
  },
  unknown_payment: { status: 404, message: 'There is no such payment.' },
  text_not_wanted: {
    status: 409,
    message: 'This number does not want texts from this business any more; nothing was sent.',
  },
  mail_not_wanted: {
    status: 409,
    message: 'This person does not want to hear from this business any more; nothing was sent.',
  },
  number_takes_no_texts: {
    status: 409,
    message: 'This number cannot receive texts; nothing was sent.',
  },
  no_number_to_text_from: {
    status: 409,
    message: 'This business has no mobile number to text from yet; nothing was sent.',
  },
  unknown_lead: { status: 404, message: 'There is no such individual among those who came in.' },
  unknown_subscription: { status: 404, message: 'There is no such subscription.' },
  subscription_not_so: {
    status: 409,
    message: 'The subscription is in a state in which this cannot be done.',
  },
  unknown_customer: { status: 404, message: 'There is no such customer.' },
  customer_taken: { status: 409, message: 'Another customer has this already.' },
  unknown_business: { status: 404, message: 'There is no such business.' },
  unknown_application: { status: 404, message: 'There is no such application.' },
  method_not_allowed: { status: 405, message: 'This address does not answer this method.' },
  order_number_reused: {
    status: 409,
    message: 'This order number was used before for another payment.',
  },
  // 202: a moment later the caller may get the answer that this very payment was made.
  order_undecided: {
    status: 202,
    message:
      'It is not known yet whether a payment under this order number was made, and nothing more was charged; please ' +
      'ask again shortly.',
  },
  invoice_ended: { status: 409, message: 'This invoice can no longer be paid.' },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used before for another request.',
  },
  not_refundable: { status: 409, message: 'This payment cannot be refunded in its present state.' },
  refund_too_large: {
    status: 409,
    message: 'This is more than is left of the payment to give back.',
  },
  payment_disputed: {
    status: 409,
    message:
      'The payer disputes this payment at the bank, which has taken the money back: until that is decided it can be ' +
      'neither refunded nor voided.',
  },
  payment_busy: {
    status: 409,
    message: 'Something else is being done to this payment just now; please try again shortly.',
  },
  not_capturable: { status: 409, message: 'This payment is not an open authorization.' },
  capture_too_large: { status: 409, message: 'This is more than was authorized.' },
  not_voidable: { status: 409, message: 'This payment cannot be voided.' },
  wrong_state: { status: 409, message: 'This is not possible in the present state.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: {
    status: 415,
    message: 'The request has a content type or encoding that is not taken here.',
  },
  rate_limited: {
    status: 429,
    message: 'There were too many requests in a short time; please try again shortly.',
    retryAfterSeconds: 1,
  },
  too_many_listeners: {
    status: 429,
    message: 'So many are listening to events already that nobody else is admitted.',
    retryAfterSeconds: 60,
  },
  too_many_bad_credentials: {
    status: 429,
    message: 'There were too many attempts with wrong credentials; please try again later.',
    retryAfterSeconds: 60,
  },
  too_many_token_misses: {
    status: 429,
    message: 'There were too many attempts with wrong tokens or numbers; please try again later.',
    retryAfterSeconds: 60,
  },
  card_declined_too_often: {
    status: 429,
    message: 'This card was declined too often today; please use another one.',
    retryAfterSeconds: 24 * 60 * 60,
    isDecline: true,
  },
  too_many_cards_tried: {
    status: 429,
    message:
      'Too many different cards or details were tried without success, so no more are tried for now.',
    retryAfterSeconds: 3600,
  },
  // Asked of browsers alone.
  proof_wanted: {
    status: 429,
    message: 'Nothing was charged yet: your browser first has to do a small computation.',
    retryAfterSeconds: 1,
  },
  // Certain that nothing was charged: a charge that may have happened is an outcome, never a refusal.
  busy: {
    status: 503,
    message: 'The service is busy and nothing was charged; please try again shortly.',
    retryAfterSeconds: 2,
  },
  internal: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, Row>;

export type RefusalCode = keyof typeof refusals;

/** One wrong field. */
export type FieldFault = {
  readonly field: string;
  readonly code: string;
  readonly message: string;
};

type More = {
  readonly details?: readonly FieldFault[];
  /** Replaces the table's sentence by a more exact one, under the same rules. */
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** The state of the payment that holds the order number, while it is not decided. */
  readonly paymentState?: string;
  /** The methods that an address does answer. */
  readonly allow?: readonly string[];
};

/** The refusal of a request: rolls back, is answered with its code and sentence, and is no internal error. */
export class Refusal extends StacklessError {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  /** The code for programs if the card was declined. */
  readonly declineCode: string | undefined;
  readonly paymentState: string | undefined;

  constructor(code: RefusalCode, more: More = {}) {
    const row: Row = refusals[code];
    super(more.message ?? sentenceOf(more.details) ?? row.message);
    this.code = code;
    this.status = row.status;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? row.retryAfterSeconds;
    this.allow = more.allow;
    this.declineCode = row.isDecline ? code : undefined;
    this.paymentState = more.paymentState;
  }
}

export function fieldFault(field: string, { code, rule }: Pick<Flaw, 'code' | 'rule'>): FieldFault {
  return { field, code, message: `${field} ${rule}.` };
}

/** The first fault in full and the names of the others, in one sentence. */
function sentenceOf(details: readonly FieldFault[] = []): string | undefined {
  const [first, ...others] = details;
  if (!first) return undefined;
  const also = new Set(others.map(({ field }) => field));
  also.delete(first.field);
  if (also.size === 0) return first.message;
  return `${first.message.replace(/\.$/, '')} (also wrong: ${[...also].join(', ')}).`;
}
