import type { Happening } from '../../time-machine/happenings.ts';
import { table } from '../layout.ts';

/** One line for each thing that happened, with its moment as the clocks of the business show it. */
export function timeline(happened: readonly Happening[], timeZone: string): string {
  const rows = happened.map(({ at, kind, object, says }) => [
    momentIn(timeZone, at),
    kind,
    object,
    says,
  ]);
  return rows.length === 0
    ? 'Nothing happened.'
    : table(['at', 'what', 'to what', 'more of it'], rows);
}

/** `2030-01-15 10:00:00-05:00` */
export function momentIn(timeZone: string, at: Date): string {
  const there = at.toTemporalInstant().toZonedDateTimeISO(timeZone);
  const time = there.toPlainTime().toString({ smallestUnit: 'second' });
  return `${there.toPlainDate()} ${time}${there.offset}`;
}
