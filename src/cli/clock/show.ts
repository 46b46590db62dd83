import { atClockOf } from '../../businesses/clock.ts';
import { nextDue, readTimers } from '../../time-machine/due.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { needed, option, verbatim, wholeNumber } from '../words.ts';
import { momentIn } from './timeline.ts';

export const clockShow = houseCommand({
  doc: 'Shows what time it is for a business, and what waits for a moment there, 20 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work(world, { business: name, limit = 20 }) {
    const business = await businessNamed(world.db, name);
    const { id, timeZone, clockAheadMs } = business;
    const own = atClockOf(world, business);
    const now = own.now();
    const timers = await readTimers(world, id, limit);
    const next = await nextDue(own, id, { after: now, until: farOff(now), but: [] });
    const text = sections({
      '': facts({
        business: id,
        now: momentIn(timeZone, now),
        'time zone': timeZone,
        ahead: aheadOf(clockAheadMs),
        next: next && `${momentIn(timeZone, next.at)} ${next.name}`,
      }),
      waiting: rowsOf(['at', 'what'], timers, ({ name: what, at }) => [
        momentIn(timeZone, at),
        what,
      ]),
    });
    return { data: { business: id, now, timeZone, clockAheadMs, next, timers }, text };
  },
});

function farOff(now: Date): Date {
  return new Date(now.getTime() + 3660 * 24 * 3_600_000);
}

/** Such as `2 days 3 hours`. */
function aheadOf(ms: number): string | undefined {
  const minutes = Math.round(ms / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'days'],
    [Math.floor(minutes / 60) % 24, 'hours'],
    [minutes % 60, 'minutes'],
  ] as const;
  const there = parts.filter(([count]) => count > 0);
  return there.map(([count, unit]) => `${count} ${unit}`).join(' ') || undefined;
}
