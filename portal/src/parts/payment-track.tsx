import type { Event, Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { dayNear } from '../data/format.ts';
import { span } from '../data/span.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { lookOf, type Tone } from '../words/states.ts';
import { When } from './show.tsx';

const paths = {
  card: ['captured', 'settled', 'paid'],
  bank: ['queued', 'originated', 'settled', 'available'],
} as const;
/** After these nothing more is to come. */
const ends = ['declined', 'canceled', 'voided', 'expired', 'returned'];

type Stop = {
  readonly name: string;
  readonly when: 'was' | 'is' | 'todo';
  readonly tone: Tone;
  readonly at?: string | undefined;
  /** On which it is expected. */
  readonly day?: string | undefined;
  readonly text?: string | undefined;
};

/** Where the money is: what was, what is, what is to come. */
export function PaymentTrack({ payment, events }: { payment: Payment; events: readonly Event[] }) {
  const { business, now } = useHere();
  const expected = (day: string) =>
    t(words.expectedOn(dayNear(day, business.timeZone, now(), 'within')));
  return (
    <ol className="track" aria-label={t(words.track)}>
      {stops(payment, events, now()).map(({ name, when, tone, at, day, text }) => (
        <li
          key={name}
          className={when}
          data-tone={tone}
          aria-current={when === 'is' ? 'step' : undefined}
        >
          <b>{name}</b>
          <span>{day === undefined ? (text ?? <When at={at} />) : expected(day)}</span>
        </li>
      ))}
    </ol>
  );
}

function stops(payment: Payment, events: readonly Event[], now: Date): readonly Stop[] {
  const { status, method, finishedAt, createdAt } = payment;
  const happened = new Map(
    events.map(({ kind, happenedAt }) => [kind.replace('payment.', ''), happenedAt]),
  );
  const first: Stop = { name: t(words.requested), when: 'was', tone: 'good', at: createdAt };
  const doubt = doubtOf(payment, happened.get('unknown'), now);
  const isHeld = status === 'authorized' || status === 'capturing' || happened.has('authorized');
  const path: readonly string[] = isHeld ? ['authorized', ...paths.card] : paths[method];
  const payout = payment.money?.payout;
  const isPaidOut = typeof payout?.settledAt === 'string';
  const current = path.indexOf(isPaidOut && status === 'settled' ? 'paid' : status);
  const isEnd = ends.includes(status);
  const isBetween = current < 0 && !isEnd;
  const stop = (state: string, i: number): Stop[] => {
    const { word, tone } = lookOf(state === 'paid' ? 'settled' : state);
    if (state === 'paid' && isPaidOut && current === i)
      return [{ name: t(words.paidOut), when: 'is', tone, at: payout?.settledAt ?? undefined }];
    // Only the event of a later step tells its moment.
    const at =
      happened.get(state) ?? (i === 0 && current >= 0 ? (finishedAt ?? undefined) : undefined);
    if (i < current || (current < 0 && happened.has(state)))
      return [{ name: t(word), when: 'was', tone, at }];
    if (i === current) return [{ name: t(word), when: 'is', tone, at }];
    return isEnd ? [] : [toCome(state, payment)];
  };
  const along = path.flatMap(stop);
  const look = lookOf(status);
  const now_: Stop = {
    name: t(look.word),
    when: 'is',
    tone: look.tone,
    at: happened.get(status) ?? finishedAt ?? undefined,
    ...(status === 'unknown' && { text: doubt?.text }),
  };
  const wasDoubt: readonly Stop[] = doubt && status !== 'unknown' ? [doubt] : [];
  if (isEnd) return [first, ...wasDoubt, ...along, now_];
  if (!isBetween) return [first, ...wasDoubt, ...along];
  const passed = along.filter(({ when }) => when !== 'todo');
  const left = along.filter(({ when }) => when === 'todo');
  return [first, ...passed, now_, ...left];
}

function toCome(state: string, { money }: Payment): Stop {
  const stop = { when: 'todo', tone: 'still' } as const;
  if (state === 'settled') {
    const at = money?.batchClosesAt;
    return { ...stop, name: t(words.settles), ...(at ? { at } : { text: t(words.withBatch) }) };
  }
  if (state !== 'paid') return { ...stop, name: t(lookOf(state).word) };
  if (money?.payout) return { ...stop, name: t(words.paidOut), text: t(words.onItsWay) };
  return { ...stop, name: t(words.paidOut), day: money?.payoutExpectedOn ?? undefined };
}

/** It was unknown from then until its outcome was known, or still is. */
function doubtOf(
  { status, finishedAt, createdAt }: Payment,
  since: string | undefined,
  now: Date,
): Stop | undefined {
  if (since === undefined && status !== 'unknown') return undefined;
  const until = status === 'unknown' ? now.toISOString() : (finishedAt ?? createdAt);
  const ms = Date.parse(until) - Date.parse(since ?? createdAt);
  const name = t(lookOf('unknown').word);
  return { name, when: 'was', tone: 'doubt', text: t(words.forSpan(span(ms))) };
}
