import { secretsOf } from '../authentication.ts';
import { answered, unknown } from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type { ChargeAnswer, ChargeRequest, NotSent, Rejection, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { classifyCharge, declineFrom } from './answers.ts';
import type { cancels } from './cancel.ts';
import { type CardName, cardNameIn, secretsOfName } from './card-names.ts';
import {
  type Client,
  type Failure,
  type Fields,
  type Intent,
  intentIn,
  type Reply,
} from './client.ts';
import { isAbout, refusesToken, waitsForPayer } from './codes.ts';
import type { Lists } from './lists.ts';
import { confirmFields, paymentFields } from './requests.ts';
import { unknownToken } from './tokens.ts';

/**
 * A charge is two requests: the payment without the card, then the card. Only the second moves money, and it is sent
 * after the first was answered and its id is stored. So a payment that arrives late, after it was canceled or reported
 * as not charged, charges nothing: nobody sends its card. For a stored card, a request between the two gives the
 * payment to the card's customer, so that the first request is the same however it is paid.
 */
export function charges(
  { post, answerFor }: Client,
  { intent, withdraw }: Pick<Lists, 'intent'> & Pick<ReturnType<typeof cancels>, 'withdraw'>,
) {
  return { charge };

  async function charge(request: ChargeRequest): Promise<ChargeAnswer> {
    const { processorToken: token } = request;
    const kept = token && cardNameIn(token);
    if (token && !kept) return unknownToken;
    const asked: Asked = { request, kept };
    const made = await make(asked);
    if ('outcome' in made) return made;
    const { id } = made;
    if (request.storeId && !(await request.storeId(id))) return notStored;
    const refusal = kept && (await give(asked, id, kept.customer));
    return refusal ?? (await confirm(asked, id));
  }

  /** Makes the payment without the card: whatever error it ends in, nothing was charged. */
  async function make(asked: Asked): Promise<Intent | Rejection | NotSent> {
    const fields = paymentFields(asked.request);
    return await prepare(asked, '/v1/payment_intents', fields, 'c', (made) =>
      isAsAsked(asked.request, made),
    );
  }

  async function give(asked: Asked, id: string, customer: string) {
    const path = `/v1/payment_intents/${id}`;
    const given = await prepare(
      asked,
      path,
      { customer },
      'u',
      (made) => made.customer === customer,
    );
    return 'outcome' in given ? given : undefined;
  }

  /**
   * Sends a request that comes before the card, once more if its answer is lost. It moves no money, so that its outcome
   * is never unknown.
   */
  async function prepare(
    asked: Asked,
    path: string,
    fields: Fields,
    key: string,
    isGood: (made: Intent) => boolean,
  ): Promise<Intent | Rejection | NotSent> {
    const { reference, sendBy } = asked.request;
    for (let i = 0; i < 2; i += 1) {
      const told = await post(path, fields, `${reference}-${key}`, sendBy);
      if (told.kind === 'not_sent') return { outcome: 'not_sent', reason: told.reason };
      const made = told.kind === 'good' ? intentIn(readJson(told.body)) : undefined;
      if (made && isGood(made)) return made;
      const answer = told.kind === 'error' ? refusalOf(asked, told) : undefined;
      if (answer && answer.outcome !== 'unknown') return answer;
    }
    return { outcome: 'not_sent', reason: 'no good answer before the card was sent' };
  }

  async function confirm(asked: Asked, id: string): Promise<ChargeAnswer> {
    const { reference } = asked.request;
    const told = await sendCard(asked, id);
    switch (told.kind) {
      case 'good':
        return await judgeConfirmed(asked.request, id, told.body);
      case 'error': {
        const { verdict, error } = told;
        if (verdict.outcome === 'unproved') return await whyNot(asked, id, told);
        if (error && !isAbout(id, error)) return unknown('answer for another payment');
        return verdict.outcome === 'declined' && error
          ? declineFrom(reference, { id }, error)
          : refusalOf(asked, told);
      }
      default:
        return { outcome: told.kind, reason: told.reason };
    }
  }

  /** A payment is paid once, however often its card is sent. */
  async function sendCard({ request, kept }: Asked, id: string): Promise<Reply> {
    const path = `/v1/payment_intents/${id}/confirm`;
    const { reference, sendBy, initiation } = request;
    const key = `${reference}-${kept ? 't' : 'f'}`;
    const told = await post(path, confirmFields(request, kept), key, sendBy);
    // Not every account may name the first charge of a stored card: the request is then refused before it is begun.
    const isUnknown = told.kind === 'error' && told.error?.code === 'parameter_unknown';
    if (!isUnknown || kept || !initiation?.networkTransactionId) return told;
    const unnamed = { ...request, initiation: { ...initiation, networkTransactionId: undefined } };
    return await post(path, confirmFields(unnamed), `${reference}-g`, sendBy);
  }

  async function judgeConfirmed(
    request: ChargeRequest,
    id: string,
    body: string,
  ): Promise<ChargeAnswer> {
    const { reference, sendBy } = request;
    const made = intentIn(readJson(body));
    if (made?.id !== id || !isAsAsked(request, made)) return unknown('answer for another payment');
    // Nobody will ask the payer to confirm it.
    if (made.status === waitsForPayer)
      return (await withdraw(id, sendBy))
        ? declinedFor(reference, 'authentication_required', id)
        : answered('it waits for the payer');
    const answer = classifyCharge(reference, made);
    if (answer.outcome === 'not_found' || answer.outcome === 'canceled')
      return unknown('the answer leaves the payment open');
    return answer;
  }

  /**
   * The card was refused, and the payment shows whether that was all: a payment that still waits for a card got none,
   * and one that was canceled gets none any more. Otherwise an inquiry finds out.
   */
  async function whyNot(asked: Asked, id: string, told: Failure): Promise<ChargeAnswer> {
    const found = await intent(id);
    if ('outcome' in found) return found;
    const { outcome } = classifyCharge(asked.request.reference, found);
    if (outcome === 'canceled') return canceledBefore;
    const isOpen = outcome === 'not_found' && found.status !== waitsForPayer;
    return isOpen ? refusalOf(asked, told) : answered('it was confirmed before');
  }

  /**
   * Answers an error that is no decline. It may be only about a stored card: then the number may be sent in its place.
   */
  function refusalOf({ request, kept }: Asked, told: Failure): Rejection | NotSent | Unknown {
    const { number, cvv } = request.card;
    const secrets = [number, cvv, ...secretsOf(request), ...(kept ? secretsOfName(kept) : [])];
    const answer = answerFor(told, { isCharge: !kept, secrets });
    if (!kept || answer.outcome !== 'rejected') return answer;
    const isOfToken = answer.because === 'right' || refusesToken(told.error);
    return isOfToken ? { outcome: 'rejected', message: answer.message, because: 'token' } : answer;
  }
}

/** `kept`: the card, if it is one that the gateway stores. */
type Asked = { readonly request: ChargeRequest; readonly kept: CardName | undefined };

function isAsAsked(
  { reference, amountCents, currency, capture }: ChargeRequest,
  made: Intent,
): boolean {
  const isSame = made.reference === reference && made.amountCents === amountCents;
  return (
    isSame &&
    made.currency === currency &&
    made.captureMethod === (capture ? 'automatic' : 'manual')
  );
}

const notStored: NotSent = { outcome: 'not_sent', reason: 'its id could not be stored' };

const canceledBefore: Rejection = {
  outcome: 'rejected',
  message: 'The payment was canceled before its card came.',
};
