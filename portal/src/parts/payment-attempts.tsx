import type { BankExchange, PaymentAttempt } from '../../../clients/typescript/src/index.ts';
import { bankWords as words } from '../words/bank.ts';
import { t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Actor } from './actor.tsx';
import { Icon, Shape } from './icon.tsx';
import { isUnanswered, kindWord, saidIn, Talk, toneOf } from './payment-talk.tsx';
import type { Step } from './timeline.tsx';

/* Requests to the bank and its answers: each side masked, as it is stored for evidence. */

export function attemptSteps(attempts: readonly PaymentAttempt[]): readonly Step[] {
  return attempts.flatMap((attempt) => {
    const { exchanges, reference } = attempt;
    const isFirst = (one: BankExchange) => one === exchanges[0] && !isAsking(one);
    const first = exchanges.find(isFirst);
    const later = exchanges.filter((one) => !isFirst(one));
    // Where the bank was silent at first, the answer that came last told the outcome.
    const telling = first && isUnanswered(first) && later.findLast((one) => !isUnanswered(one));
    return [
      attemptStep(attempt, first),
      ...later.map((exchange, i) =>
        exchangeStep(
          reference,
          exchange,
          i,
          later,
          exchange === telling ? toldOf(attempt) : undefined,
        ),
      ),
    ];
  });
}

const outcomes: Readonly<Record<PaymentAttempt['outcome'], string>> = {
  open: 'processing',
  unknown: 'unknown',
  approved: 'approved',
  declined: 'declined',
  canceled: 'canceled',
};

/** True for an inquiry, which moves no money. */
function isAsking({ kind }: BankExchange): boolean {
  return kind === 'inquiry';
}

/** The message of a known outcome. An unknown one is explained above, in words for people. */
function toldOf({ outcome, message, code }: PaymentAttempt): string | undefined {
  if (outcome === 'unknown' || outcome === 'open' || message === null) return undefined;
  return code ? `${message} (${code})` : message;
}

/** It was written down, and then the bank was asked: what was said then stands with it. */
function attemptStep(attempt: PaymentAttempt, first: BankExchange | undefined): Step {
  const { kind, reference, processor, outcome, actor, reason, createdAt } = attempt;
  const silent = first && isUnanswered(first) ? first : undefined;
  const { tone, shape } = lookOf(silent ? 'unknown' : outcomes[outcome]);
  const said = [
    t(words.writtenDown(reference, processor)),
    silent ? saidIn(silent) : toldOf(attempt),
  ];
  return {
    key: `attempt ${reference} ${kind}`,
    at: createdAt,
    tone,
    knob: <Shape name={shape} />,
    name: t(words.kinds[kind]),
    why: (
      <>
        {actor !== null && (
          <>
            {reason !== null && `${reason} · `}
            {t(words.by)} <Actor of={actor} />
            {' · '}
          </>
        )}
        {said.filter(Boolean).join(' · ')}
      </>
    ),
    box: first && <Talk exchange={first} reference={reference} />,
  };
}

function exchangeStep(
  reference: string,
  exchange: BankExchange,
  i: number,
  all: readonly BankExchange[],
  told: string | undefined,
): Step {
  const { kind, at } = exchange;
  const n = all.slice(0, i + 1).filter((one) => one.kind === kind).length;
  const why = isAsking(exchange)
    ? words.askedWhat(reference)
    : kind === 'cancel'
      ? words.askedCancel(reference)
      : words.sentAgain(reference);
  return {
    key: `exchange ${reference} ${i}`,
    at,
    tone: toneOf(exchange),
    knob: <Icon name={isAsking(exchange) ? 'search' : 'arrow'} small />,
    name: `${t(kindWord(kind))} ${n}`,
    why: [t(why), told].filter(Boolean).join(' · '),
    box: <Talk exchange={exchange} reference={reference} />,
  };
}
