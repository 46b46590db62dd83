import type { Sql } from '../../base/sql.ts';
import { allBusinesses, type ClearingFile } from '../../clearing/file.ts';
import { readFile } from '../../clearing/file-store.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';

/** Live businesses have their files together; one of the sandbox has its own. */
export async function scopeOf(sql: Sql, business: string | undefined): Promise<bigint> {
  if (business === undefined) return allBusinesses;
  const { id, environment } = await businessNamed(sql, business);
  return environment === 'live' ? allBusinesses : id;
}

export async function fileNamed(
  sql: Sql,
  id: bigint,
  business: string | undefined,
): Promise<ClearingFile> {
  const scope = await scopeOf(sql, business);
  const file = await readFile(sql, { scope, id });
  if (file) return file;
  const whose = scope === allBusinesses ? 'the live businesses' : `business ${scope}`;
  throw new OperatorFault(`there is no file ${id} of ${whose}`);
}
