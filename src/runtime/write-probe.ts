import { bool, int4, timestamptz } from './column.ts';
import type { Database, Sql } from './sql.ts';
import { shape, table } from './table.ts';

type Context = { readonly db: Database; readonly now: () => Date };

/** At most one commit in this time, however often the probe is called. */
const restMs = 5000;

/** Tells whether the database accepts writes, by a commit that is never older than `restMs`. */
export function writeProbe({ db, now }: Context): () => Promise<boolean> {
  let isTaking = false;
  let endedAt: number | undefined;
  return async () => {
    const age = endedAt === undefined ? restMs : now().getTime() - endedAt;
    // After the clock was set back, the age is unknown.
    if (age >= 0 && age < restMs) return isTaking;
    isTaking = await db
      .begin((tx) => write(tx, now()))
      .then(
        () => true,
        () => false,
      );
    endedAt = now().getTime();
    return isTaking;
  };
}

const probes = table('write_probes', { id: int4, probedAt: timestamptz });
const privilege = shape({ may: bool });

/**
 * Inserts into an empty table, which needs a new page: a row in an existing page would not. If the role may not
 * truncate, only the commit is tried. Scope: reference.
 */
async function write(tx: Sql, at: Date): Promise<void> {
  await tx.query(`set local statement_timeout = '5s'`);
  const { may } = await privilege.readRow(
    tx,
    `select has_table_privilege('write_probes', 'truncate') as may`,
  );
  await tx.query(may ? 'truncate write_probes' : 'delete from write_probes');
  const newest = 'on conflict (id) do update set probed_at = excluded.probed_at';
  await probes.insert(tx, [{ id: 1, probedAt: at }], newest);
}
