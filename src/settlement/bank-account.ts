import { applicationOwner } from '../applications/application.ts';
import type { Sql } from '../base/sql.ts';

/** Where a business is paid out to. The number itself lies in the vault. */
export type DepositAccount = {
  readonly routingNumber: string;
  readonly holder: string;
  readonly kind: 'checking' | 'savings';
  readonly numberOwner: string;
};

/** Where the details of an application hold it. */
const named = { routing: 'RoutingNumber', holder: 'AccountName', otherwise: 'DBA' } as const;

/**
 * As it stands in the last application of the business that was not turned down, where its number is in the
 * vault. Nobody is asked what kind of account it is: the deposits of a business go to its checking account.
 */
export async function readDepositAccount(
  sql: Sql,
  businessId: bigint,
): Promise<DepositAccount | undefined> {
  const rows = await sql.query<{ routing: string; holder: string }>(
    `select details ->> $3 as routing, coalesce(details ->> $4, details ->> $5) as holder
     from applications a
     where business_id = $1 and details ->> $3 is not null
       and coalesce(details ->> $4, details ->> $5) is not null
       and state not in ('declined', 'withdrawn', 'expired')
       and exists (
         select from vault_records r
         where r.business_id = $1 and r.owner = $2 and r.field = 'account_number'
       )
     order by created_at desc, id desc limit 1`,
    [businessId, applicationOwner, named.routing, named.holder, named.otherwise],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { routing: routingNumber, holder } = row;
  return { routingNumber, holder, kind: 'checking', numberOwner: applicationOwner };
}
