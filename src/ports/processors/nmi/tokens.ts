import { Secret } from '../../../kernel/secret.ts';
import type { Waits } from '../../../runtime/http-out/http-call.ts';
import { declines } from '../declines.ts';
import {
  asksToWait,
  malformed,
  missingRight,
  refusedAccount,
  unfitReference,
  unknown,
} from '../gateway-text.ts';
import type { NotSent, TokenAnswer, TokenRequest, Unknown } from '../processor.ts';
import { verdictOf } from './codes.ts';
import { isReference } from './references.ts';
import { vaultRecordFields } from './requests.ts';
import type { Fields, TransactAnswer } from './wire.ts';

type Desk = {
  transact(fields: Fields, waits: Waits): Promise<TransactAnswer | NotSent | Unknown>;
  worded(answer: TransactAnswer, secrets: readonly (Secret | undefined)[]): string;
};

/**
 * Stores cards in the Customer Vault, by the ids that it gives them. Only the id in an answer to the request with the
 * card is trusted. So a record whose answer is lost is never used, and no other card is taken for it.
 */
export async function storeCard(
  { transact, worded }: Desk,
  request: TokenRequest,
  before: Secret | undefined,
): Promise<TokenAnswer> {
  const { reference, card } = request;
  if (!isReference(reference)) return unfitReference;
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
      if (refuses === 'account') return refusedAccount(undefined, message);
      if (refuses === 'right' || refuses === 'vault') return missingRight(message);
      if (refuses === 'form') return malformed(message);
      return { outcome: 'rejected', message, ...(refuses && { because: refuses }) };
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
