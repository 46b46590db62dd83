import type { Sql } from '../../base/sql.ts';
import type { Business } from '../../businesses/business.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';

/** Only the payers of a sandbox have their phones and mailboxes here. */
export async function sandboxNamed(sql: Sql, name: string): Promise<Business> {
  const business = await businessNamed(sql, name);
  if (business.environment === 'sandbox') return business;
  throw new OperatorFault(`business ${business.id} is live: its payers read on their own phones`);
}
