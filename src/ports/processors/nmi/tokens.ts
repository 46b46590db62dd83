import { Secret } from '../../../kernel/secret.ts';
import { declines } from '../declines.ts';
import { asksToWait, rejectionFor, unknown } from '../gateway-text.ts';
import type { TokenAnswer, TokenRequest } from '../processor.ts';
import type { Client } from './client.ts';
import { verdictOf } from './codes.ts';
import { vaultRecordFields } from './requests.ts';

/**
 * Stores cards in the Customer Vault, by the ids that it gives them. Only the id in an answer to the request with the
 * card is trusted. So a record whose answer is lost is never used, and no other card is taken for it.
 */
export async function storeCard(
  { transact, worded }: Client,
  request: TokenRequest,
  before: Secret | undefined,
): Promise<TokenAnswer> {
  const { reference, card } = request;
  const told = await transact({ ...vaultRecordFields(request, before), orderid: reference }, {});
  if ('outcome' in told) return told;
  if (!['', reference].includes(told.orderId)) return unknown('answer for another reference');
  const verdict = verdictOf(told.response, told.code, told.text);
  switch (verdict.outcome) {
    case 'approved':
      return kept(told.vaultId, card.number ? undefined : before);
    case 'declined':
      return { outcome: 'rejected', message: declines[verdict.code] };
    case 'rejected': {
      const { refuses } = verdict;
      const message = worded(told, [before, card.number]);
      return rejectionFor(refuses === 'vault' ? 'right' : refuses, message);
    }
    case 'not_sent':
      return asksToWait;
    case 'unknown':
      return verdict;
  }
}

/** A record that is changed keeps its id. */
function kept(vaultId: string, before: Secret | undefined): TokenAnswer {
  if (before && ['', before.reveal()].includes(vaultId)) return { outcome: 'kept', token: before };
  const isId = !before && /^[\w-]{1,40}$/.test(vaultId);
  return isId ? { outcome: 'kept', token: new Secret(vaultId) } : unknown('kept without its id');
}
