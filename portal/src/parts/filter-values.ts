import type { Query } from '../data/address.ts';
import { endOfDay, startOfDay } from '../data/days.ts';
import { calendarDay, dayIn, money } from '../data/format.ts';
import { type AddressFilter, namesOf } from '../data/list-address.ts';
import { minorOf, typedOf } from '../data/minor.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';

/* Filters between the address, what a person types, and what a chip shows. */

/** A filter: the parameters of /v1 that it sets, and how a person chooses their values. */
export type FilterSpec = { readonly title: Text } & AddressFilter<Text>;

/** A filter of a list with this query: `/v1` takes its parameters and each of its values, and several only of `states`. */
export type FilterOf<Q> = { readonly title: Text } & (
  | { [Name in FilterName<Q>]-?: ChoiceOf<Name, NonNullable<Q[Name]>> }[FilterName<Q>]
  | SpanOf<Q, 'amount', number>
  | SpanOf<Q, 'days', string>
);

type FilterName<Q> = Exclude<keyof Q & string, 'limit' | 'after' | 'before' | 'q' | 'expand'>;

type ChoiceOf<Name, Sent> = [Sent] extends [readonly (infer State)[]]
  ? { readonly kind: 'states'; readonly name: Name; readonly values: readonly State[] }
  : [Sent] extends [number]
    ? never
    :
        | {
            readonly kind: 'word';
            readonly name: Name;
            readonly values: readonly (readonly [WordOf<Sent>, Text])[];
          }
        | (string extends Sent ? { readonly kind: 'text'; readonly name: Name } : never);

type SpanOf<Q, Kind, Sent> = {
  readonly kind: Kind;
  readonly from: Extract<NamesOf<Q, Sent>, `${string}From`>;
  readonly to: Extract<NamesOf<Q, Sent>, `${string}To`>;
};

type NamesOf<Q, Sent> = {
  [Name in keyof Q]-?: NonNullable<Q[Name]> extends Sent ? Name : never;
}[keyof Q];

/** The words that stand for a value in an address. */
export type WordOf<Sent> = Sent extends boolean
  ? `${Sent}`
  : Sent extends string
    ? Sent
    : Sent extends readonly unknown[] | number
      ? string
      : never;

type Zone = { readonly timeZone: string; readonly currency: string };

/** The parameters of the address as a person types them. */
export function shownOf(
  filter: FilterSpec,
  query: Query,
  { timeZone, currency }: Zone,
): Record<string, string> {
  return Object.fromEntries(
    namesOf(filter).flatMap((name) => {
      const sent = query[name];
      if (sent === undefined) return [];
      if (filter.kind === 'days') return [[name, dayIn(new Date(sent), timeZone)]];
      return [[name, filter.kind === 'amount' ? typedOf(Number(sent), currency) : sent]];
    }),
  );
}

/** The choices of a filter by one word, as the portal names each. */
export function choicesOf<Word extends string>(
  texts: Readonly<Record<Word, Text>>,
): readonly (readonly [Word, Text])[] {
  return Object.entries(texts) as [Word, Text][];
}

/** Undefined: what was typed is no value of it. */
export function sentOf(
  filter: FilterSpec,
  values: Record<string, string>,
  { timeZone, currency }: Zone,
) {
  const sent: Record<string, string | undefined> = {};
  for (const name of namesOf(filter)) {
    const typed = values[name]?.trim() ?? '';
    sent[name] = typed === '' ? undefined : typed;
    if (typed === '') continue;
    if (filter.kind === 'days') {
      sent[name] = name === filter.from ? startOfDay(typed, timeZone) : endOfDay(typed, timeZone);
    } else if (filter.kind === 'amount') {
      const minor = minorOf(typed, currency);
      if (minor === undefined) return undefined;
      sent[name] = String(minor);
    }
  }
  return sent;
}

export function shownValue(filter: FilterSpec, query: Query, { timeZone, currency }: Zone): string {
  switch (filter.kind) {
    case 'text':
      return query[filter.name] ?? '';
    case 'word': {
      const found = filter.values.find(([value]) => value === query[filter.name]);
      return found ? t(found[1]) : (query[filter.name] ?? '');
    }
    case 'states':
      return (query[filter.name] ?? '')
        .split(',')
        .map((one) => t(lookOf(one).word))
        .join(', ');
    default: {
      const show = (sent: string) =>
        filter.kind === 'amount'
          ? money(Number(sent), currency)
          : calendarDay(dayIn(new Date(sent), timeZone));
      const [from, to] = [query[filter.from], query[filter.to]];
      const [least, most] = [from && show(from), to && show(to)];
      if (least && most) return least === most ? least : `${least} – ${most}`;
      const isAmount = filter.kind === 'amount';
      if (least) return t(isAmount ? common.over(least) : common.since(least));
      return most ? t(isAmount ? common.under(most) : common.until(most)) : '';
    }
  }
}

/** Spans of days that are asked for most: their name, first and last day. */
export function daySpans(today: string): readonly (readonly [Text, from: string, to: string])[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const before = (days: number) => dayOf(Date.parse(today) - days * 86_400_000);
  const monthStart = (ago: number) => Date.UTC(year, month - 1 - ago, 1);
  return [
    [common.today, today, today],
    [common.yesterday, before(1), before(1)],
    [common.lastDays(7), before(6), today],
    [common.lastDays(30), before(29), today],
    [common.thisMonth, dayOf(monthStart(0)), today],
    [common.lastMonth, dayOf(monthStart(1)), dayOf(monthStart(0) - 86_400_000)],
  ];
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
