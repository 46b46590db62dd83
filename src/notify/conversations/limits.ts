import { dayMs, hourMs } from '../../kernel/duration.ts';
import { int4, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { table } from '../../runtime/table.ts';
import { zonesOf } from './area-zones.ts';
import { morningFor } from './quiet-hours.ts';

/** The most texts for a number, and for all numbers that differ in their last three digits alone. */
export const limits = [
  { name: 'hour', per: 'hour', digits: 10, most: 3 },
  { name: 'day', per: 'day', digits: 10, most: 10 },
  { name: 'prefix', per: 'hour', digits: 7, most: 20 },
] as const;

type CountedText = {
  /** Live numbers are counted over all businesses, a sandbox business's for it alone. */
  readonly sandboxOf: bigint | undefined;
  readonly phone: string;
};

type Counter = {
  readonly name: string;
  readonly per: 'hour' | 'day';
  readonly since: Date;
  readonly most: number;
  readonly until: Date;
};

/** Texts to a number or a range of numbers within an hour or a day. */
const textCounts = table('text_counts', { name: text, since: timestamptz, texts: int4 });
const counted = textCounts.pick('name', 'texts');
const counters = textCounts.set();

/**
 * Counts texts that are about to be sent, in their order. For each: undefined when it is counted, else when the limit
 * may allow it. The counters stay locked until the transaction ends. Lock order: by name.
 */
export async function countTexts(
  tx: Sql,
  texts: readonly CountedText[],
  at: Date,
): Promise<(Date | undefined)[]> {
  if (texts.length === 0) return [];
  const wanted = texts.map((text) => countersOf(text, at));
  const used = await lockCounters(tx, wanted.flat());
  const usesOf = ({ name }: Counter) => used.get(name) ?? 0;
  const allowedAt = wanted.map((own) => {
    const full = own.filter((counter) => usesOf(counter) >= counter.most);
    if (full.length > 0) return new Date(Math.max(...full.map(({ until }) => until.getTime())));
    for (const counter of own) used.set(counter.name, usesOf(counter) + 1);
    return undefined;
  });
  await writeCounters(
    tx,
    withoutRepeats(wanted.flat()).map((one) => ({ ...one, texts: usesOf(one) })),
  );
  return allowedAt;
}

/** The rest that the limits leave. */
export type Allowance = {
  readonly thisHour: number;
  readonly today: number;
  /** When one more may be sent; undefined: now. */
  readonly next: { readonly at: Date; readonly limit: 'hour_limit' | 'day_limit' } | undefined;
};

/** Reads the allowance of a phone at that moment; counts nothing. */
export async function readAllowance(sql: Sql, text: CountedText, at: Date): Promise<Allowance> {
  const own = countersOf(text, at);
  const rows = await counted.read(
    sql,
    `select ${counted.of('c')} from ${counters.sql} join text_counts c on c.name = r.name and c.since = r.since`,
    counters.encode(own.map((one) => ({ ...one, texts: 0 }))),
  );
  const used = new Map(rows.map(({ name, texts }) => [name, texts]));
  const states = own.map((one) => ({
    ...one,
    left: Math.max(0, one.most - (used.get(one.name) ?? 0)),
  }));
  const leftPer = (wanted: Counter['per']) =>
    Math.min(...states.flatMap(({ per, left }) => (per === wanted ? [left] : [])));
  const [last] = states
    .filter(({ left }) => left === 0)
    .sort((one, other) => other.until.getTime() - one.until.getTime());
  const next = last && { at: last.until, limit: `${last.per}_limit` as const };
  return { thisHour: leftPer('hour'), today: leftPer('day'), next };
}

function countersOf({ sandboxOf, phone }: CountedText, at: Date): Counter[] {
  const world = sandboxOf === undefined ? '' : `sandbox ${sandboxOf} `;
  return limits.map(({ name, per, digits, most }) => ({
    name: `${world}${name} ${phone.slice(0, digits)}`,
    per,
    most,
    ...spans[per](at, phone),
  }));
}

/** The span that is counted together, and when a text over its limit may be sent. */
type Span = Pick<Counter, 'since' | 'until'>;

const spans = { hour: hourOf, day: dayOf };

function hourOf(at: Date): Span {
  const since = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  return { since, until: new Date(since.getTime() + hourMs) };
}

/** A day in the first time zone of the phone. Texts over its limit wait for the next morning, receipts too. */
function dayOf(at: Date, phone: string): Span {
  const [zone] = zonesOf(phone);
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const begins = there.startOfDay();
  const ends = new Date(begins.add({ days: 1 }).epochMilliseconds);
  return { since: new Date(begins.epochMilliseconds), until: morningFor(phone, ends) };
}

/** Adding one locks a counter whether it exists or not; the right value is written at the end. */
async function lockCounters(tx: Sql, wanted: readonly Counter[]): Promise<Map<string, number>> {
  const rows = await counted.read(
    tx,
    `insert into text_counts as c (name, since, texts)
     select name, since, texts from ${counters.sql} order by name, since
     on conflict (name, since) do update set texts = c.texts + 1
     returning ${counted.columns}`,
    counters.encode(withoutRepeats(wanted).map((one) => ({ ...one, texts: 1 }))),
  );
  return new Map(rows.map(({ name, texts }) => [name, texts - 1]));
}

async function writeCounters(
  tx: Sql,
  values: readonly (Counter & { readonly texts: number })[],
): Promise<void> {
  await tx.query(
    `with counted as materialized (select * from ${counters.sql}),
     empty as (
       delete from text_counts c using counted n
       where c.name = n.name and c.since = n.since and n.texts = 0
     )
     update text_counts c set texts = n.texts
     from counted n where c.name = n.name and c.since = n.since and n.texts > 0`,
    counters.encode(values),
  );
}

function withoutRepeats(wanted: readonly Counter[]): Counter[] {
  return [...new Map(wanted.map((one) => [one.name, one])).values()];
}

const keptMs = 2 * dayMs;

/** Deletes counters that limit nothing any more. */
export async function deleteOldCounts(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from text_counts where since < $1', [new Date(now.getTime() - keptMs)]);
}
