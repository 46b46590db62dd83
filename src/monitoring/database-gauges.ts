import { type Sample, write } from '../runtime/metrics.ts';
import { together } from '../runtime/readiness.ts';
import type { Sql } from '../runtime/sql.ts';
import type { StoredWork } from './reading.ts';
import { readings } from './stored-work.ts';

type Options = {
  /** A connection of its own: a scrape takes none from payments. Its statements are short or fail. */
  readonly sql: Sql;
  readonly now: () => Date;
  readonly keptMs?: number;
  /** Hears of the first failure after a scrape without one. */
  readonly failed: (error: unknown) => void;
};

const up = 'quittance_database_up';
const readingsFailed = 'quittance_database_readings_failed';

/**
 * The metrics that are read from the database, as text. A result is kept for some seconds, so that several scrapers
 * cost as much as one. A statement that fails leaves its metrics out and is counted.
 */
export function databaseGauges({
  sql,
  now,
  keptMs = 5_000,
  failed,
}: Options): () => Promise<string> {
  let kept: { readonly text: string; readonly until: number } | undefined;
  let hasFailed = false;
  const read = together(now, async () => {
    const { text, error } = await readAll(sql, now());
    if (error !== undefined && !hasFailed) failed(error);
    hasFailed = error !== undefined;
    kept = { text, until: now().getTime() + keptMs };
    return text;
  });
  return async () => {
    const left = kept ? kept.until - now().getTime() : 0;
    return kept && left > 0 && left <= keptMs ? kept.text : await read();
  };
}

async function readAll(sql: Sql, now: Date): Promise<{ text: string; error: unknown }> {
  const families: string[] = [];
  let failures = 0;
  let error: unknown;
  const attempt = async (work: () => Promise<readonly string[]>): Promise<boolean> => {
    try {
      families.push(...(await work()));
      return true;
    } catch (caught) {
      error = caught;
      return false;
    }
  };
  const isUp = await attempt(async () => {
    await sql.query('select 1');
    return [];
  });
  for (const { read } of isUp ? readings : []) {
    const isRead = await attempt(async () =>
      (await read(sql, now)).map(([metric, samples]) => familyOf(metric, samples)),
    );
    if (!isRead) failures += 1;
  }
  const one = (name: string, help: string, value: number) =>
    write({ name, help, type: 'gauge', labels: [], samples: [[[], value]] });
  const text = [
    one(up, 'Whether the database answers: 1 or 0.', isUp ? 1 : 0),
    one(
      readingsFailed,
      'Statements for metrics of the database that failed in this scrape.',
      failures,
    ),
    ...families,
  ].join('');
  return { text, error };
}

function familyOf({ name, help, labels }: StoredWork, samples: readonly Sample[]): string {
  return write({ name, help, type: 'gauge', labels, samples });
}
