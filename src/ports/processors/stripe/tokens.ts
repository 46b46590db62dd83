import { declines } from '../declines.ts';
import { unknown } from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type { NotSent, Rejection, TokenAnswer, TokenRequest, Unknown } from '../processor.ts';
import { type CardName, secretsOfName, tokenOf } from './card-names.ts';
import { type Client, type Failure, type Fields, isIdOf } from './client.ts';
import { refusesToken } from './codes.ts';
import { changedCardFields, setupFields, storedCardFields } from './requests.ts';

/**
 * Stores cards as those of a customer, one customer for each card. The issuer is asked whether the card may be charged
 * while the payer is away, which takes no money; only then the card becomes the customer's. Another number is another
 * card. Only names in the answer to the request with the card are trusted.
 */
export async function storeCard(
  { post, answerFor }: Client,
  request: TokenRequest,
  before?: CardName,
): Promise<TokenAnswer> {
  const { reference } = request;
  const { number } = request.card;
  return before && !number ? await change(before) : await keep();

  async function keep(): Promise<TokenAnswer> {
    const card = await made('/v1/payment_methods', storedCardFields(request), 'p', 'pm');
    if (typeof card !== 'string') return card;
    const customer = await made('/v1/customers', { 'metadata[reference]': reference }, 'k', 'cus');
    if (typeof customer !== 'string') return customer;
    const name = { customer, card };
    const setup = await asked('/v1/setup_intents', setupFields(reference, name), 's');
    if ('outcome' in setup) return setup;
    const status = setup.text('status');
    if (status === 'requires_action') return waitsForHolder;
    const isOurs = setup.text('customer') === customer && setup.text('payment_method') === card;
    return status === 'succeeded' && isOurs ? { outcome: 'kept', token: tokenOf(name) } : unclear;
  }

  async function change(name: CardName): Promise<TokenAnswer> {
    const path = `/v1/payment_methods/${name.card}`;
    const changed = await asked(path, changedCardFields(request), 'p');
    if ('outcome' in changed) return changed;
    return changed.text('id') === name.card ? { outcome: 'kept', token: tokenOf(name) } : unclear;
  }

  /** Makes a new object, and returns its id. */
  async function made(path: string, fields: Fields, key: string, kind: string) {
    const answer = await asked(path, fields, key);
    if ('outcome' in answer) return answer;
    const id = answer.text('id');
    return isIdOf(kind, id) ? id : unclear;
  }

  async function asked(path: string, fields: Fields, key: string) {
    const told = await post(path, fields, `${reference}-${key}`);
    if (told.kind === 'good') return readJson(told.body);
    if (told.kind !== 'error') return { outcome: told.kind, reason: told.reason };
    return refusalOf(told);
  }

  function refusalOf(told: Failure): Rejection | NotSent | Unknown {
    const { verdict, error } = told;
    if (verdict.outcome === 'declined')
      return { outcome: 'rejected', message: declines[verdict.code] };
    const secrets = [number, ...(before ? secretsOfName(before) : [])];
    const answer = answerFor(told, { secrets });
    const isOfToken = before && !number && answer.outcome === 'rejected' && refusesToken(error);
    return isOfToken ? { outcome: 'rejected', message: answer.message, because: 'token' } : answer;
  }
}

export const unknownToken: Rejection = {
  outcome: 'rejected',
  message: 'The gateway knows no such card.',
  because: 'token',
};

const unclear = unknown('kept without its names');

const waitsForHolder: Rejection = {
  outcome: 'rejected',
  message: 'The issuer asks the holder of the card, who is not there.',
};
