/**
 * The reasons for a decline, in codes of our own, each with a sentence that a payer may read. A lost or stolen card is
 * not named: the reader may have stolen it.
 */
export const declines = {
  card_declined: 'The card was declined.',
  do_not_honor: 'The card was declined. Please contact the bank that issued it.',
  insufficient_funds: 'The card has insufficient funds.',
  limit_exceeded: 'The card has reached its limit.',
  card_velocity_exceeded: 'The card was used too often in a short time.',
  lost_card: 'The card was declined. Please use another one.',
  stolen_card: 'The card was declined. Please use another one.',
  suspected_fraud: 'The card was declined. Please use another one.',
  expired_card: 'The card has expired.',
  card_replaced: 'The bank has issued another card. Please use that one.',
  recurring_stopped:
    'The holder of the card had its recurring charges stopped. Please use another card.',
  do_not_try_again: 'The card was declined. Please use another one.',
  incorrect_card_data: 'The details of the card are not correct. Please enter the card again.',
  incorrect_number: 'The card number is not correct.',
  incorrect_cvc: 'The security code of the card is not correct.',
  incorrect_address: 'The address does not belong to the card.',
  authentication_required: 'The bank that issued the card asks for a confirmation by its holder.',
  authorization_expired: 'The authorization has ended; the card must be charged anew.',
  duplicate:
    'The card was charged with the same amount a short time ago, and this payment was taken for a repetition: it was not charged. Please try again in half an hour.',
  already_settled: 'The payment was settled already; it can be refunded.',
  not_settled:
    'A part of the payment can be refunded once it is settled; until then all of it can be voided.',
  not_released: 'The gateway does not release this authorization; it ends by itself within days.',
  refund_too_large: 'More would be given back than was taken.',
  processing_error: 'The card could not be processed. Please try again later.',
} as const;

export type DeclineCode = keyof typeof declines;

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declines, code);
}

/** The code of a request that the processor rejected as malformed; the card is not at fault. */
export const rejected = 'rejected';

/** The decline code that is reported to a caller; undefined if the outcome is no decline. */
export function declineCodeIn(outcomeCode: string | undefined): string | undefined {
  if (outcomeCode === undefined) return undefined;
  return outcomeCode === rejected || isDeclineCode(outcomeCode) ? outcomeCode : undefined;
}
