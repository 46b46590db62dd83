import { hourMs } from '../../kernel/duration.ts';
import { zonesOf } from './area-zones.ts';
import type { MessageKind } from './message.ts';

/** From eight in the morning until nine in the evening. */
export const morning = 8;
export const evening = 21;
const conversationMs = hourMs;

type TimedText = {
  readonly kind: MessageKind;
  readonly phone: string;
  /** When the payer wrote last. */
  readonly heardAt: Date | undefined;
};

/** When a text may be sent: `at`, or the next moment at which it is day in every time zone of the phone. */
export function dayFor({ kind, phone, heardAt }: TimedText, at: Date): Date {
  return mayWake({ kind, heardAt }, at) ? at : morningFor(phone, at);
}

/** `at` by day, else the next morning. */
export function morningFor(phone: string, at: Date): Date {
  return nextDay(zonesOf(phone), at);
}

/** True for a text that the payer waits for: a receipt, an answer, and a conversation of the last hour. */
function mayWake({ kind, heardAt }: Pick<TimedText, 'kind' | 'heardAt'>, at: Date): boolean {
  if (kind === 'receipt' || kind === 'answer') return true;
  // `heardAt` may be in the future after a clock was set back.
  return kind === 'chat' && heardAt !== undefined && Math.abs(+at - +heardAt) <= conversationMs;
}

/** When the days of the zones have no hour in common, the morning of the last zone counts. */
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
