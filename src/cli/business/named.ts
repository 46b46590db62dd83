import type { Sql } from '../../base/sql.ts';
import type { Business } from '../../businesses/business.ts';
import { readBusiness, readByUsername } from '../../businesses/store.ts';
import { OperatorFault } from '../command.ts';

/** By its SalesSiteID, or by its username. */
export async function businessNamed(sql: Sql, name: string | bigint): Promise<Business> {
  const isId = typeof name === 'bigint' || /^\d{1,18}$/.test(name);
  const found =
    (isId && (await readBusiness(sql, BigInt(name)))) || (await readByUsername(sql, String(name)));
  if (!found) throw new OperatorFault(`there is no business ${name}`);
  return found;
}

/** Of what is stored, what every answer about a business tells. */
export function summary({ ancestors, typeId, ...business }: Business) {
  return { ...business, parent: ancestors.at(-1), type: typeId };
}
