import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { listNamedKeys, type WhichKey } from './key-store.ts';
import type { FingerprintedRows } from './rotate-named.ts';

type Rotation = {
  readonly which: WhichKey;
  readonly number: number;
  readonly fingerprinted: readonly FingerprintedRows[];
};

const counted = shape({ rows: int8 });

/**
 * Counts the rows that this rotation has to write anew, for a person who waits; undefined where it is a handful. Scope:
 * all; reads only.
 */
export async function rowsLeft(
  sql: Sql,
  { which, number, fingerprinted }: Rotation,
): Promise<number | undefined> {
  switch (which) {
    case 'data':
      return await count(
        sql,
        `select count(*) as rows from vault_records v join vault_keys k
           on k.business_id = v.business_id and k.version = v.key_version
         where k.rotation < $1 and k.state <> 'destroyed'`,
        number,
      );
    case 'root':
      return await count(
        sql,
        `select count(*) as rows from (
           select root_version from vault_keys where state <> 'destroyed'
           union all select root_version from vault_named_keys
         ) k join vault_roots r on r.version = k.root_version where r.rotation < $1`,
        number,
      );
    case 'fingerprint': {
      const keys = (await listNamedKeys(sql)).filter(({ name }) => name === 'fingerprint');
      const isMade = keys.some(({ rotation }) => rotation >= number);
      // Before the new key is made, every row has another version than its.
      const version = Math.max(...keys.map((key) => key.version)) + (isMade ? 0 : 1);
      const counts = await Promise.all(fingerprinted.map((rows) => rows.count(sql, version)));
      return counts.reduce((sum, one) => sum + one, 0);
    }
    case 'kek':
    case 'pepper':
      return undefined;
  }
}

async function count(sql: Sql, text: string, number: number): Promise<number> {
  return Number((await counted.readRow(sql, text, [number])).rows);
}
