import type { BankExchange, PaymentAttempt } from '../../../clients/typescript/src/index.ts';
import { bankWords as words } from '../words/bank.ts';
import { t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Actor } from './actor.tsx';
import { Icon, Shape } from './icon.tsx';
import { kindWord, Talk, toneOf } from './payment-talk.tsx';
import type { Step } from './timeline.tsx';

/* What was asked of the bank, and what came back: each side masked, as it is kept for evidence. */

export function attemptSteps(attempts: readonly PaymentAttempt[]): readonly Step[] {
  return attempts.flatMap((attempt) => {
    const { exchanges, reference } = attempt;
    const isFirst = (one: BankExchange) => one === exchanges[0] && !isAsking(one);
    const later = exchanges.filter((one) => !isFirst(one));
    return [
      attemptStep(attempt, exchanges.find(isFirst)),
      ...later.map((exchange, i) => exchangeStep(reference, exchange, i, later)),
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

/** What became of something is asked, and nothing is asked for. */
function isAsking({ kind }: BankExchange): boolean {
  return kind === 'inquiry';
}

/** It was written down, and then the bank was asked: what was said then stands with it. */
function attemptStep(attempt: PaymentAttempt, first: BankExchange | undefined): Step {
  const { kind, reference, processor, outcome, message, code, actor, reason, createdAt } = attempt;
  const { tone, shape } = lookOf(outcomes[outcome]);
  const isKnown = outcome !== 'unknown' && outcome !== 'open';
  const said = [
    t(words.writtenDown(reference, processor)),
    // What is said to callers about what is not known stands above, in words for people.
    isKnown && message && (code ? `${message} (${code})` : message),
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
    why: t(why),
    box: <Talk exchange={exchange} reference={reference} />,
  };
}
