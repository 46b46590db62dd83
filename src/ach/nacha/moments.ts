import { allDigits } from '../../base/digits.ts';
import { type Kind, unfit } from './kinds.ts';

const two = (part: number) => String(part).padStart(2, '0');

/** YYMMDD. The century is this one: the format is older than the question. */
export const date: Kind<Temporal.PlainDate> = {
  write: ({ year, month, day }) => {
    if (year < 2000 || year > 2099) throw unfit();
    return two(year - 2000) + two(month) + two(day);
  },
  read: (text) => {
    const value = dateFrom(text);
    return value ? { value } : { breaks: 'date' };
  },
};

export const dateIfAny: Kind<Temporal.PlainDate | undefined> = {
  write: (value, width) => (value ? date.write(value, width) : ' '.repeat(width)),
  // Some banks write zeros where they mean nothing.
  read: (text) => (text === '      ' || text === '000000' ? { value: undefined } : date.read(text)),
};

/** HHMM, without seconds. */
export const timeIfAny: Kind<Temporal.PlainTime | undefined> = {
  write: (time) => (time ? two(time.hour) + two(time.minute) : '    '),
  read: (text) => {
    if (text === '    ') return { value: undefined };
    const [hour, minute] = [Number(text.slice(0, 2)), Number(text.slice(2))];
    if (!allDigits(text) || hour > 23 || minute > 59) return { breaks: 'field' };
    return { value: new Temporal.PlainTime(hour, minute) };
  },
};

function dateFrom(text: string): Temporal.PlainDate | undefined {
  if (!allDigits(text)) return undefined;
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number);
  const isDay = month! >= 1 && month! <= 12 && day! >= 1;
  const first = isDay ? new Temporal.PlainDate(2000 + year!, month!, 1) : undefined;
  return first && day! <= first.daysInMonth ? first.with({ day: day! }) : undefined;
}
