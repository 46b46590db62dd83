import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { numberField } from '../tokens/token.ts';
import type { RecordName, Vault, VaultField } from '../vault/vault.ts';
import type { Finding } from './finding.ts';

type Opener = Pick<Vault, 'openMany' | 'sameFingerprint'>;

const recordsAtOnce = 1000;

/** Every secret opens; what a token opens to is what its fingerprint was made from. */
export async function* checkVault(sql: Sql, vault: Opener): AsyncGenerator<Finding> {
  yield* checkRecords(sql, vault);
  yield* checkTokens(sql, vault);
}

async function* checkRecords(sql: Sql, vault: Opener): AsyncGenerator<Finding> {
  let after: RecordName = { businessId: 0n, owner: '', field: 'account_number' };
  for (;;) {
    const names = await readNames(sql, after);
    const last = names.at(-1);
    if (!last) return;
    for (const [i, answer] of (await vault.openMany(sql, names)).entries()) {
      if (answer instanceof Secret) answer.forget();
      else yield { rule: 'secret_closed', businessId: names[i]!.businessId, says: answer.message };
    }
    after = last;
  }
}

async function* checkTokens(sql: Sql, vault: Opener): AsyncGenerator<Finding> {
  let after = { businessId: 0n, token: '' };
  for (;;) {
    const rows = await readTokens(sql, after);
    const last = rows.at(-1);
    if (!last) return;
    const names = rows.map(({ business_id: businessId, token: owner, kind }) => ({
      businessId,
      owner,
      field: numberField[kind],
    }));
    for (const [i, answer] of (await vault.openMany(sql, names)).entries()) {
      const { business_id: businessId, token, fingerprint, routing_number } = rows[i]!;
      if (!(answer instanceof Secret)) {
        const says = `token ${token} does not open: ${answer.message}`;
        yield { rule: 'token_closed', businessId, says };
      } else if (!vault.sameFingerprint(fingerprint, answer, routing_number ?? undefined)) {
        const says = `token ${token} opens to another number than it was made from`;
        yield { rule: 'token_of_another', businessId, says };
      }
    }
    after = { businessId: last.business_id, token: last.token };
  }
}

/** Scope: all. */
async function readNames(
  sql: Sql,
  { businessId, owner, field }: RecordName,
): Promise<RecordName[]> {
  const rows = await sql.query<{ business_id: bigint; owner: string; field: VaultField }>(
    `select business_id, owner, field from vault_records
     where (business_id, owner, field) > ($1, $2, $3)
     order by business_id, owner, field limit $4`,
    [businessId, owner, field, recordsAtOnce],
  );
  return rows.map(({ business_id, ...name }) => ({ businessId: business_id, ...name }));
}

type TokenRow = {
  readonly business_id: bigint;
  readonly token: string;
  readonly kind: 'card' | 'bank';
  readonly fingerprint: Buffer;
  readonly routing_number: string | null;
};

/** Scope: all. */
async function readTokens(
  sql: Sql,
  { businessId, token }: { businessId: bigint; token: string },
): Promise<TokenRow[]> {
  return await sql.query<TokenRow>(
    `select business_id, token, kind, fingerprint, routing_number from tokens
     where (business_id, token) > ($1, $2) order by business_id, token limit $3`,
    [businessId, token, recordsAtOnce],
  );
}
