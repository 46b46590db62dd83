import { gatewayNames } from '../../kernel/gateway-names.ts';
import type { Gateways } from '../../ports/processors/gateways.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';

const coverage = shape({
  businessId: int8,
  name: text,
  processor: oneOf(gatewayNames),
  payments: int8,
  /** Batches that agree with the processor, that do not, and of which it is not known yet. */
  agreed: int8,
  differing: int8,
  waiting: int8,
  reportedUntil: optional(timestamptz),
});
type Coverage = RowOf<typeof coverage>;

/**
 * The accounts at gateways, whose books are not at hand: what was compared with each, and when. A gateway's rows are
 * compared as its reports are read, and are kept for days only, so nothing can be compared again from here. Scope: all.
 */
export async function readCoverage(sql: Sql): Promise<Coverage[]> {
  return await coverage.read(
    sql,
    `select a.business_id as "businessId", a.name, a.processor, coalesce(p.count, 0) as payments,
       coalesce(b.agreed, 0) as agreed, coalesce(b.differing, 0) as differing,
       coalesce(b.waiting, 0) as waiting, m.reported_until as "reportedUntil"
     from processor_accounts a
       left join (
         select business_id, processor, count(*) as count from payments group by 1, 2
       ) p on p.business_id = a.business_id and p.processor = a.name
       left join (
         select business_id, processor,
           count(*) filter (where state in ('reconciled', 'funded')) as agreed,
           count(*) filter (where state = 'mismatch') as differing,
           count(*) filter (where state in ('closing', 'unknown', 'closed')) as waiting
         from batches group by 1, 2
       ) b on b.business_id = a.business_id and b.processor = a.name
       left join batch_marks m on m.business_id = a.business_id and m.processor = a.name
     order by a.business_id, a.name`,
  );
}

/** One sentence about an account: what was compared with what, until when, and what was not. */
export function formatCoverage(one: Coverage, { canOf }: Pick<Gateways, 'canOf'>): string {
  const { businessId, name, processor, payments, agreed, differing, waiting, reportedUntil } = one;
  const batches = `of its batches ${agreed} agree, ${differing} differ, ${waiting} wait`;
  const compared =
    canOf(processor).batches === 'manual'
      ? `the totals of each batch were compared when it was closed, and no single payment; ${batches}`
      : reportedUntil
        ? `each row that it reported as settled until ${reportedUntil.toISOString()} was compared when it was read; ${batches}`
        : 'nothing was compared: no report of what it settled was read yet';
  return `business ${businessId}, account ${name} at ${processor}, ${payments} payments: ${compared}.`;
}
