import { returnRule } from '../../ach/return-codes.ts';
import {
  inLanguage,
  type Language,
  locales,
  speaker,
  usualLanguage,
} from '../../kernel/language.ts';
import { methods, reasonOfCode, reasonOfGroup } from './words/methods.ts';

/** (212) 555-0123; anything but ten digits is unchanged. */
export function phoneWords(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

const moments = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Intl.DateTimeFormat>();
const shortDays = new Map<string, Intl.DateTimeFormat>();

/** January 15, 2030 at 10:00 AM EST */
export function momentWords(
  at: Date,
  timeZone: string,
  language: Language = usualLanguage,
): string {
  const format = formatOf(moments, timeZone, language, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  // Newer ICU data has a narrow space before AM, which not every mail program shows.
  return firstOfMonth(format.format(at).replace(/\s/g, ' '), language);
}

/** January 15, 2030 */
export function dayWords(at: Date, timeZone: string, language: Language = usualLanguage): string {
  return firstOfMonth(formatOf(days, timeZone, language, day).format(at), language);
}

/** January 15, 2030, of a day as YYYY-MM-DD; `medium`: Jan 15, 2030. */
export function plainDayWords(
  iso: string,
  language: Language,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const words = Temporal.PlainDate.from(iso).toLocaleString(locales[language], { dateStyle });
  return firstOfMonth(words, language);
}

/** In French the first day of a month is an ordinal number. */
function firstOfMonth(words: string, language: Language): string {
  return language === 'fr' ? words.replace(/^1 /, '1er ') : words;
}

/** Jan 15 */
export function shortDayWords(
  at: Date,
  timeZone: string,
  language: Language = usualLanguage,
): string {
  if (language !== 'en') {
    const short = { month: 'short', day: 'numeric' } as const;
    return firstOfMonth(formatOf(shortDays, timeZone, language, short).format(at), language);
  }
  return dayWords(at, timeZone).replace(/^(\w{3})\w* (\d+),.*$/, '$1 $2');
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Cached: making a formatter takes longer than all the rest of a mail. */
function formatOf(
  known: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  language: Language,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  let format = known.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locales[language], { ...options, timeZone });
    known.set(key, format);
  }
  return format;
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

type Method = {
  readonly method: 'card' | 'bank';
  readonly brand: string | undefined;
  readonly last4: string;
  readonly accountKind: 'checking' | 'savings' | undefined;
};

/** Visa ending 4242; Checking account ending 6789 */
export function methodWords(
  { method, brand, last4, accountKind }: Method,
  language: Language = usualLanguage,
): string {
  const say = speaker(language);
  const card = brands[brand ?? ''] ?? say(methods.card);
  const account = say(methods[accountKind ?? 'bank']);
  return say(methods.ending(method === 'card' ? card : account, last4));
}

/** A clause, for use after a colon. */
export function returnReason(code: string | undefined, language: Language = usualLanguage): string {
  const reason = reasonOfCode[code ?? ''] ?? reasonOfGroup[returnRule(code ?? '').group];
  return inLanguage(language, reason);
}
