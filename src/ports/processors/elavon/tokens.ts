import { Secret } from '../../../kernel/secret.ts';
import { unknown } from '../gateway-text.ts';
import type { TokenAnswer, TokenRequest } from '../processor.ts';
import type { Client, Reply } from './client.ts';
import { verdictOfError } from './codes.ts';
import { tokenFields } from './requests.ts';

/**
 * Stores a card at the gateway. For a new number the gateway makes a new token: the returned token is the card's from
 * then on.
 */
export async function storeCard(
  { transact, rejection, worded }: Client,
  request: TokenRequest,
  before: Secret | undefined,
): Promise<TokenAnswer> {
  const { number, cvv } = request.card;
  const told = await transact(tokenFields(request, before?.reveal()));
  if ('outcome' in told) return told;
  if (told.kind === 'error') {
    const message = worded(told, [before, number, cvv]);
    const isUnclear = verdictOfError(told).outcome === 'unknown';
    return isUnclear ? unknown(message) : rejection(undefined, message);
  }
  const answer = told.ssl_token_response.trim().toUpperCase();
  if (refusals.includes(answer)) return rejection(undefined, keepsNone);
  if (told.ssl_result !== '0' || answer !== 'SUCCESS') return unknown('a token without sense');
  const token = tokenIn(told) ?? (number ? undefined : before);
  return token ? { outcome: 'kept', token } : unknown('an answer without a token');
}

const keepsNone = 'The gateway keeps no token of this card.';
const refusals = [
  'FAILURE',
  'FAILED',
  'ACTION NOT PERMITTED',
  'INVALID TOKEN',
  'NOT PERMITTED',
  'ACCT VERIFICATION FAILED',
];

/** Its last digits are those of the card: it looks like a card number, and is none. */
export function tokenIn({ ssl_token: token }: Reply): Secret | undefined {
  return /^\d{12,20}$/.test(token) ? new Secret(token) : undefined;
}
