import { dayMs, hourMs } from '../kernel/duration.ts';
import { rememberMs } from '../parties/businesses/authenticate.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { advance } from '../time-machine/advance.ts';
import { nextDue, readTimers } from '../time-machine/due.ts';
import { reset } from '../time-machine/reset.ts';
import { mostDays } from '../time-machine/set-clock.ts';
import { UsageError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { table } from './layout.ts';
import { limit, pageSize } from './list.ts';
import { ofBusiness } from './names.ts';
import { showProgress } from './show-progress.ts';
import { moment, momentHelp, wholeNumber } from './values.ts';
import { option } from './words.ts';

const farOffMs = mostDays * dayMs;

/** `2030-01-15 10:00:00-05:00` */
function momentIn(timeZone: string, at: Date): string {
  const there = at.toTemporalInstant().toZonedDateTimeISO(timeZone);
  const time = there.toPlainTime().toString({ smallestUnit: 'second' });
  return `${there.toPlainDate()} ${time}${there.offset}`;
}

/** Such as `2 days 3 hours`. */
function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'days'],
    [Math.floor(minutes / 60) % 24, 'hours'],
    [minutes % 60, 'minutes'],
  ] as const;
  const there = parts.filter(([count]) => count > 0);
  return there.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

export const clockCommands = {
  'clock show': show({
    doc: `Shows the time of a business and what is due there next: ${pageSize} rows unless --limit says otherwise.`,
    words: { business: ofBusiness, limit },
    async read(world, { business, limit: most }) {
      const { id, timeZone, clockAheadMs } = business;
      const own = atClockOf(world, business);
      const now = own.now();
      const timers = await readTimers(world, id, most);
      const until = new Date(now.getTime() + farOffMs);
      const next = await nextDue(own, id, { after: now, until, but: [] });
      return { business: id, now, timeZone, clockAheadMs, next, timers };
    },
    parts: ({ business, now, timeZone, clockAheadMs, next, timers }) => ({
      '': {
        business,
        now: momentIn(timeZone, now),
        'time zone': timeZone,
        ahead: durationOf(clockAheadMs),
        next: next && `${momentIn(timeZone, next.at)} ${next.name}`,
      },
      waiting: table({ at: (one) => momentIn(timeZone, one.at), what: 'name' }, timers),
    }),
  }),
  'clock advance': dataCommand({
    doc:
      'Moves the clock of a sandbox business on and does what falls due on the way, each thing at its time; shows what ' +
      `happened. At most ${mostDays} days at once, by --days, --hours or --to. ${momentHelp} ` +
      'It ends when running services use the new time, five seconds later.',
    words: {
      business: ofBusiness,
      days: option('N', wholeNumber(1, mostDays)),
      hours: option('N', wholeNumber(1, mostDays * 24)),
      to: option('TIME', moment),
    },
    check({ days, hours, to }) {
      if (to === undefined ? (days ?? hours) === undefined : (days ?? hours) !== undefined) {
        throw new UsageError('give either --days, --hours or both, or --to with a moment');
      }
    },
    async work(world, { business: { id, timeZone }, days = 0, hours = 0, to }, actor, { err }) {
      const destination = to ? { to: to(timeZone) } : { byMs: (days * 24 + hours) * hourMs };
      const progress = showProgress('clock advance', { to: err });
      const { happened, ...span } = await advance(world, id, destination, actor, progress).finally(
        progress.end,
      );
      // Services remember the time of the business for that long.
      await world.sleep(rememberMs);
      const columns = {
        at: (one: (typeof happened)[number]) => momentIn(timeZone, one.at),
        what: 'kind',
        'to what': 'object',
        'more of it': 'says',
      } as const;
      const now = `It is ${momentIn(timeZone, span.to)} for business ${id}.`;
      return {
        data: { business: id, ...span, happened },
        text: `${table(columns, happened) || 'Nothing happened.'}\n\n${now}`,
      };
    },
  }),
  'clock reset': dataCommand({
    doc: 'Sets the clock of a sandbox business back to the real time. All due times move with it.',
    words: { business: ofBusiness },
    async work(world, { business: { id, timeZone } }, actor) {
      const { from, to, timers } = await reset(world, id, actor);
      await world.sleep(rememberMs);
      const was = `It was ${momentIn(timeZone, from)} for business ${id}`;
      return {
        data: { business: id, from, to, timers },
        text: `${was} and is ${momentIn(timeZone, to)} again. Moved with it: ${timers}.`,
      };
    },
  }),
} as const;
