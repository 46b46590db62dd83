import type { Secret } from '../../../kernel/secret.ts';
import { malformed, missingRight, refusedAccount } from '../gateway-text.ts';
import type { Rejection } from '../processor.ts';
import type { Refused } from './codes.ts';

/** The rejection of a request, or of the account, a right of it, or our form of requests. */
export function rejectionFor(
  loginId: string,
  refuses: Refused | undefined,
  message: string,
): Rejection {
  if (refuses === 'account') return refusedAccount(loginId, message);
  if (refuses === 'right') return missingRight(message);
  return refuses ? malformed(message) : { outcome: 'rejected', message };
}

/* Requests that the gateway would refuse are not sent. */

/** The schema has no room for more digits, and some numbers of UnionPay are longer. */
export function refusalOfNumber(number: Secret | undefined): Rejection | undefined {
  return (number?.reveal().length ?? 0) > 16 ? tooLong : undefined;
}

const tooLong: Rejection = {
  outcome: 'rejected',
  message: 'The gateway takes no card number of more than 16 digits.',
};

export const noLastFour: Rejection = {
  outcome: 'rejected',
  message: 'The gateway refunds a card by its last four digits, which are not known.',
};

export const unknownToken: Rejection = {
  outcome: 'rejected',
  message: 'The gateway knows no such profile of a card.',
  because: 'token',
};
