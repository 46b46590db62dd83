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
const named = {
  routing: 'RoutingNumber',
  holder: 'AccountName',
  otherwise: 'DBA',
  kind: 'AccountType',
} as const;

/**
 * As it stands in the last application of the business that was approved, where its number is in the vault. It is
 * a checking account, unless the application says otherwise.
 */
export async function readDepositAccount(
  sql: Sql,
  businessId: bigint,
): Promise<DepositAccount | undefined> {
  const rows = await sql.query<{ routing: string; holder: string; kind: DepositAccount['kind'] }>(
    `select details ->> $3 as routing, coalesce(details ->> $4, details ->> $5) as holder,
       case when details ->> $6 ilike '%saving%' then 'savings' else 'checking' end as kind
     from applications a
     where business_id = $1 and details ->> $3 is not null
       and coalesce(details ->> $4, details ->> $5) is not null
       and state = 'active'
       and exists (
         select from vault_records r
         where r.business_id = $1 and r.owner = $2 and r.field = 'account_number'
       )
     order by created_at desc, id desc limit 1`,
    [businessId, applicationOwner, named.routing, named.holder, named.otherwise, named.kind],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { routing: routingNumber, holder, kind } = row;
  return { routingNumber, holder, kind, numberOwner: applicationOwner };
}
