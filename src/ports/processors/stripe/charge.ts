import { refusedProof, secretsOf } from '../authentication.ts';
import { answered, unfitReference, unknown } from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type {
  Capabilities,
  ChargeAnswer,
  ChargeRequest,
  NotSent,
  Rejection,
} from '../processor.ts';
import type { Client, Failure, Told } from './client.ts';
import { declineFrom, judgeCharge } from './judge.ts';
import type { Lists } from './lists.ts';
import { isReference } from './references.ts';
import { confirmFields, paymentFields } from './requests.ts';
import { type Intent, intentIn } from './wire.ts';

/**
 * A charge is two requests: the payment without the card, then the card. Only the second moves money, and it is sent
 * after the first was answered. So a payment that arrives late, when it was canceled or told as not charged, charges
 * nothing: nobody sends its card.
 */
export function charges(
  { post, answerFor, rejectionFor }: Client,
  { intent }: Pick<Lists, 'intent'>,
  can: Capabilities,
) {
  return { charge };

  async function charge(request: ChargeRequest): Promise<ChargeAnswer> {
    // Without it the payment could never be asked about.
    if (!isReference(request.reference)) return unfitReference;
    const refused = refusedProof(can, request);
    if (refused) return refused;
    const made = await make(request);
    return 'outcome' in made ? made : await confirm(request, made.id);
  }

  /**
   * The payment without the card. A lost answer is asked for once more; no answer leaves nothing unknown, and whatever
   * error it ends in, nothing was charged.
   */
  async function make(request: ChargeRequest): Promise<Intent | Rejection | NotSent> {
    for (let i = 0; i < 2; i += 1) {
      const key = `${request.reference}-c`;
      const { sendBy } = request;
      const told = await post('/v1/payment_intents', paymentFields(request), key, sendBy);
      if (told.kind === 'not_sent') return { outcome: 'not_sent', reason: told.reason };
      const made = told.kind === 'good' ? intentIn(readJson(told.body)) : undefined;
      if (made && isAsAsked(request, made)) return made;
      const answer = told.kind === 'error' ? answerFor(told, { isCharge: true }) : undefined;
      if (answer && answer.outcome !== 'unknown') return answer;
    }
    return { outcome: 'not_sent', reason: 'no good answer before the card was sent' };
  }

  async function confirm(request: ChargeRequest, id: string): Promise<ChargeAnswer> {
    const { reference } = request;
    const told = await sendCard(request, id);
    switch (told.kind) {
      case 'good':
        return judgeConfirmed(request, id, told.body);
      case 'error': {
        const { verdict, error } = told;
        if (verdict.outcome === 'unproved') return await whyNot(request, id, told);
        if (verdict.outcome === 'declined' && error)
          return ['', id].includes(error.intentId)
            ? declineFrom(reference, { id }, error)
            : unknown('answer for another payment');
        return answerFor(told, askedOf(request));
      }
      default:
        return { outcome: told.kind, reason: told.reason };
    }
  }

  /** A payment is paid once, however often its card is sent. */
  async function sendCard(request: ChargeRequest, id: string): Promise<Told> {
    const path = `/v1/payment_intents/${id}/confirm`;
    const { reference, sendBy } = request;
    const told = await post(path, confirmFields(request), `${reference}-f`, sendBy);
    // Not every account may name the first charge of a stored card: it is refused before it is begun.
    const isUnknown = told.kind === 'error' && told.error?.code === 'parameter_unknown';
    const { initiation } = request;
    if (!isUnknown || !initiation?.networkTransactionId) return told;
    const unnamed = { ...request, initiation: { ...initiation, networkTransactionId: undefined } };
    return await post(path, confirmFields(unnamed), `${reference}-g`, sendBy);
  }

  /**
   * The card was refused, and the payment tells whether that was all: one that still waits for a card has met none, and
   * one that was canceled meets none any more. Else an inquiry tells.
   */
  async function whyNot(request: ChargeRequest, id: string, told: Failure): Promise<ChargeAnswer> {
    const found = await intent(id);
    if ('outcome' in found) return found;
    switch (judgeCharge(request.reference, found).outcome) {
      case 'not_found':
        return rejectionFor(told, askedOf(request));
      case 'canceled':
        return canceledBefore;
      default:
        return answered('it was confirmed before');
    }
  }
}

function askedOf(request: ChargeRequest) {
  const { number, cvv } = request.card;
  return { isCharge: true, secrets: [number, cvv, ...secretsOf(request)] };
}

function judgeConfirmed(request: ChargeRequest, id: string, body: string): ChargeAnswer {
  const made = intentIn(readJson(body));
  if (made?.id !== id || !isAsAsked(request, made)) return unknown('answer for another payment');
  const answer = judgeCharge(request.reference, made);
  if (answer.outcome === 'not_found' || answer.outcome === 'canceled')
    return unknown('the answer leaves the payment open');
  return answer;
}

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

const canceledBefore: Rejection = {
  outcome: 'rejected',
  message: 'The payment was canceled before its card came.',
};
