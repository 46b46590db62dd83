import { type Database, oneByOne, type Sql } from '../../src/runtime/sql.ts';

/** Counts what the statements of a database read; where it stands, or since it was asked last. */
export type Measured = { readonly db: Database; readonly take: () => Work };

export type Work = {
  /** Rows that any step of a plan handed on, or looked at and dropped: a loop over a loop counts each time. */
  rows: number;
  /** Pages, whether they were in memory or not, and those of temporary files. */
  pages: number;
};

/** The same database, whose every statement is explained as it runs before it is run. Reads only. */
export function measured(db: Database): Measured {
  let work: Work = { rows: 0, pages: 0 };
  const measure = (sql: Sql): Sql => ({
    async query(text, values) {
      if (!text.includes('set_config')) {
        const explain = `explain (analyze, buffers, timing off, format json) ${text}`;
        const [row] = await sql.query<{ 'QUERY PLAN': { Plan: Node }[] }>(explain, values);
        const { Plan } = row!['QUERY PLAN'][0]!;
        work.rows += rowsOf(Plan);
        work.pages += pagesOf(Plan);
      }
      return await sql.query(text, values);
    },
  });
  const begin: Database['begin'] = async (run) =>
    await db.begin(async (tx) => await run(measure(tx)));
  return {
    db: {
      ...measure(db),
      aside: measure(db.aside),
      begin,
      together: oneByOne({ begin }),
      close: () => db.close(),
    },
    take() {
      const taken = work;
      work = { rows: 0, pages: 0 };
      return taken;
    },
  };
}

type Node = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Node[] };

function rowsOf(node: Node): number {
  const loops = count(node, 'Actual Loops');
  const each = [
    'Actual Rows',
    'Rows Removed by Filter',
    'Rows Removed by Join Filter',
    'Rows Removed by Index Recheck',
  ].reduce((sum, name) => sum + count(node, name), 0);
  // A step that finds nothing was begun all the same.
  const own = loops * Math.max(each, 1);
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), own);
}

/** What is read below a node is counted in the node. */
function pagesOf(node: Node): number {
  return ['Shared Hit Blocks', 'Shared Read Blocks', 'Temp Read Blocks'].reduce(
    (sum, name) => sum + count(node, name),
    0,
  );
}

function count(node: Node, name: string): number {
  return Number(node[name] ?? 0);
}
