import type { Fields, FieldsRow } from '../../runtime/table.ts';
import type { Expansion, Listing } from './list.ts';

type Named = bigint | string;

/** Finds the objects of a list by the ids that others use: the column, its type, and its value in a row. */
type Key<F extends Fields> = {
  readonly sql: string;
  readonly type: 'int8' | 'text' | 'uuid';
  of(row: FieldsRow<F>): Named;
};

/**
 * Puts the objects of a list in the place of the ids by which rows of another name them: as that list shows them, of the
 * same business, in one statement for all.
 */
export function expansionTo<F extends Fields, W>(
  { rows: table, select, from, joins = '', business, where, wire }: Listing<F, W>,
  key: Key<F>,
) {
  return <Row>(nameIn: (row: Row) => Named | undefined): Expansion<Row> => ({
    async load(world, call, rows) {
      const names = rows.map(nameIn);
      const asked = [...new Set(names.filter((name) => name !== undefined))];
      if (asked.length === 0) return names.map(() => null);
      const values: unknown[] = [call.business.id, asked];
      const isListed = where ? ` and ${where(call, (one) => `$${values.push(one)}`)}` : '';
      const found = await table.read(
        world.db,
        `select ${select} from ${from} ${joins}
         where ${business} = $1 and ${key.sql} = any($2::${key.type}[])${isListed}`,
        values,
      );
      const byName = new Map<Named, W>();
      for (const row of found) byName.set(key.of(row), await wire(row, call, world));
      return names.map((name) => (name === undefined ? null : byName.get(name)));
    },
  });
}
