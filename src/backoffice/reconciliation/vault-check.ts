import type { Progress } from '../../kernel/progress.ts';
import { Secret } from '../../kernel/secret.ts';
import { isRemembered } from '../../payments/tokens/fingerprints.ts';
import { tokens } from '../../payments/tokens/store.ts';
import { numberField } from '../../payments/tokens/token.ts';
import { type RecordName, recordNames, type Vault } from '../../ports/vault/vault.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { Finding } from './finding.ts';

type Opener = Pick<Vault, 'openMany' | 'sameFingerprint'>;

/**
 * In the text of a statement, so that its plan is made for it: otherwise it may be one that sorts all rows for every
 * page.
 */
const recordsAtOnce = 1000;

/** Every secret opens; the number of a token matches its fingerprint. */
export async function* checkVault(
  sql: Sql,
  vault: Opener,
  progress: Progress,
): AsyncGenerator<Finding> {
  yield* checkRecords(sql, vault, progress);
  yield* checkTokens(sql, vault, progress);
}

const counted = shape({ rows: int8 });

/** Scope: all. How many records and tokens the check reads. */
export async function countOpened(sql: Sql): Promise<number> {
  const { rows } = await counted.readRow(
    sql,
    `select (select count(*) from vault_records)
       + (select count(*) from tokens where ${isRemembered()}) as rows`,
  );
  return Number(rows);
}

async function* checkRecords(sql: Sql, vault: Opener, progress: Progress): AsyncGenerator<Finding> {
  let after: RecordName = { businessId: 0n, owner: '', field: 'account_number' };
  for (;;) {
    const names = await readNames(sql, after);
    const last = names.at(-1);
    if (!last) return;
    progress.did(names.length);
    for (const [i, answer] of (await vault.openMany(sql, names)).entries()) {
      if (answer instanceof Secret) answer.forget();
      else yield { rule: 'secret_closed', businessId: names[i]!.businessId, says: answer.message };
    }
    after = last;
  }
}

async function* checkTokens(sql: Sql, vault: Opener, progress: Progress): AsyncGenerator<Finding> {
  let after = { businessId: 0n, token: '' };
  for (;;) {
    const rows = await readTokens(sql, after);
    const last = rows.at(-1);
    if (!last) return;
    progress.did(rows.length);
    const names = rows.map(({ businessId, token: owner, kind }) => ({
      businessId,
      owner,
      field: numberField[kind],
    }));
    for (const [i, answer] of (await vault.openMany(sql, names)).entries()) {
      const { businessId, token, fingerprint, routingNumber } = rows[i]!;
      if (!(answer instanceof Secret)) {
        const says = `token ${token} does not open: ${answer.message}`;
        yield { rule: 'token_closed', businessId, says };
      } else if (!vault.sameFingerprint(fingerprint, answer, routingNumber)) {
        const says = `token ${token} opens to another number than it was made from`;
        yield { rule: 'token_of_another', businessId, says };
      }
    }
    after = last;
  }
}

/** Scope: all. */
async function readNames(
  sql: Sql,
  { businessId, owner, field }: RecordName,
): Promise<RecordName[]> {
  return await recordNames.read(
    sql,
    `select ${recordNames.columns} from vault_records
     where (business_id, owner, field) > ($1, $2, $3)
     order by business_id, owner, field limit ${recordsAtOnce}`,
    [businessId, owner, field],
  );
}

const sealedToken = tokens.pick('businessId', 'token', 'kind', 'fingerprint', 'routingNumber');

/** Scope: all. */
async function readTokens(
  sql: Sql,
  { businessId, token }: { businessId: bigint; token: string },
): Promise<RowOf<typeof sealedToken>[]> {
  return await sealedToken.read(
    sql,
    `select ${sealedToken.columns} from tokens
     where (business_id, token) > ($1, $2) and ${isRemembered()} order by business_id, token limit ${recordsAtOnce}`,
    [businessId, token],
  );
}
