import { int4, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { zonesOf } from './area-zones.ts';
import { morningFor } from './quiet-hours.ts';

/** How many texts a number, and numbers that differ in their last three digits alone, may get. */
export const limits = [
  { name: 'hour', per: 'hour', digits: 10, most: 3 },
  { name: 'day', per: 'day', digits: 10, most: 10 },
  { name: 'prefix', per: 'hour', digits: 7, most: 20 },
] as const;

type Wish = {
  /** Numbers of the live world are counted over all businesses; each sandbox is a world of its own. */
  readonly sandboxOf: bigint | undefined;
  readonly phone: string;
};

type Counter = {
  readonly name: string;
  readonly since: Date;
  readonly most: number;
  readonly until: Date;
};

const counters = rowSet({ name: text, since: timestamptz, texts: int4 });

/**
 * Counts texts that are about to go out, in their order. For each: undefined, and it is counted; or when there may
 * be room again, and it is not. The counters stay locked until the transaction ends, in the order of their names.
 */
export async function countTexts(
  tx: Sql,
  wishes: readonly Wish[],
  at: Date,
): Promise<(Date | undefined)[]> {
  if (wishes.length === 0) return [];
  const wanted = wishes.map((wish) => countersOf(wish, at));
  const used = await lockCounters(tx, wanted.flat());
  const answers = wanted.map((own) => {
    const full = own.filter(({ name, most }) => used.get(name)! >= most);
    if (full.length > 0) return new Date(Math.max(...full.map(({ until }) => until.getTime())));
    for (const { name } of own) used.set(name, used.get(name)! + 1);
    return undefined;
  });
  await writeCounters(tx, wanted.flat(), used);
  return answers;
}

function countersOf({ sandboxOf, phone }: Wish, at: Date): Counter[] {
  const world = sandboxOf === undefined ? '' : `sandbox ${sandboxOf} `;
  return limits.map(({ name, per, digits, most }) => ({
    name: `${world}${name} ${phone.slice(0, digits)}`,
    most,
    ...spans[per](at, phone),
  }));
}

/** What is counted together, and when what is too much may go out. */
type Span = Pick<Counter, 'since' | 'until'>;

const spans = { hour: hourOf, day: dayOf };

const hourMs = 3_600_000;

function hourOf(at: Date): Span {
  const since = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  return { since, until: new Date(since.getTime() + hourMs) };
}

/** A day where the phone is, or may be. What waited for the next one wakes nobody, be it a receipt. */
function dayOf(at: Date, phone: string): Span {
  const [zone] = zonesOf(phone);
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone!);
  const begins = there.startOfDay();
  const ends = new Date(begins.add({ days: 1 }).epochMilliseconds);
  return { since: new Date(begins.epochMilliseconds), until: morningFor(phone, ends) };
}

/** Adding one to each locks it, be it there or not; what is right is written in the end. */
async function lockCounters(tx: Sql, wanted: readonly Counter[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; texts: number }>(
    `insert into text_counts as c (name, since, texts)
     select name, since, texts from ${counters.sql} order by name, since
     on conflict (name, since) do update set texts = c.texts + 1
     returning name, texts`,
    counters.encode(eachOnce(wanted).map((one) => ({ ...one, texts: 1 }))),
  );
  return new Map(rows.map(({ name, texts }) => [name, texts - 1]));
}

async function writeCounters(
  tx: Sql,
  wanted: readonly Counter[],
  used: ReadonlyMap<string, number>,
): Promise<void> {
  const values = eachOnce(wanted).map((one) => ({ ...one, texts: used.get(one.name)! }));
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

function eachOnce(wanted: readonly Counter[]): Counter[] {
  return [...new Map(wanted.map((one) => [one.name, one])).values()];
}

const keptMs = 2 * 24 * hourMs;

/** What was counted days ago limits nothing any more. */
export async function forgetCounts(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from text_counts where since < $1', [new Date(now.getTime() - keptMs)]);
}
