import type { BankExchange, PaymentAttempt } from '../../../clients/typescript/src/index.ts';
import { bankWords as words } from '../words/bank.ts';
import { t } from '../words/language.ts';
import { lookOf, type Tone } from '../words/states.ts';
import { Icon, Shape } from './icon.tsx';
import { When } from './show.tsx';
import type { Step } from './timeline.tsx';

/* What was asked of the bank, and what came back: each side masked, as it is kept for evidence. */

export function attemptSteps(attempts: readonly PaymentAttempt[]): readonly Step[] {
  return attempts.flatMap((attempt) => [attemptStep(attempt), ...exchangeSteps(attempt)]);
}

const outcomes: Readonly<Record<PaymentAttempt['outcome'], string>> = {
  open: 'processing',
  unknown: 'unknown',
  approved: 'approved',
  declined: 'declined',
  canceled: 'canceled',
};

function attemptStep(attempt: PaymentAttempt): Step {
  const { kind, reference, processor, outcome, message, code, createdAt, knowledge } = attempt;
  const { tone, shape } = lookOf(outcomes[outcome]);
  const said = [
    t(words.writtenDown(reference, processor)),
    message && (code ? `${message} (${code})` : message),
  ];
  return {
    key: `attempt ${reference} ${kind}`,
    at: createdAt,
    tone,
    knob: <Shape name={shape} />,
    name: t(words.kinds[kind]),
    why: (
      <>
        {said.filter(Boolean).join(' · ')}
        {knowledge && <Known knowledge={knowledge} />}
      </>
    ),
  };
}

function Known({ knowledge }: { knowledge: NonNullable<PaymentAttempt['knowledge']> }) {
  const { inquiries, seenAt, absentSince, nextLookAt } = knowledge;
  const known = [
    [words.seen, seenAt],
    [words.absent, absentSince],
    [words.nextLook, nextLookAt],
  ] as const;
  return (
    <span className="known">
      {' · '}
      {t(words.inquiries(inquiries))}
      {known.map(([word, at]) =>
        at === null ? null : (
          <span key={t(word)}>
            {' · '}
            {t(word)} <When at={at} />
          </span>
        ),
      )}
    </span>
  );
}

function exchangeSteps({ reference, exchanges }: PaymentAttempt): readonly Step[] {
  return exchanges.map((exchange, i) => ({
    key: `exchange ${reference} ${i}`,
    at: exchange.at,
    tone: toneOf(exchange),
    knob: <Icon name={exchange.kind === 'inquiry' ? 'search' : 'arrow'} small />,
    name: t(lookOf(exchange.kind).word),
    why: t(words.took(exchange.tookMs)),
    box: <Talk exchange={exchange} reference={reference} />,
  }));
}

function toneOf({ status }: BankExchange): Tone {
  if (status === null) return 'doubt';
  return status < 400 ? 'move' : 'bad';
}

function Talk({ exchange, reference }: { exchange: BankExchange; reference: string }) {
  const { kind, status, tookMs, request, answer } = exchange;
  return (
    <div className="box talk">
      <header>
        <span className="grow">
          {t(lookOf(kind).word)} · <span className="mono">{reference}</span>
        </span>
        <span className="state loud" data-tone={toneOf(exchange)}>
          {status === null ? t(words.noAnswerIn(tookMs)) : t(words.answeredIn(status, tookMs))}
        </span>
      </header>
      <div className="pair">
        <div>
          <p className="by-whom">
            <Icon name="arrow" small />
            {t(words.weAsked)}
          </p>
          <pre>{request}</pre>
        </div>
        <div>
          <p className="by-whom">
            <Icon name="back" small />
            {t(words.bankAnswered)}
          </p>
          {status === null ? (
            <div className="nothing">
              <Shape name="unknown" />
              <b>{t(words.nothingBack)}</b>
              <span className="soft small">{answer}</span>
            </div>
          ) : (
            <pre>{answer}</pre>
          )}
        </div>
      </div>
    </div>
  );
}
