import { zonesOf } from './area-zones.ts';
import type { MessageKind } from './message.ts';

/** From eight in the morning until nine in the evening. */
const morning = 8;
const evening = 21;
const talkMs = 3_600_000;

type Wish = {
  readonly kind: MessageKind;
  readonly phone: string;
  /** When the payer wrote last. */
  readonly heardAt: Date | undefined;
};

/** When a text may go out: `at`, or the next moment at which it is day wherever the payer may be. */
export function dayFor({ kind, phone, heardAt }: Wish, at: Date): Date {
  return mayWake({ kind, heardAt }, at) ? at : morningFor(phone, at);
}

/** `at`, or the next morning, for what wakes nobody. */
export function morningFor(phone: string, at: Date): Date {
  return nextDay(zonesOf(phone), at);
}

/** What somebody waits for: the receipt of what they just paid, an answer, and a talk that they are in. */
function mayWake({ kind, heardAt }: Pick<Wish, 'kind' | 'heardAt'>, at: Date): boolean {
  if (kind === 'receipt' || kind === 'answer') return true;
  // Of a clock that was set back, what was said lies ahead.
  return kind === 'chat' && heardAt !== undefined && Math.abs(+at - +heardAt) <= talkMs;
}

/** Where zones lie so far apart that their days have no hour in common, the morning of the last counts. */
function nextDay(zones: readonly string[], at: Date): Date {
  let then = at;
  for (let tries = 0; tries < 4; tries += 1) {
    const latest = Math.max(...zones.map((zone) => dayIn(zone, then).getTime()));
    if (latest === then.getTime()) return then;
    then = new Date(latest);
  }
  return then;
}

function dayIn(zone: string, at: Date): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  if (there.hour >= morning && there.hour < evening) return at;
  const date = there.toPlainDate().add({ days: there.hour < morning ? 0 : 1 });
  const begins = date.toZonedDateTime({ timeZone: zone, plainTime: { hour: morning } });
  return new Date(begins.epochMilliseconds);
}
