import { insertRecords } from '../../ports/vault/vault.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { tokens } from './store.ts';
import type { NewToken } from './token.ts';

/** A token that was stored elsewhere before. Its idempotency key is its id there. */
export type ImportedToken = {
  readonly made: NewToken;
  readonly customerId: bigint;
  readonly key: string;
  readonly state: 'active' | 'disabled';
  readonly networkTransactionId: string | undefined;
  readonly networkTransactionOf: string | undefined;
  readonly networkTransactionCents: bigint | undefined;
};

const named = tokens.pick('token', 'kind', 'customerId', 'idempotencyKey');

/** The tokens with these idempotency keys, or these names. */
export async function tokensNamed(
  sql: Sql,
  businessId: bigint,
  keys: readonly string[],
  names: readonly string[],
): Promise<RowOf<typeof named>[]> {
  const isThere = `state in ('active', 'disabled')`;
  return await named.read(
    sql,
    `select ${named.columns} from tokens
     where business_id = $1 and idempotency_key = any ($2::text[]) and ${isThere}
     union
     select ${named.columns} from tokens where business_id = $1 and token = any ($3::text[]) and ${isThere}`,
    [businessId, keys, names],
  );
}

/**
 * Inserts tokens with their sealed numbers. False: another import has just inserted one of them; the caller ends its
 * transaction.
 */
export async function insertImported(tx: Sql, all: readonly ImportedToken[]): Promise<boolean> {
  const rows = all.map(({ made, key, ...more }) => ({
    ...made.token,
    ...more,
    idempotencyKey: key,
  }));
  if ((await tokens.insert(tx, rows, 'on conflict do nothing')) !== all.length) return false;
  await insertRecords(
    tx,
    all.map(({ made }) => made.record),
  );
  return true;
}
