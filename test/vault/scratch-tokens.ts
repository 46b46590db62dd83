import { Secret } from '../../src/kernel/secret.ts';
import type { FingerprintedRows } from '../../src/ports/vault/rotate-named.ts';
import {
  insertRecords,
  type RecordName,
  replaceRecords,
  type Vault,
} from '../../src/ports/vault/vault.ts';
import type { Database } from '../../src/runtime/sql.ts';

/** In a table with fingerprints, of which the vault's tests need no more. */
export const scratchTokens: FingerprintedRows = {
  async count(sql, version) {
    const [row] = await sql.query<{ rows: bigint }>(
      'select count(*) as rows from pristine.scratch_tokens where get_byte(fingerprint, 0) <> $1',
      [version],
    );
    return Number(row!.rows);
  },
  async list(sql, { version, after, limit }) {
    const rows = await sql.query<Row>(
      `select business_id, token, routing, fingerprint from pristine.scratch_tokens
       where get_byte(fingerprint, 0) <> $1 and (business_id, token) > ($2, $3)
       order by business_id, token limit $4`,
      [version, after?.businessId ?? -1n, after?.owner ?? '', limit],
    );
    return rows.map(({ business_id, token, routing, fingerprint }) => ({
      ...nameOf(business_id, token),
      fingerprint,
      context: routing,
    }));
  },
  async replace(sql, rows) {
    let replaced = 0;
    for (const { businessId, owner, fingerprint, next } of rows) {
      const updated = await sql.query(
        `update pristine.scratch_tokens set fingerprint = $1
         where business_id = $2 and token = $3 and fingerprint = $4 returning token`,
        [next, businessId, owner, fingerprint],
      );
      replaced += updated.length;
    }
    return replaced;
  },
};

type Row = { business_id: bigint; token: string; routing: string; fingerprint: Buffer };

export function nameOf(businessId: bigint, token: string): RecordName {
  return { businessId, owner: token, field: 'account_number' };
}

/** What is expected to be there: the value of every token ever written. */
export type Written = Map<string, Token>;
export type Token = { readonly name: RecordName; value: string; readonly routing: string };

/** As a flow would: seals outside, then writes token and record in one transaction. */
export async function writeToken(
  db: Database,
  vault: Vault,
  written: Written,
  name: RecordName,
): Promise<void> {
  const value = `${name.businessId}-${name.owner}`;
  const routing = '021000021';
  const record = await vault.seal(name, new Secret(value));
  const fingerprint = vault.fingerprint(new Secret(value), routing);
  await db.begin(async (tx) => {
    await insertRecords(tx, [record]);
    await tx.query('insert into pristine.scratch_tokens values ($1, $2, $3, $4)', [
      name.businessId,
      name.owner,
      routing,
      fingerprint,
    ]);
  });
  written.set(`${name.businessId} ${name.owner}`, { name, value, routing });
}

/** Another number behind the same token. */
export async function replaceToken(
  db: Database,
  vault: Vault,
  { name, routing }: Token,
  value: string,
): Promise<void> {
  const record = await vault.seal(name, new Secret(value));
  const fingerprint = vault.fingerprint(new Secret(value), routing);
  await db.begin(async (tx) => {
    await replaceRecords(tx, [record]);
    await tx.query(
      'update pristine.scratch_tokens set fingerprint = $1 where business_id = $2 and token = $3',
      [fingerprint, name.businessId, name.owner],
    );
  });
}
