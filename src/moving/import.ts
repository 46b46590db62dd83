import type { Business } from '../parties/businesses/business.ts';
import type { Sql } from '../runtime/sql.ts';
import { withoutCommit } from '../runtime/without-commit.ts';
import type { World } from '../world.ts';
import { dryWorld } from './dry-world.ts';
import { type Field, type Fields, readFields, type Valued } from './fields.ts';
import type { FileRow } from './read-rows.ts';

/** `joined`: a customer that was there without an id of its own got the one of the file. */
type Outcome = 'created' | 'joined' | 'exists' | 'refused';

/** The outcome of one row. `made`: its name here. */
export type Written = {
  readonly outcome: Outcome;
  readonly made?: string | undefined;
  readonly why?: string;
};
export type Report = Written & { readonly line: number; readonly id: string | undefined };
export type Counts = Readonly<Record<Outcome, number>>;

type Identified = Fields & { readonly id: Field<string> };

/** A kind of rows that can be moved in. Its own id, in the column `id`, makes a repetition harmless. */
export type Kind<F extends Identified> = {
  readonly fields: F;
  /** Columns of an export that say nothing here. */
  readonly passedOver: readonly string[];
  /** Outside of the transaction: seals numbers, takes ids. */
  prepare?(world: World, business: Business, rows: readonly Valued<F>[]): Promise<void>;
  /** One result for each row; no two have one id. Runs again after a deadlock. */
  write(
    world: World,
    tx: Sql,
    business: Business,
    rows: readonly Valued<F>[],
  ): Promise<readonly Written[]>;
};

// biome-ignore lint/suspicious/noExplicitAny: whoever passes it on knows no kind.
export type Import<F extends Identified = any> = {
  readonly business: Business;
  readonly kind: Kind<F>;
  readonly rows: AsyncIterable<FileRow>;
  /** True: everything is checked and written as it would be, and nothing is committed. */
  readonly isDry: boolean;
  /** Reports the outcomes of a batch's rows, after its commit. */
  report(rows: readonly Report[]): Promise<void>;
};

const rowsOfBatch = 1000;

/**
 * Imports rows in batches, each in a transaction of its own. After a crash the same file is imported again: committed
 * rows are reported as `exists`.
 */
export async function importRows<F extends Identified>(
  world: World,
  { business, kind, rows, isDry, report }: Import<F>,
): Promise<Counts> {
  const own = isDry ? dryWorld(world) : world;
  const counts = { created: 0, joined: 0, exists: 0, refused: 0 };
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === rowsOfBatch) await end();
  }
  await end();
  return counts;

  async function end(): Promise<void> {
    if (batch.length === 0) return;
    const reports = await importBatch(own, { business, kind, isDry }, batch);
    for (const { outcome } of reports) counts[outcome] += 1;
    await report(reports);
    batch = [];
  }
}

async function importBatch<F extends Identified>(
  world: World,
  { business, kind, isDry }: Pick<Import<F>, 'business' | 'kind' | 'isDry'>,
  batch: readonly FileRow[],
): Promise<Report[]> {
  const read = batch.map((row) => {
    if ('flaw' in row) return { flaws: [row.flaw] };
    return readFields(kind.fields, kind.passedOver, row.values);
  });
  const byId = new Map<string, Valued<F>>();
  for (const one of read) {
    if ('row' in one && !byId.has(idOf(one.row))) byId.set(idOf(one.row), one.row);
  }
  const good = [...byId.values()];
  const written = new Map<string, Written>();
  if (good.length > 0) {
    await kind.prepare?.(world, business, good);
    const write = async (tx: Sql) => await kind.write(world, tx, business, good);
    const results = isDry ? await withoutCommit(world.db, write) : await world.db.begin(write);
    for (const [i, row] of good.entries()) {
      const result = results[i]!;
      // A row that a dry run made is gone again, and has no name.
      const isGone = isDry && result.outcome === 'created';
      written.set(idOf(row), isGone ? { outcome: result.outcome } : result);
    }
  }

  const firsts = new Map<string, FileRow>();
  return batch.map((given, i) => {
    const { line } = given;
    const one = read[i]!;
    if ('flaws' in one)
      return { line, id: undefined, outcome: 'refused', why: one.flaws.join('; ') };
    const id = idOf(one.row);
    const result = written.get(id)!;
    const first = firsts.get(id);
    if (!first) firsts.set(id, given);
    else if (!isSame(first, given)) {
      const why = `line ${first.line} has the same id and other values`;
      return { line, id, outcome: 'refused', why };
    }
    const isRepeated = first !== undefined && result.outcome !== 'refused';
    return { line, id, ...result, ...(isRepeated && { outcome: 'exists' }) };
  });
}

function isSame(one: FileRow, other: FileRow): boolean {
  return (
    'values' in one &&
    'values' in other &&
    JSON.stringify(one.values) === JSON.stringify(other.values)
  );
}

function idOf(row: { readonly id: unknown }): string {
  return String(row.id);
}
