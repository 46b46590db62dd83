import type { Payment, PaymentAttempt } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { bankWords as words } from '../words/bank.ts';
import { inWords, t } from '../words/language.ts';
import { declines } from '../words/refusals.ts';
import { lookOf } from '../words/states.ts';
import { Facts, Note, When } from './show.tsx';

type Props = { payment: Payment; attempts: readonly PaymentAttempt[] };

/** Warns while an outcome is unknown, and tells the known facts; or explains why no money came. */
export function PaymentDoubt({ payment, attempts }: Props) {
  const { status, decline } = payment;
  const isOpen = status === 'unknown' || status === 'processing';
  const open = attempts.filter(isOpenAttempt);
  if (open.length > 0)
    return open.map((one) => <Doubt key={one.reference} {...{ payment, one }} />);
  if (isOpen)
    return (
      <div className="pad">
        <Note tone="doubt" title={t(words.unknownTitles.charge)}>
          <p>{t(words.unknownCharge)}</p>
        </Note>
      </div>
    );
  return (
    decline && (
      <div className="pad">
        <Note tone="bad" title={inWords(decline, declines)}>
          <p className="mono small">{decline.code}</p>
        </Note>
      </div>
    )
  );
}

/** True while nobody knows what became of it. */
export function isOpenAttempt({ outcome }: PaymentAttempt): boolean {
  return outcome === 'unknown' || outcome === 'open';
}

function Doubt({ payment, one }: { payment: Payment; one: PaymentAttempt }) {
  const { kind } = one;
  const isCharge = kind === 'charge';
  const state = t(lookOf(payment.capture ? 'captured' : 'authorized').word);
  return (
    <div className="pad">
      <Note tone="doubt" title={t(words.unknownTitles[kind])}>
        <p>{t(isCharge ? words.unknownCharge : words.unknownOther)}</p>
        <div className="hint2">
          <KnownSoFar attempt={one} />
        </div>
        <p className="hint2">{t(isCharge ? words.changesCharge(state) : words.changesOther)}</p>
      </Note>
    </div>
  );
}

/** The known facts of an attempt with an unknown outcome, and when the bank is asked next. */
export function KnownSoFar({ attempt }: { attempt: PaymentAttempt }) {
  const { now } = useHere();
  const { sentAt, createdAt, knowledge } = attempt;
  const isDue = (at: string) => Date.parse(at) <= now().getTime();
  const nextAt = knowledge?.nextLookAt;
  return (
    <Facts
      left
      facts={[
        [t(words.since), <When key="since" at={sentAt ?? createdAt} />],
        [t(words.asked), knowledge && askedSoFar(knowledge)],
        [t(words.seen), knowledge?.seenAt && <When at={knowledge.seenAt} />],
        [t(words.absent), knowledge?.absentSince && <When at={knowledge.absentSince} />],
        [t(words.canceledAt), knowledge?.cancelSentAt && <When at={knowledge.cancelSentAt} />],
        [t(words.nextLook), nextAt && (isDue(nextAt) ? t(words.soon) : <When at={nextAt} />)],
      ]}
    />
  );
}

function askedSoFar({ inquiries }: NonNullable<PaymentAttempt['knowledge']>): string {
  return t(inquiries === 0 ? words.notYet : words.times(inquiries));
}
