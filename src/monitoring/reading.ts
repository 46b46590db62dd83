import { float8, int8, text } from '../runtime/column.ts';
import type { Sample } from '../runtime/metrics.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/** A metric of the database: its statement answers one row for each value of the labels. */
export type StoredWork = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
};

type Found = readonly (readonly [metric: StoredWork, samples: readonly Sample[]])[];

/** One statement, and the metrics that it fills. */
export type Reading = {
  readonly metrics: readonly StoredWork[];
  read(sql: Sql, now: Date): Promise<Found>;
};

const counted = shape({ label: text, other: text, count: int8, oldestSeconds: float8 });

type Plan = {
  /** `$1` is the time. Columns: label, other, count, oldest; `oldest` is when the longest wait began. */
  readonly from: string;
  readonly depth: StoredWork;
  readonly age?: StoredWork;
};

/** Counts rows by labels, with the age of the oldest if that is a metric too. */
export function counting({ from, depth, age }: Plan): Reading {
  // A sandbox business may have its clock ahead: its events of tomorrow have not waited.
  const statement = `select label, other, count::bigint as count,
    greatest(coalesce(extract(epoch from $1::timestamptz - oldest), 0), 0)::float8 as "oldestSeconds"
    from (${from}) found`;
  return {
    metrics: age ? [depth, age] : [depth],
    async read(sql, now) {
      const rows = await counted.read(sql, statement, [now]);
      const labelsOf = ({ label, other }: (typeof rows)[number]) =>
        [label, other].slice(0, depth.labels.length);
      const counts = rows.map((row): Sample => [labelsOf(row), Number(row.count)]);
      const found: Found = [[depth, counts]];
      if (!age) return found;
      return [...found, [age, rows.map((row): Sample => [labelsOf(row), row.oldestSeconds])]];
    },
  };
}

/** Each of these label values has a sample, so that an alert finds a 0 and not nothing. */
export function withZeroes(reading: Reading, all: readonly (readonly string[])[]): Reading {
  return {
    metrics: reading.metrics,
    async read(sql, now) {
      const found = await reading.read(sql, now);
      return found.map(([metric, samples]) => {
        const known = new Set(samples.map(([labels]) => labels.join()));
        const missing = all.filter((labels) => !known.has(labels.join()));
        return [metric, [...samples, ...missing.map((labels): Sample => [labels, 0])]];
      });
    },
  };
}
