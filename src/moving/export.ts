import type { Progress } from '../kernel/progress.ts';
import { int8, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { type ExportKind, exportKinds } from './export-kinds.ts';

/** Takes the lines of one kind, each with a row of JSON; awaited, so that a slow disk slows the reading. */
export type LinesOf = (kind: ExportKind, lines: readonly string[]) => Promise<void>;

type Exporting = {
  readonly businessId: bigint;
  readonly progress: Progress;
  readonly write: LinesOf;
  /** Called last, in the same moment of the database. */
  readonly writeNumbers?: (tx: Sql) => Promise<void>;
};

/** How many rows of each kind. */
export type Exported = Readonly<Record<string, number>>;

const line = shape({ line: text });
const rowsAtOnce = 2000;

/**
 * Reads everything that a business owns, kind by kind, as it was in one moment. A cursor holds the place, so that a
 * business of any size takes the same memory.
 */
export async function exportBusiness(
  { db }: Pick<World, 'db'>,
  { businessId, progress, write, writeNumbers }: Exporting,
): Promise<Exported> {
  const kinds = exportKinds();
  const steps = kinds.length + (writeNumbers ? 1 : 0);
  const counts: Record<string, number> = {};
  await db.begin(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    for (const [i, kind] of kinds.entries()) {
      const { name, statement } = kind;
      progress.step(name, i + 1, steps, await countRows(tx, statement, businessId));
      counts[name] = 0;
      for await (const lines of rowsOf(tx, statement, businessId)) {
        await write(kind, lines);
        counts[name] += lines.length;
        progress.did(lines.length);
      }
    }
    if (!writeNumbers) return;
    progress.step('numbers', steps, steps, counts.tokens);
    await writeNumbers(tx);
  });
  return counts;
}

const counted = shape({ rows: int8 });

/** A small part of the time that reading them takes. */
async function countRows(tx: Sql, statement: string, businessId: bigint): Promise<number> {
  const text = `select count(*) as rows from (${statement}) x`;
  return Number((await counted.readRow(tx, text, [businessId])).rows);
}

export async function* rowsOf(
  tx: Sql,
  statement: string,
  businessId: bigint,
): AsyncIterable<readonly string[]> {
  await tx.query(
    `declare exported no scroll cursor for select row_to_json(x)::text as line from (${statement}) x`,
    [businessId],
  );
  for (;;) {
    const rows = await line.read(tx, `fetch ${rowsAtOnce} from exported`);
    if (rows.length > 0) yield rows.map((one) => one.line);
    if (rows.length < rowsAtOnce) break;
  }
  await tx.query('close exported');
}
