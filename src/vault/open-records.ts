import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { DataKeys } from './data-keys.ts';
import { type FoundRecord, findRecords, openRecord, type RecordName } from './records.ts';
import { VaultError } from './vault-error.ts';

/** One answer per wish, so that one bad record spoils no other. */
export async function openRecords(
  sql: Sql,
  dataKeys: DataKeys,
  wishes: readonly RecordName[],
): Promise<(Secret | VaultError)[]> {
  const answers: (Secret | VaultError)[] = [];
  for (const [i, found] of (await findRecords(sql, wishes)).entries()) {
    try {
      answers.push(await openFound(sql, dataKeys, wishes[i]!, found));
    } catch (fault) {
      if (!(fault instanceof VaultError)) throw fault;
      answers.push(fault);
    }
  }
  return answers;
}

async function openFound(
  sql: Sql,
  dataKeys: DataKeys,
  { businessId, field }: RecordName,
  found: FoundRecord | undefined,
): Promise<Secret> {
  if (!found) {
    const message = `Business ${businessId} has no such ${field} in the vault.`;
    throw new VaultError('record_missing', message);
  }
  const { record, key } = found;
  if (!key) {
    const message = `Data key ${record.keyVersion} of business ${businessId} is not there.`;
    throw new VaultError('vault_incomplete', message);
  }
  return openRecord(await dataKeys.of(sql, businessId, key), record);
}
