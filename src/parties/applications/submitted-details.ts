import type { Secret } from '../../kernel/secret.ts';
import { replaceRecords, type SealedRecord, type VaultField } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { readProfile, writeDetails } from '../businesses/profile.ts';
import { type Application, applicationOwner, mergeDetails } from './application.ts';

/** The information that an existing business submits, in an application or in an answer. */
export type SubmittedDetails = {
  readonly actor: string;
  readonly details: Application['details'];
  readonly secrets: readonly { readonly field: VaultField; readonly value: Secret }[];
  /** The part of the details that belongs to the profile of the business. */
  readonly profile: Application['details'];
};

/** Before the transaction that writes them: the first of a business makes its key. */
export async function sealAll(
  { vault }: Pick<World, 'vault'>,
  businessId: bigint,
  secrets: SubmittedDetails['secrets'],
): Promise<SealedRecord[]> {
  return await Promise.all(
    secrets.map(({ field, value }) =>
      vault.seal({ businessId, owner: applicationOwner, field }, value),
    ),
  );
}

/**
 * Writes the details that were sent beside the application itself; the audit log has the names of the fields and no
 * values.
 */
export async function writeSubmittedDetails(
  { now }: Pick<World, 'now'>,
  tx: Sql,
  { businessId, id }: Pick<Application, 'businessId' | 'id'>,
  { actor, details, secrets, profile }: SubmittedDetails,
  records: readonly SealedRecord[],
): Promise<void> {
  const told = Object.keys(details);
  if (told.length === 0 && secrets.length === 0) return;
  const at = now();
  if (records.length > 0) await replaceRecords(tx, records);
  const known = Object.keys(profile).length > 0 && (await readProfile(tx, businessId));
  if (known) await writeDetails(tx, businessId, mergeDetails(known.details, profile), at);
  const facts = { details: told, secrets: secrets.map(({ field }) => field) };
  const object = `application:${id}`;
  await recordAct(tx, { businessId, actor, act: 'application.told', object, facts, at });
}
