import { accountKinds } from '../kernel/bank-account.ts';
import { applicationOwner } from '../parties/applications/application.ts';
import { named, oneOf, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';

const account = shape({
  routingNumber: named('payout_routing_number', text),
  holder: named('payout_holder', text),
  accountKind: named('payout_account_kind', oneOf(accountKinds)),
});

/** The bank account that a business is paid out to. Its number is in the vault, under `numberOwner`. */
export type PayoutAccount = RowOf<typeof account> & { readonly numberOwner: string };

/** The account of the latest approved application of a business that names one, where its number is in the vault. */
export async function readPayoutAccount(
  sql: Sql,
  businessId: bigint,
): Promise<PayoutAccount | undefined> {
  const found = await account.readOne(
    sql,
    `select ${account.columns} from applications
     where business_id = $1 and state = 'active' and payout_account_kind is not null
       and exists (
         select from vault_records r
         where r.business_id = $1 and r.owner = $2 and r.field = 'account_number'
       )
     order by created_at desc, id desc limit 1`,
    [businessId, applicationOwner],
  );
  return found && { ...found, numberOwner: applicationOwner };
}
