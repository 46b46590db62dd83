import type { Sql } from '../../base/sql.ts';
import { readForm } from '../../leads/form-store.ts';
import type { LeadForm } from '../../leads/lead-form.ts';
import { OperatorFault } from '../command.ts';
import { idWithin, needed, place, verbatim } from '../words.ts';

export const business = needed('ID|USERNAME', verbatim(100));
export const form = place('BUSINESS/FORM', idWithin);

type Named = { readonly businessId: bigint; readonly id: bigint };

export async function formNamed(sql: Sql, { businessId, id }: Named): Promise<LeadForm> {
  const found = await readForm(sql, businessId, id);
  if (!found) throw new OperatorFault(`business ${businessId} has no lead form ${id}`);
  return found;
}
