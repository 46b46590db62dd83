import { Refusal } from '../../../kernel/refusal.ts';
import type { KeptConversation } from '../../../payments/accounts/gateway-conversations.ts';
import {
  type Exchanges,
  plainExchanges,
  readExchanges,
} from '../../../payments/follow-ups/exchanges.ts';
import type { PaymentState } from '../../../payments/moves.ts';
import { endpoint } from '../endpoint.ts';
import {
  bool,
  id,
  integer,
  list,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const kinds = ['charge', 'capture', 'void', 'refund', 'give_back'] as const;
const outcomes = ['open', 'unknown', 'approved', 'declined', 'canceled'] as const;

const exchangeShape = object(
  {
    kind: text('What was asked for, such as charge, inquiry or cancel.'),
    at: moment('When it was sent.'),
    tookMs: integer('How long the answer took, in milliseconds.'),
    status: orNull(integer('Of HTTP. Null: no whole answer came, and the answer says why.')),
    request: text('What was sent: values that are evidence, masked.'),
    answer: text('What came back, masked.'),
    isDerived: bool(
      'True of what the simulated bank answered at once: written from what is stored of the payment, with the time until its outcome was stored. False: kept as it was.',
    ),
  },
  { name: 'BankExchange' },
);

const attemptShape = object(
  {
    kind: word('What it is; give_back is the reversal of an approval that was found late.', kinds),
    reference: text('As the bank is told it.'),
    processor: text('Whom it was asked of.'),
    processorId: orNull(text('What the bank calls it.')),
    outcome: word(
      'Open: nothing is known yet; unknown: no answer came; canceled: certain that nothing was charged.',
      outcomes,
    ),
    code: orNull(text('The code of the outcome.')),
    message: orNull(text('The outcome in a sentence.')),
    actor: orNull(text('Who asked for it. Null for the charge.')),
    reason: orNull(text('Why, as it was sent.')),
    createdAt: moment('When it was written down, before the bank was asked.'),
    sentAt: orNull(
      moment('When it was sent last. Null: not kept any more, since the outcome is known.'),
    ),
    finishedAt: orNull(moment('When its outcome was known.')),
    knowledge: orNull(
      object(
        {
          inquiries: integer('How often the bank was asked what became of it.'),
          seenAt: orNull(moment('When the bank last showed it.')),
          absentSince: orNull(
            moment('Since when the bank does not find what it should find by now.'),
          ),
          cancelSentAt: orNull(moment('When the bank was last told to cancel it.')),
          nextLookAt: orNull(moment('When it is asked about next.')),
        },
        {
          name: 'AttemptKnowledge',
          doc: 'What is known while the outcome is open. Null: the outcome of the charge is known.',
        },
      ),
    ),
    exchanges: list(
      exchangeShape,
      'What was said, in order; of one payment the latest 100. Empty where nothing of it is kept: for bank transfers, and ' +
        'once it is older than the operator keeps it.',
    ),
  },
  { name: 'PaymentAttempt' },
);
type Attempt = TypeOf<typeof attemptShape>;

const iso = (at: Date | undefined) => at?.toISOString() ?? null;

type Shown = Omit<KeptConversation, 'account'> & { readonly isDerived: boolean };

function exchangesOf(reference: string, all: readonly Shown[]): Attempt['exchanges'] {
  return all
    .filter((one) => one.reference === reference)
    .map(({ kind, at, tookMs, status, request, answer, isDerived }) => ({
      kind,
      at: at.toISOString(),
      tookMs,
      status: status ?? null,
      request,
      answer,
      isDerived,
    }));
}

type Known = Pick<
  Exchanges['followUps'][number],
  'processor' | 'processorId' | 'outcomeCode' | 'message' | 'createdAt' | 'finishedAt'
>;

function shared(one: Known) {
  return {
    processor: one.processor,
    processorId: one.processorId ?? null,
    code: one.outcomeCode ?? null,
    message: one.message ?? null,
    createdAt: one.createdAt.toISOString(),
    finishedAt: iso(one.finishedAt),
  };
}

type Doubt = Pick<
  Exchanges['followUps'][number],
  'seenAt' | 'absentSince' | 'cancelSentAt' | 'resolveAt'
> & { readonly inquiries: number };

function knowledgeOf({ inquiries, seenAt, absentSince, cancelSentAt, resolveAt }: Doubt) {
  return {
    inquiries,
    seenAt: iso(seenAt),
    absentSince: iso(absentSince),
    cancelSentAt: iso(cancelSentAt),
    nextLookAt: iso(resolveAt),
  };
}

function chargeOutcome(state: PaymentState): Attempt['outcome'] {
  switch (state) {
    case 'processing':
      return 'open';
    case 'unknown':
    case 'declined':
    case 'canceled':
      return state;
    default:
      return 'approved';
  }
}

const followUpOutcomes = {
  processing: 'open',
  unknown: 'unknown',
  succeeded: 'approved',
  failed: 'declined',
  // It had succeeded before its money came back.
  returned: 'approved',
} as const;

function attemptsOf({ charge, followUps }: Exchanges, conversations: readonly Shown[]): Attempt[] {
  const { reference, looks, lookAt } = charge;
  return [
    {
      kind: 'charge',
      reference,
      ...shared(charge),
      outcome: chargeOutcome(charge.state),
      actor: null,
      reason: null,
      sentAt: iso(charge.sentAt),
      knowledge:
        looks === undefined
          ? null
          : knowledgeOf({ ...charge, inquiries: looks, resolveAt: lookAt }),
      exchanges: exchangesOf(reference, conversations),
    },
    ...followUps.map(
      (one): Attempt => ({
        kind: one.kind,
        reference: one.reference,
        ...shared(one),
        outcome: followUpOutcomes[one.state],
        actor: one.actor,
        reason: one.reason ?? null,
        sentAt: iso(one.sentAt),
        knowledge: knowledgeOf(one),
        exchanges: exchangesOf(one.reference, conversations),
      }),
    ),
  ];
}

export const attemptsEndpoint = endpoint({
  id: 'payments.listAttempts',
  method: 'GET',
  path: '/v1/payments/{paymentId}/attempts',
  doc:
    'Lists what was asked of the bank for a payment and what came back, in order: the charge, then captures, voids and refunds, ' +
    'each with what is known about it and the masked exchanges that are kept as evidence.',
  right: 'read',
  params: { paymentId: id('The payment.') },
  answer: object({ data: list(attemptShape, 'The oldest first.') }, { name: 'PaymentAttempts' }),
  refuses: ['not_found'],
  async handle({ db, processors, config, now }, { business, params }) {
    const found = await readExchanges(db, business.id, BigInt(params.paymentId));
    if (!found) throw new Refusal('not_found');
    const isSimulated = processors.has(found.charge.processor);
    const plain = isSimulated ? plainExchanges(found, config, now()) : [];
    const said = [
      ...plain.map((one) => ({ ...one, isDerived: true })),
      ...found.conversations.map((one) => ({ ...one, isDerived: false })),
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
    return { body: { data: attemptsOf(found, said) } };
  },
});
