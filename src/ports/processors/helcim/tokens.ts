import { Secret } from '../../../kernel/secret.ts';
import type { Rejection, TokenAnswer, TokenRequest } from '../processor.ts';
import { type Client, readErrors, readRow } from './client.ts';
import { verdictOf, verdictOfDecline } from './codes.ts';
import { keyOf, tokenContent } from './requests.ts';

/** Checks the card without taking money: the gateway stores the card that it checked. */
export async function storeCard(
  { write, rejection }: Client,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { reference, card } = request;
  const content = tokenContent(request);
  if (!content) return keepsNumber;
  const result = await write('/payment/verify', keyOf(reference), content);
  if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
  const row = result.status === 200 || result.status === 201 ? readRow(result.body) : undefined;
  const errors = readErrors(result.body);
  const text = row?.text ?? errors.join(', ');
  if (row?.status === 'APPROVED' && row.cardToken !== '')
    return { outcome: 'kept', token: new Secret(row.cardToken) };
  const verdict =
    row?.status === 'DECLINED' ? verdictOfDecline(text) : verdictOf(result.status, errors);
  if (verdict.outcome === 'unknown') return verdict;
  const refuses = verdict.outcome === 'rejected' ? verdict.refuses : undefined;
  return rejection(refuses, text, { secrets: [card.number, card.cvv] });
}

const keepsNumber: Rejection = {
  outcome: 'rejected',
  message: 'The gateway changes a kept card only by its number.',
};
