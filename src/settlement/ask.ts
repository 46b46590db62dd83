import { processorOf } from '../payments/accounts/open-account.ts';
import { maySend, tooLateToSend } from '../payments/asking.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchRequest,
} from '../ports/processors/processor.ts';
import { int4, int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';

/** Asks the processor to close the batch; also once more, under the same reference. */
export async function askToClose(
  world: World,
  batch: Batch,
): Promise<BatchAnswer | BatchInquiryAnswer> {
  const processor = await processorOf(world, batch);
  const { reference } = batch;
  const items = await readItems(world.db, batch);
  if (!maySend(world, batch)) return tooLateToSend;
  return await processor.closeBatch({ reference, items });
}

const item = shape({ paymentId: int8, n: int4, cents: int8 });

/**
 * The items of a batch, by the references under which the processor approved them, always in the same order: sent
 * again, the request is the same to the byte.
 */
export async function readItems(
  sql: Sql,
  { businessId, id, firstId, lastId }: Batch,
): Promise<BatchRequest['items'][number][]> {
  const rows = await item.read(
    sql,
    `select p.id as "paymentId", coalesce(f.n, $5)::integer as n, p.captured_cents as cents
     from payments p
     left join followups f on f.business_id = p.business_id and f.payment_id = p.id
       and f.kind = 'capture' and f.state = 'succeeded' and not p.capture
     where p.business_id = $1 and p.id between $3 and $4 and p.batch_id = $2
     union all
     select payment_id, n, -amount_cents from followups
     where business_id = $1 and id between $3 and $4 and batch_id = $2
     order by 1, 2`,
    [businessId, id, firstId, lastId, firstAttempt],
  );
  return rows.map(({ paymentId, n, cents }) => ({
    reference: referenceOf(businessId, paymentId, n),
    cents,
  }));
}
