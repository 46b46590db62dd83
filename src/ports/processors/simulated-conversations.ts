import { usualCurrency } from '../../kernel/currency.ts';
import { formatMoney } from '../../kernel/money.ts';
import { checkAnswer } from './answer-check.ts';
import type { Conversation } from './conversations.ts';
import { maskedText } from './masked-text.ts';
import type {
  Approval,
  CancelAnswer,
  ChargeAnswer,
  ChargeRequest,
  Decline,
  FollowUpRequest,
  InquiryAnswer,
  NotSent,
  Processor,
} from './processor.ts';

/*
 * The record of conversations with the simulated bank. Lost, late and odd answers are stored, as those of gateways are,
 * and so are all inquiries and cancels. A plain answer is stored with its payment already: its text is made from there
 * when somebody reads it, and a charge that goes well writes no record.
 */

type Answer = ChargeAnswer | InquiryAnswer | CancelAnswer;
type Text = Pick<Conversation, 'request' | 'answer' | 'status'>;

type Keeping = {
  readonly now: () => Date;
  /** It never fails. */
  readonly keep: (conversation: Conversation) => Promise<void>;
};

/** The simulated bank, whose doubtful conversations are stored before its answers are used. */
export function withConversations(bank: Processor, { now, keep }: Keeping): Processor {
  const { cancel } = bank;
  return {
    ...bank,
    async charge(request) {
      const at = now();
      const answer = await bank.charge(request);
      if (!isPlain(request, answer))
        await record('charge', request, at, chargeText(request, answer));
      return answer;
    },
    async followUp(request) {
      const at = now();
      const answer = await bank.followUp(request);
      if (!isPlain(request, answer))
        await record(request.kind, request, at, followUpText(request, answer));
      return answer;
    },
    async inquire(...asked) {
      const at = now();
      const answer = await bank.inquire(...asked);
      await record('inquiry', { reference: asked[0] }, at, askingText('inquire', asked[0], answer));
      return answer;
    },
    ...(cancel && {
      async cancel(...asked) {
        const at = now();
        const answer = await cancel(...asked);
        await record('cancel', { reference: asked[0] }, at, askingText('cancel', asked[0], answer));
        return answer;
      },
    }),
  };

  async function record(
    kind: Conversation['kind'],
    { reference }: { readonly reference: string },
    at: Date,
    text: Text,
  ): Promise<void> {
    const tookMs = Math.max(0, now().getTime() - at.getTime());
    await keep({ kind, reference, at, tookMs, ...text });
  }
}

/** True if the row of the payment tells everything about the answer. */
function isPlain(request: ChargeRequest | FollowUpRequest, answer: ChargeAnswer): boolean {
  const { outcome } = answer;
  if (outcome !== 'approved' && outcome !== 'declined') return outcome === 'not_sent';
  return checkAnswer(request, answer) === answer;
}

type ChargeFacts = Pick<
  ChargeRequest,
  'amountCents' | 'currency' | 'capture' | 'statementDescriptor'
> & { readonly last4: string };

/** A charge and its answer in the form in which they are stored. */
export function chargeText(request: ChargeRequest | ChargeFacts, answer: Answer): Text {
  const { amountCents, currency, capture, statementDescriptor } = request;
  const last4 = 'card' in request ? (request.card.number?.reveal().slice(-4) ?? '') : request.last4;
  return conversation(
    {
      ask: 'charge',
      amount: amountOf({ amountCents, currency }),
      capture,
      ...(last4 !== '' && { card: `•••• •••• •••• ${last4}`, cvv: 'not kept' }),
      ...(statementDescriptor && { descriptor: statementDescriptor }),
    },
    answer,
    currency,
  );
}

type FollowUpFacts = Pick<FollowUpRequest, 'kind' | 'chargeReference' | 'amountCents' | 'currency'>;

/** A capture, void or refund and its answer in the same form. */
export function followUpText(request: FollowUpFacts, answer: Answer): Text {
  const { kind, chargeReference, currency } = request;
  return conversation(
    { ask: kind, charge: chargeReference, amount: amountOf(request) },
    answer,
    currency,
  );
}

/** The bank names the currency of what it found only if it is not the usual one. */
function askingText(ask: 'inquire' | 'cancel', reference: string, answer: Answer): Text {
  return conversation({ ask, reference }, answer, usualCurrency);
}

type Fields = Readonly<Record<string, string | boolean>>;

function conversation(asked: Fields, answer: Answer, currency?: string): Text {
  return { request: masked(asked), ...answerText(answer, currency) };
}

function answerText(answer: Answer, currency?: string): Pick<Text, 'answer' | 'status'> {
  if (answer.outcome === 'not_sent') return { answer: nothingSent(answer), status: undefined };
  if (answer.outcome === 'unknown' && !answer.isAnswered) {
    return { answer: `(no answer: ${answer.reason})`, status: undefined };
  }
  return { answer: masked(answerFields(answer, currency)), status: answered };
}

function nothingSent({ reason }: NotSent): string {
  return reason === '' ? '(nothing was sent)' : `(nothing was sent: ${reason})`;
}

/** The HTTP status of the bank's answers where it is a server of its own. */
const answered = 200;

function answerFields(answer: Exclude<Answer, NotSent>, currency?: string): Fields {
  const { outcome } = answer;
  switch (outcome) {
    case 'approved':
      return { outcome, ...approvalFields(answer, currency) };
    case 'declined':
      return { outcome, ...declineFields(answer) };
    case 'rejected':
      return { outcome, message: answer.message };
    case 'unknown':
      return { outcome, message: answer.reason };
    case 'canceled':
    case 'not_found':
      return { outcome };
  }
}

function approvalFields({ currency: told, ...answer }: Approval, asked?: string): Fields {
  const { amountCents, authorizationCode, processorId } = answer;
  const currency = told ?? asked;
  return {
    amount: amountOf({ amountCents, currency }),
    ...(authorizationCode && { approval: authorizationCode }),
    id: processorId,
  };
}

function declineFields({ code, message, processorId }: Decline): Fields {
  return { code, message, id: processorId };
}

type Sum = { readonly amountCents: bigint; readonly currency: string | undefined };

function amountOf({ amountCents, currency }: Sum): string {
  return [formatMoney(amountCents, currency), currency].filter(Boolean).join(' ');
}

const shows = new Set([
  ...['ask', 'reference', 'charge', 'amount', 'capture', 'card', 'cvv', 'descriptor'],
  ...['outcome', 'approval', 'id', 'code', 'message'],
]);

function masked(fields: Fields): string {
  return maskedText(JSON.stringify(fields), { shows, hides: [] });
}
