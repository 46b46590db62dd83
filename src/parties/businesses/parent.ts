import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type Business, isAbove } from './business.ts';
import { readBusiness } from './store.ts';

/**
 * The parent of a new business: the caller, or the business that it names in its own tree. A business outside that tree
 * is answered like one that does not exist, and so is a live business when the caller is in the sandbox.
 */
export async function parentNamed(
  sql: Sql,
  caller: Business,
  id: bigint | undefined,
): Promise<Business> {
  if (id === undefined || id === caller.id) return caller;
  const parent = await readBusiness(sql, id);
  const isLeftOut = caller.environment === 'sandbox' && parent?.environment === 'live';
  if (!parent || !isAbove(caller, parent) || isLeftOut) throw refusal('unknown_business', unknown);
  if (parent.state === 'suspended' || parent.state === 'closed')
    throw refusal('wrong_fields', notOpen);
  return parent;
}

function refusal(code: RefusalCode, fault: { code: string; message: string }): Refusal {
  return new Refusal(code, { details: [{ field: 'ParentId', ...fault }] });
}

const unknown = { code: 'unknown', message: 'ParentId is not a business of yours.' };
const notOpen = {
  code: 'not_open',
  message: 'ParentId is a business that is suspended or closed.',
};
