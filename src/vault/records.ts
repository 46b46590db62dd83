import type { KeyObject } from 'node:crypto';
import { bytea, int4, int8, rowSet, text } from '../base/rows.ts';
import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { contexts, seal, unseal } from './cipher.ts';
import type { DataKey, DataKeyRow } from './data-keys.ts';

/** Which secret of whom: the place that a sealed value is bound to. */
export type RecordName = {
  readonly businessId: bigint;
  /** A token, or kind:id as in `payment:123`. */
  readonly owner: string;
  readonly field: VaultField;
};

export type VaultField =
  | 'card_number'
  | 'account_number'
  | 'social_security_number'
  | 'date_of_birth'
  | 'passkey'
  | 'webhook_password'
  | 'webhook_secret'
  | 'webhook_previous_secret'
  | 'totp_seed';

/** A row of vault_records; whoever made it may insert it with a statement of its own. */
export type SealedRecord = RecordName & {
  readonly keyVersion: number;
  readonly sealed: Buffer;
};

export function sealRecord(
  { businessId, owner, field }: RecordName,
  { version, key }: DataKey,
  nonce: Buffer,
  value: Secret,
): SealedRecord {
  const context = contexts.record(businessId, owner, field, version);
  const sealed = seal(key, nonce, context, value.reveal());
  return { businessId, owner, field, keyVersion: version, sealed };
}

export function openRecord(key: KeyObject, record: SealedRecord): Secret {
  const { businessId, owner, field, keyVersion, sealed } = record;
  const context = contexts.record(businessId, owner, field, keyVersion);
  const what = `A ${field} of business ${businessId}, sealed under key ${keyVersion},`;
  const plain = unseal(key, context, sealed, what);
  const value = new Secret(plain.toString('utf8'));
  plain.fill(0);
  return value;
}

const names = rowSet({ businessId: int8, owner: text, field: text });
/** For a statement that writes records beside rows of its own. */
export const recordColumns = {
  businessId: int8,
  owner: text,
  field: text,
  keyVersion: int4,
  sealed: bytea,
};
const records = rowSet(recordColumns);

/** Scope: tenant. A record that is there already is a fault. */
export async function insertRecords(sql: Sql, rows: readonly SealedRecord[]): Promise<void> {
  await sql.query(
    `insert into vault_records (business_id, owner, field, key_version, sealed)
     select business_id, owner, field, key_version, sealed from ${records.sql}`,
    records.encode(rows),
  );
}

/** Scope: tenant. Of two who bring one, the first is kept. */
export async function insertFirstRecord(sql: Sql, row: SealedRecord): Promise<void> {
  await sql.query(
    `insert into vault_records (business_id, owner, field, key_version, sealed)
     select business_id, owner, field, key_version, sealed from ${records.sql}
     on conflict do nothing`,
    records.encode([row]),
  );
}

/** Scope: tenant. The new value takes the place of the one that is there. */
export async function replaceRecords(sql: Sql, rows: readonly SealedRecord[]): Promise<void> {
  await sql.query(
    `insert into vault_records (business_id, owner, field, key_version, sealed)
     select business_id, owner, field, key_version, sealed from ${records.sql}
     order by business_id, owner, field
     on conflict (business_id, owner, field)
       do update set key_version = excluded.key_version, sealed = excluded.sealed`,
    records.encode(rows),
  );
}

/** Scope: tenant. */
export async function dropRecords(sql: Sql, rows: readonly RecordName[]): Promise<void> {
  await sql.query(
    `delete from vault_records v using ${names.sql}
     where v.business_id = r.business_id and v.owner = r.owner and v.field = r.field`,
    names.encode(rows),
  );
}

export type FoundRecord = {
  readonly record: SealedRecord;
  /** undefined: the vault was damaged; key rows are never deleted. */
  readonly key: DataKeyRow | undefined;
};

/** Scope: tenant. One entry per wish; undefined: no such record. */
export async function findRecords(
  sql: Sql,
  wishes: readonly RecordName[],
): Promise<(FoundRecord | undefined)[]> {
  const rows = await sql.query<FoundRow>(
    `select v.business_id, v.owner, v.field, v.key_version, v.sealed, k.version, k.state, k.wrapped,
       k.root_version
     from ${names.sql}
     join vault_records v on v.business_id = r.business_id and v.owner = r.owner and v.field = r.field
     left join vault_keys k on k.business_id = v.business_id and k.version = v.key_version`,
    names.encode(wishes),
  );
  const found = new Map<string, FoundRecord>();
  for (const row of rows) {
    const record = recordOf(row);
    found.set(nameKey(record), {
      record,
      key: row.state === null ? undefined : (row as DataKeyRow),
    });
  }
  return wishes.map((wish) => found.get(nameKey(wish)));
}

type Nulls<Row> = { readonly [K in keyof Row]: Row[K] | null };
type FoundRow = Nulls<DataKeyRow> & {
  readonly business_id: bigint;
  readonly owner: string;
  readonly field: VaultField;
  readonly key_version: number;
  readonly sealed: Buffer;
};

function recordOf(row: FoundRow): SealedRecord {
  const { business_id: businessId, owner, field, key_version: keyVersion, sealed } = row;
  return { businessId, owner, field, keyVersion, sealed };
}

function nameKey({ businessId, owner, field }: RecordName): string {
  return `${businessId}\n${field}\n${owner}`;
}
