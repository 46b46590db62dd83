import { useQuery } from '@tanstack/react-query';
import type { Message, MessageOutlook } from '../../../clients/typescript/src/index.ts';
import { obstacles, conversations as words } from '../words/conversations.ts';
import { locale, t } from '../words/language.ts';
import { type Here, useHere } from './business.tsx';
import { nearDay } from './format.ts';
import { useLiveRefresh, usePolling } from './live.tsx';

/** The predicted outcome of a text to this phone; undefined until it is known. */
export function useOutlook(phone: string): MessageOutlook | undefined {
  const { business, client } = useHere();
  const isWhole = /^\d{10}$/.test(phone);
  const found = useQuery({
    queryKey: [business.id, 'messages', 'outlook', phone],
    enabled: isWhole,
    queryFn: async () => await client.messages.outlook({ phone }),
  });
  const refresh = () => {
    if (isWhole) void found.refetch();
  };
  useLiveRefresh(['conversation.'], refresh);
  // The hour and the limits change without an event.
  usePolling(refresh);
  return found.data;
}

/** Why a text would not be sent at all. */
export function reasonAgainst(outlook: MessageOutlook | undefined): string | undefined {
  return outlook && outlook.errorCode !== null ? reasonOf(outlook.errorCode) : undefined;
}

/** A code of the carrier is shown as it is. */
export function reasonOf(errorCode: string): string {
  const known = obstacles[errorCode];
  return known ? t(known) : errorCode;
}

/** The label of the button that sends it. */
export function sendWord(outlook: MessageOutlook | undefined): string {
  if (outlook?.status !== 'scheduled' || outlook.sendsAt === null) return t(words.send);
  return t(words.sendAt(timeIn(zoneOf(outlook), new Date(outlook.sendsAt))));
}

const few = 2;

/** One line above the text; undefined while there is nothing to say. */
export function outlookLine(outlook: MessageOutlook | undefined, now: Date): string | undefined {
  if (!outlook) return undefined;
  const against = reasonAgainst(outlook);
  if (against !== undefined) return t(words.notSent(against));
  const { status, sendsAt, reason, leftThisHour, leftToday } = outlook;
  if (status === 'scheduled' && sendsAt !== null) {
    const zone = zoneOf(outlook);
    const why = {
      quiet_hours: words.isTimeThere(timeIn(zone, now)),
      hour_limit: words.fullHour,
      day_limit: words.fullDay,
    } as const;
    return `${t(why[reason ?? 'quiet_hours'])} ${t(words.goesOutAt(timeIn(zone, new Date(sendsAt))))}`;
  }
  if (leftToday !== null && leftToday <= few) return t(words.moreToday(leftToday));
  if (leftThisHour !== null && leftThisHour <= few) return t(words.moreThisHour(leftThisHour));
  return undefined;
}

/** The message after a text was written. */
export function toldOf(
  { status, errorCode, sendsAt }: Message,
  { business, now }: Pick<Here, 'business' | 'now'>,
): string {
  if (status === 'blocked' || status === 'failed') {
    return t(words.notSent(reasonOf(errorCode ?? status)));
  }
  if (status !== 'scheduled') return t(words.queued);
  if (sendsAt === null) return t(words.waitsForNow);
  return t(words.waitsUntil(whenOf(sendsAt, business.timeZone, now())));
}

/** Within a sentence. */
export function whenOf(sendsAt: string, timeZone: string, now: Date): string {
  const at = new Date(sendsAt);
  return `${nearDay(at, timeZone, now, 'within')}, ${timeIn(timeZone, at)}`;
}

/** The westernmost zone in which the phone may be: texts wait for its morning. */
export function zoneOf({ timeZones }: MessageOutlook): string {
  const at = new Date();
  const shown = (timeZone: string) => Date.parse(at.toLocaleString('en-US', { timeZone }));
  return [...timeZones].sort((one, other) => shown(one) - shown(other))[0]!;
}

export function timeIn(timeZone: string, at: Date): string {
  return at.toLocaleTimeString(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
}

/** An hour such as 21:00, as people say it. */
export function hourWord(hour: string): string {
  return timeIn('UTC', new Date(`2030-01-01T${hour}:00Z`));
}
