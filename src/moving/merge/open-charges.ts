import { text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

const open = shape({ what: text });

/** Open exchanges for the customer: a process holds these rows, and waits for the processor's answer. */
export async function openChargesOf(
  tx: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<string[]> {
  const rows = await open.read(
    tx,
    `with own as materialized (
       select id, state from payments where business_id = $1 and customer_id = $2
     )
     select format('payment %s is %s', id, state) as what from own
     where state in ('processing', 'unknown', 'capturing', 'voiding')
     union all
     select format('the %s %s of payment %s is %s', f.kind, f.id, f.payment_id, f.state)
     from followups f
     where f.business_id = $1 and f.payment_id in (select id from own)
       and f.state in ('processing', 'unknown')`,
    [businessId, customerId],
  );
  return rows.map(({ what }) => what);
}
