import type { RefusalCode } from '../../../kernel/refusal.ts';

/** Advice for a caller. `cause` says what the one sentence of the code leaves open. */
type Help = { readonly cause: string; readonly remedy: string };

const sendAgain = 'Wait for the seconds that Retry-After names, then send the same request again.';

/** Help for every code. A code without its line here does not compile. */
export const problemHelp: Readonly<Record<RefusalCode, Help>> = {
  unreadable: {
    cause: 'The body is not valid JSON, has a property twice, or stands where no body belongs.',
    remedy: 'Correct the request. Nothing of it was carried out.',
  },
  wrong_fields: {
    cause: 'At least one value breaks a rule, is missing, or has a name that is not known.',
    remedy: 'Read errors: it names every wrong field with its rule. Correct them and send again.',
  },
  not_authenticated: {
    cause: 'The Authorization header is missing, or its key is unknown, expired or revoked.',
    remedy: 'Send Authorization: Bearer KEY with a key that is active.',
  },
  wrong_sign_in: {
    cause: 'A person who signs in to the portal sent a wrong password, code, passkey or link.',
    remedy:
      'Try again. After some wrong ones the answer is the same for a minute, whatever is sent.',
  },
  code_required: {
    cause: 'The password was right, and this person has an app that shows codes, or a passkey.',
    remedy: 'Send a code of the app, or sign by the passkey.',
  },
  second_factor_missing: {
    cause: 'In live mode people sign in with a passkey, or with a password and a code of an app.',
    remedy: 'Set up an app or a passkey in the portal.',
  },
  proof_required: {
    cause:
      'Money leaves, a decision is taken, or a key is made, and the last proof is over ten minutes old.',
    remedy:
      'Prove in the portal by a passkey, a code or the password, then send the request again. Whoever has none of them ' +
      'proves by a new login link, and chooses a password then.',
  },
  link_not_valid: {
    cause: 'A link that signs in is good once, and only for a time.',
    remedy: 'Ask for another one.',
  },
  foreign_page: {
    cause: 'The request came with the cookie of a session, and not from a page of this service.',
    remedy: 'Programs call with an API key; pages of other services cannot use a session.',
  },
  payments_not_active: {
    cause: 'The business has not been approved for payments yet, or is paused.',
    remedy: 'Ask the account manager of the business. Reading still works.',
  },
  service_not_included: {
    cause: 'The business is not set up for cards, bank accounts, texts or what else is asked for.',
    remedy: 'Ask the account manager of the business to add the service.',
  },
  no_processor: {
    cause: 'No account at a card processor is connected and active for this business.',
    remedy:
      'The operator connects one. Nothing was charged, so the same payment may be sent later.',
  },
  currency_not_debited: {
    cause: 'Bank accounts are reached through the network of the United States.',
    remedy: 'Charge a card instead, or ask for the amount in US dollars.',
  },
  not_supported: {
    cause: 'Not every processor takes results of 3-D Secure or cards of wallets.',
    remedy: 'Send the card itself, without authentication results and without a wallet.',
  },
  wallet_not_saved: {
    cause: 'What a wallet hands over is good for one payment.',
    remedy: 'Do not ask to save it, or ask for the card itself.',
  },
  business_suspended: {
    cause:
      'The business of the key, or the one that the call is for, is suspended: refunds, voids and reading still work. ' +
      'Where it is closed nothing does.',
    remedy: 'Ask the operator of the service. Do not repeat the request before.',
  },
  secrets_in_url: {
    cause: 'Addresses are written to logs on their way, so secrets may not stand in them.',
    remedy: 'Send the same fields by POST. Take it that the address was recorded somewhere.',
  },
  right_missing: {
    cause: 'Keys and people have rights; this request needs one that the caller does not have.',
    remedy:
      'Use a key with the right that the endpoint names, or make one (apiKeys.create); a person needs another role.',
  },
  operator_only: {
    cause: 'The endpoint concerns the whole service.',
    remedy: 'Use a key of the business at the root of the tree.',
  },
  sandbox_only: {
    cause: 'The endpoint exists for tests and would be dangerous with real money.',
    remedy: 'Use a key of a sandbox business: it begins with qk_test_.',
  },
  not_found: {
    cause: 'The id is unknown, or it belongs to another business.',
    remedy:
      'Check the id, the key and, where a call is for a business below, the header Quittance-Business.',
  },
  changed_meanwhile: {
    cause: 'The ETag in If-Match is not that of the object any more, or If-None-Match names it.',
    remedy: 'Retrieve the object, decide again, and send the change with its new ETag.',
  },
  request_in_progress: {
    cause: 'The first request with this Idempotency-Key has not been answered yet.',
    remedy: `${sendAgain} It then gets the first answer.`,
  },
  shown_once: {
    cause: 'The service keeps no copy of such a secret, so a replay cannot repeat it.',
    remedy: 'If the first answer is lost, rotate or replace what was created.',
  },
  unknown_operation: {
    cause: 'No endpoint has this path.',
    remedy: 'Compare the path with the reference. Paths below /v1 are in lower case.',
  },
  unknown_token: {
    cause: 'The token is mistyped, deleted, or of another business.',
    remedy: 'Use a token that tokens.list shows, or ask the payer for the details once more.',
  },
  token_disabled: {
    cause: 'It expired, was deleted, or a bank has said that the account is closed.',
    remedy: 'Ask the payer for new details and make a new token.',
  },
  unknown_payment: {
    cause: 'The payment is of another business, or there never was one.',
    remedy: 'Look for it with payments.list.',
  },
  text_not_wanted: {
    cause: 'The person answered STOP.',
    remedy: 'Do not try again. The person alone can undo this, by texting START.',
  },
  mail_not_wanted: {
    cause: 'The customer has the status do_not_contact, or was forgotten.',
    remedy: 'Do not try again, unless the customer is changed with customers.update.',
  },
  number_takes_no_texts: {
    cause: 'It is a landline, or the carrier has said that it is not in service.',
    remedy: 'Ask for a mobile number, or use mail.',
  },
  no_number_to_text_from: {
    cause: 'Texts go out from a number of the business, and none is assigned.',
    remedy: 'The operator assigns one.',
  },
  unknown_lead: {
    cause: 'The individual was never recorded, or belongs to another business.',
    remedy: 'Take the id from leads.list.',
  },
  unknown_subscription: {
    cause: 'The id is mistyped, or the subscription belongs to another business.',
    remedy: 'Take the id from subscriptions.list.',
  },
  subscription_not_so: {
    cause: 'An ended subscription, for example, can neither be paused nor resumed.',
    remedy: 'Retrieve the subscription: its status says what is possible.',
  },
  unknown_customer: {
    cause: 'The id is mistyped, or the customer belongs to another business.',
    remedy: 'Take the id from customers.list, or send the person as `customer`.',
  },
  customer_taken: {
    cause: 'Within a business an external id names one customer.',
    remedy: 'Retrieve that customer, or choose another value.',
  },
  unknown_business: {
    cause: 'The business that is named does not exist or is not below that of the key.',
    remedy: 'Check the header Quittance-Business, or the parent that was sent.',
  },
  unknown_application: {
    cause: 'No application has this id.',
    remedy: 'Take the id from the list of applications.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods that the header Allow lists.',
  },
  order_number_reused: {
    cause: 'An order number is one payment, and this one has another amount, source or payer.',
    remedy: 'For another payment choose another order number. Repeat a payment unchanged.',
  },
  order_undecided: {
    cause: 'The processor has not answered yet, so the money may have been taken.',
    remedy:
      'Do not pay under another order number. Send the same request again shortly, or retrieve the payment.',
  },
  invoice_ended: {
    cause: 'The invoice is paid, expired or revoked.',
    remedy: 'Make a new one if something is still owed.',
  },
  idempotency_key_reused: {
    cause: 'A key stands for one request; this request has other content.',
    remedy: 'Use a new key for a new request. Repeat a request unchanged under its key.',
  },
  not_refundable: {
    cause: 'A payment that is declined, undecided or not settled cannot be refunded.',
    remedy: 'Void it if it is not settled yet; otherwise retrieve it and see its status.',
  },
  refund_too_large: {
    cause: 'Earlier refunds count, and those under way count too.',
    remedy: 'Retrieve the payment and refund at most what is left.',
  },
  payment_disputed: {
    cause: 'A refund beside a dispute would give the money back twice.',
    remedy: 'Wait until the dispute is decided; disputes.list shows it.',
  },
  payment_busy: {
    cause: 'Another capture, void or refund of the payment is in progress.',
    remedy: 'Retrieve the payment, then decide whether the request is still wanted.',
  },
  not_capturable: {
    cause: 'It was captured already, was voided, has expired, or never was an authorization.',
    remedy: 'Retrieve the payment: its status says which.',
  },
  capture_too_large: {
    cause: 'A capture takes at most what was authorized.',
    remedy: 'Capture at most that amount; charge the rest by itself.',
  },
  not_voidable: {
    cause: 'It is settled, or has ended in another way.',
    remedy: 'Refund a settled payment.',
  },
  wrong_state: {
    cause: 'The object has moved on, or has not come so far yet.',
    remedy: 'Retrieve it: its status says what is possible.',
  },
  too_large: {
    cause: 'Bodies, fields and pages have limits.',
    remedy: 'Send less, or several requests.',
  },
  unsupported_media_type: {
    cause: 'Bodies are JSON in UTF-8, without a Content-Encoding.',
    remedy: 'Send Content-Type: application/json.',
  },
  rate_limited: {
    cause:
      'Each business has a number of requests per second; RateLimit shows what is left. What costs more has limits of its ' +
      'own, such as receipts that are sent once more.',
    remedy: sendAgain,
  },
  too_many_listeners: {
    cause:
      'Each listener keeps a connection open, so a business and a process have a limit of them.',
    remedy: 'Close streams that nobody looks at, then wait for Retry-After.',
  },
  too_many_bad_credentials: {
    cause: 'Somebody at this address keeps sending wrong keys.',
    remedy: 'Correct the key before you send anything, then wait for Retry-After.',
  },
  too_many_token_misses: {
    cause: 'So many unknown tokens or numbers look like guessing.',
    remedy: 'Correct what is sent, then wait for Retry-After.',
  },
  card_declined_too_often: {
    cause: 'Banks charge for endless tries, so a card has a limit of declines a day.',
    remedy: 'Ask the payer for another card.',
  },
  too_many_cards_tried: {
    cause: 'So many different cards look like a test of stolen ones.',
    remedy: 'Wait for Retry-After. Payers with a good card are let in again by themselves.',
  },
  proof_wanted: {
    cause: 'Payment pages ask browsers for a computation while cards are being tested.',
    remedy: 'Let the page do it: its script runs by itself. No JSON call is answered so.',
  },
  busy: {
    cause: 'The service has as much work as it takes, or the processor is left alone for a while.',
    remedy: `${sendAgain} It is certain that nothing was charged.`,
  },
  internal: {
    cause: 'A fault of the service.',
    remedy:
      'Send the same request again with the same Idempotency-Key or order number. If it stays, name the request id to the operator.',
  },
};
