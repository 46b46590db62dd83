import { common } from '../words/common.ts';
import { locale, t } from '../words/language.ts';
import { exponents } from './minor.ts';
import { span } from './span.ts';

/* Amounts and moments as people read them. Moments are shown in the zone of the business, and its clock says what today is. */

/* Each formatter is made once: making one takes longer than fifty uses, and a list needs some for every row. */
const formatters = new Map<string, unknown>();

function madeOnce<Formatter>(key: string, make: () => Formatter): Formatter {
  const found = (formatters.get(key) as Formatter | undefined) ?? make();
  formatters.set(key, found);
  return found;
}

function dates(options: Intl.DateTimeFormatOptions, tongue = locale): Intl.DateTimeFormat {
  const key = `dates ${tongue} ${JSON.stringify(options)}`;
  return madeOnce(key, () => new Intl.DateTimeFormat(tongue, options));
}

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `numbers ${JSON.stringify(options)}`;
  return madeOnce(key, () => new Intl.NumberFormat(locale, options));
}

let own = 'USD';

/** The currency of the business that is looked at. */
export function readIn(currency: string): void {
  own = currency;
}

/** $ in the currency of the business; else US$ or CA$. */
export function signOf(currency: string): string {
  return currency === own ? '$' : `${currency.slice(0, 2)}$`;
}

/** 125000 of USD: $1,250.00. A minus is U+2212. */
export function money(minor: number, currency: string): string {
  const exponent = exponents[currency] ?? 2;
  const shown = numbers({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: exponent,
  });
  const text = shown.format(minor / 10 ** exponent).replace('-', '−');
  return text.replace('$', () => signOf(currency));
}

/** $12k, $1.5M: for an axis, where little room is. */
export function shortMoney(minor: number, currency: string): string {
  const amount = minor / 10 ** (exponents[currency] ?? 2);
  const [unit, letter] = amount >= 1e6 ? [1e6, 'M'] : amount >= 1000 ? [1000, 'k'] : [1, ''];
  return amount === 0 ? '0' : `${signOf(currency)}${number(amount / unit)}${letter}`;
}

/** 94.6% of 0.946; signed: +8.2%, −3.0%. */
export function percent(share: number, sign: 'plain' | 'signed' = 'plain'): string {
  const shown = numbers({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: sign === 'signed' ? 'exceptZero' : 'auto',
  });
  return shown.format(share).replace('-', '−');
}

export function number(value: number): string {
  return numbers({}).format(value);
}

/** The day of a moment in a zone: 2030-01-22. */
export function dayIn(moment: Date, timeZone: string): string {
  return dates({ timeZone }, 'en-CA').format(moment);
}

/** Today, 10:31 AM; then Fri, Jan 18, 4:31 PM; of other years with the year. */
export function moment(iso: string, timeZone: string, now: Date): string {
  const at = new Date(iso);
  const time = dates({ timeZone, hour: 'numeric', minute: '2-digit' }).format(at);
  return `${nearDay(at, timeZone, now)}, ${time}`;
}

type Standing = 'alone' | 'within';

/** Today, Yesterday, Tomorrow, or the day; within a sentence today. */
export function nearDay(at: Date, timeZone: string, now: Date, place: Standing = 'alone'): string {
  const days = [common.yesterday, common.today, common.tomorrow];
  const day = dayIn(at, timeZone);
  // Days of the calendar: one with a change of clocks has 23 or 25 hours.
  const today = Date.parse(dayIn(now, timeZone));
  for (const [i, word] of days.entries()) {
    if (day === dayIn(new Date(today + (i - 1) * 86_400_000), 'UTC'))
      return place === 'alone' ? t(word) : t(word).toLowerCase();
  }
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const shown = { weekday: 'short', month: 'short', day: 'numeric', ...year } as const;
  return dates({ timeZone, ...shown }).format(at);
}

const dayParts = {
  /** Jan 31, 2030 */
  whole: { year: 'numeric', month: 'short', day: 'numeric' },
  /** Jan 31 */
  short: { month: 'short', day: 'numeric' },
  /** Thu, Jan 31 */
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
} as const;

/** A calendar day without a zone: 2030-01-31. */
export function calendarDay(day: string, parts: keyof typeof dayParts = 'whole'): string {
  const at = new Date(`${day}T12:00:00Z`);
  return dates({ timeZone: 'UTC', ...dayParts[parts] }).format(at);
}

/** The same of a calendar day. */
export function dayNear(day: string, timeZone: string, now: Date, place?: Standing): string {
  const at = new Date(`${day}T12:00:00Z`);
  const today = new Date(`${dayIn(now, timeZone)}T12:00:00Z`);
  return nearDay(at, 'UTC', today, place);
}

/** Tue, Jan 22, 2030, 10:31 AM EST: what a clock shows. */
export function clockTime(now: Date, timeZone: string): string {
  const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return dates({ timeZone, ...day, ...time }).format(now);
}

/** The whole moment, for the title of a short one. */
export function fullMoment(iso: string, timeZone: string): string {
  return dates({ timeZone, dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}

/** Eastern Time, New York: a zone as people call it. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').at(-1)!.replaceAll('_', ' ');
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
  const name = parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  const words = name ? name.charAt(0).toUpperCase() + name.slice(1) : '';
  return !words || words.includes(city) ? words || city : `${words}, ${city}`;
}

/** 10:31:04.118 */
export function preciseTime(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const clock = dates({ timeZone, ...time }, 'en-GB').format(at);
  return `${clock}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
}

/** 3 d, 1 h, 26 min: how long ago. */
export function since(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}

/** How long from one moment to another, as steps of a timeline tell it. */
export function gap(fromIso: string, toIso: string): string {
  const ms = new Date(toIso).getTime() - new Date(fromIso).getTime();
  const isPrecise = ms >= 1000 && ms < 60_000;
  return `+${isPrecise ? `${(ms / 1000).toFixed(3)} s` : span(ms)}`;
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export function brandName(brand: string | null): string {
  return brand === null ? '' : (brands[brand] ?? brand);
}

/** Head and tail of a long identifier; a short head where many columns share the width. */
export function shortId(id: string, head = 14): string {
  return id.length > head + 12 ? `${id.slice(0, head)}…${id.slice(-6)}` : id;
}

/** A US number of ten digits as people write it. */
export function phone(digits: string): string {
  const [, area, office, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  return area === undefined ? digits : `(${area}) ${office}-${line}`;
}
