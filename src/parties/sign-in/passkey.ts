import { bytea, int8, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** A public key that a person signs in with. Its other half never leaves the authenticator. */
const passkeys = table('passkeys', {
  personId: uuid,
  /** The authenticator's id of it. */
  credentialId: bytea,
  id: uuid,
  name: text,
  /** In the form of COSE. */
  publicKey: bytea,
  /** Never goes back; 0 where the authenticator does not count. */
  signCount: int8,
  /** With blanks between the words. */
  transports: text,
  createdAt: timestamptz,
  usedAt: optional(timestamptz),
});
export type Passkey = RowOf<typeof passkeys>;

/** The passkeys of a person, the oldest first. Scope: lookup. */
export async function readPasskeys(sql: Sql, personId: string): Promise<Passkey[]> {
  return await passkeys.read(
    sql,
    `select ${passkeys.columns} from passkeys where person_id = $1 order by created_at, id`,
    [personId],
  );
}

/** Scope: lookup. */
export async function readPasskey(
  sql: Sql,
  personId: string,
  credentialId: Buffer,
): Promise<Passkey | undefined> {
  return await passkeys.readOne(
    sql,
    `select ${passkeys.columns} from passkeys where person_id = $1 and credential_id = $2`,
    [personId, credentialId],
  );
}

/** False where the person has it already. Scope: lookup. */
export async function insertPasskey(tx: Sql, passkey: Passkey): Promise<boolean> {
  const before = await readPasskey(tx, passkey.personId, passkey.credentialId);
  if (before) return false;
  await passkeys.insert(tx, [passkey]);
  await tx.query('update people set has_passkey = true where id = $1', [passkey.personId]);
  return true;
}

/** False if another answer of the same authenticator was taken meanwhile. Scope: lookup. */
export async function countUse(
  sql: Sql,
  { personId, credentialId }: Passkey,
  { signCount, at }: { readonly signCount: bigint; readonly at: Date },
): Promise<boolean> {
  const counted = await sql.query(
    `update passkeys set sign_count = $3, used_at = $4
     where person_id = $1 and credential_id = $2 and (sign_count < $3 or $3 = 0) returning 1`,
    [personId, credentialId, signCount, at],
  );
  return counted.length > 0;
}

/** False where the person has none of this id. Scope: lookup. */
export async function renamePasskey(
  sql: Sql,
  personId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await sql.query(
    'update passkeys set name = $3 where person_id = $1 and id = $2 returning 1',
    [personId, id, name],
  );
  return renamed.length > 0;
}

/** Removes one passkey, or all of the person; recovery codes go with the last second factor. Scope: lookup. */
export async function deletePasskeys(tx: Sql, personId: string, only?: string): Promise<void> {
  await tx.query('delete from passkeys where person_id = $1 and ($2::uuid is null or id = $2)', [
    personId,
    only,
  ]);
  await tx.query(
    `update people set has_passkey = k.any_left,
       recovery_hashes = case when second_factor or k.any_left then recovery_hashes else '' end
     from (select exists (select from passkeys where person_id = $1) as any_left) k where id = $1`,
    [personId],
  );
}
