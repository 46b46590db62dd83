import type { KeyObject } from 'node:crypto';
import { Secret } from '../../kernel/secret.ts';
import { bytea, int4, int8, oneOf, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { contexts, seal, unseal } from './cipher.ts';
import { type DataKeyRow, dataKey } from './data-key-store.ts';
import type { DataKey, DataKeys } from './data-keys.ts';
import { VaultError } from './vault-error.ts';

const vaultFields = [
  'card_number',
  'account_number',
  'social_security_number',
  'date_of_birth',
  'passkey',
  'processor_key',
  'processor_token',
  'webhook_password',
  'webhook_secret',
  'webhook_previous_secret',
  'totp_seed',
] as const;
export type VaultField = (typeof vaultFields)[number];

/** Sealed secrets. Other statements may insert them too. */
export const records = table('vault_records', {
  businessId: int8,
  /** A token, or kind:id as in `payment:123`. */
  owner: text,
  field: oneOf(vaultFields),
  keyVersion: int4,
  sealed: bytea,
});
export type SealedRecord = RowOf<typeof records>;
/** The columns for a statement that inserts records beside rows of its own. */
export const recordColumns = records.fields;

/** The name that a sealed value is bound to. */
export const recordNames = records.pick('businessId', 'owner', 'field');
export type RecordName = RowOf<typeof recordNames>;

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

const names = recordNames.set();

/** Scope: tenant. Fails if a record exists already. */
export async function insertRecords(sql: Sql, rows: readonly SealedRecord[]): Promise<void> {
  await records.insert(sql, rows);
}

/** Scope: tenant. Keeps the record that exists already. */
export async function insertFirstRecord(sql: Sql, row: SealedRecord): Promise<void> {
  await records.insert(sql, [row], 'on conflict do nothing');
}

/** Scope: tenant. Replaces records that exist already. Lock order: the names of the records. */
export async function replaceRecords(sql: Sql, rows: readonly SealedRecord[]): Promise<void> {
  await records.insert(
    sql,
    rows,
    `order by business_id, owner, field
     on conflict (business_id, owner, field)
       do update set key_version = excluded.key_version, sealed = excluded.sealed`,
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

/** Scope: tenant. Deletes all records of these owners. */
export async function dropRecordsOf(
  sql: Sql,
  businessId: bigint,
  owners: readonly string[],
): Promise<void> {
  await sql.query('delete from vault_records where business_id = $1 and owner = any ($2::text[])', [
    businessId,
    owners,
  ]);
}

type FoundRecord = {
  readonly record: SealedRecord;
  /** Undefined: the vault is damaged; key rows are never deleted. */
  readonly key: DataKeyRow | undefined;
};

const keyOfRecord = dataKey.outer();
const found = records.with(keyOfRecord.fields);

/** Scope: tenant. One entry per name; undefined: no such record. */
async function findRecords(
  sql: Sql,
  wanted: readonly RecordName[],
): Promise<(FoundRecord | undefined)[]> {
  const rows = await found.read(
    sql,
    `select ${records.of('v')}, ${keyOfRecord.of('k')}
     from ${names.sql}
     join vault_records v on v.business_id = r.business_id and v.owner = r.owner and v.field = r.field
     left join vault_keys k on k.business_id = v.business_id and k.version = v.key_version`,
    names.encode(wanted),
  );
  const byName = new Map(
    rows.map((row) => [nameKey(row), { record: row, key: dataKey.partOf(row) }] as const),
  );
  return wanted.map((name) => byName.get(nameKey(name)));
}

function nameKey({ businessId, owner, field }: RecordName): string {
  return `${businessId}\n${field}\n${owner}`;
}

/** One result for each name, so that one bad record does not fail the others. */
export async function openRecords(
  sql: Sql,
  keys: DataKeys,
  wanted: readonly RecordName[],
): Promise<(Secret | VaultError)[]> {
  const opened: (Secret | VaultError)[] = [];
  for (const [i, one] of (await findRecords(sql, wanted)).entries()) {
    try {
      opened.push(await openFound(sql, keys, wanted[i]!, one));
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
      opened.push(fault);
    }
  }
  return opened;
}

async function openFound(
  sql: Sql,
  keys: DataKeys,
  { businessId, field }: RecordName,
  one: FoundRecord | undefined,
): Promise<Secret> {
  if (!one) {
    const message = `Business ${businessId} has no such ${field} in the vault.`;
    throw new VaultError('record_missing', message);
  }
  const { record, key } = one;
  if (!key) {
    const message = `Data key ${record.keyVersion} of business ${businessId} is not there.`;
    throw new VaultError('vault_incomplete', message);
  }
  return openRecord(await keys.of(sql, businessId, key), record);
}
