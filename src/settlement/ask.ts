import { processorOf } from '../payments/accounts/open-account.ts';
import { maySend, tooLateToSend } from '../payments/asking.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchItem,
  BatchRequest,
  Processor,
} from '../ports/processors/processor.ts';
import { int4, int8, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';

/** Asks the processor to close the batch; also once more, under the same reference. */
export async function requestClose(
  world: World,
  batch: Batch,
): Promise<BatchAnswer | BatchInquiryAnswer> {
  const processor = await processorOf(world, batch);
  const request = await requestOf(world.db, batch);
  if (!maySend(world, batch)) return tooLateToSend;
  return await processor.closeBatch!(request);
}

export async function inquireAboutBatch(world: World, batch: Batch): Promise<BatchInquiryAnswer> {
  return await inquireBatch(await processorOf(world, batch), await requestOf(world.db, batch));
}

export async function inquireBatch(
  processor: Processor,
  request: BatchRequest,
): Promise<BatchInquiryAnswer> {
  const answer = await processor.inquireBatch?.(request);
  return answer ?? { outcome: 'unknown', reason: 'the gateway knows no batch of ours' };
}

async function requestOf(sql: Sql, batch: Batch): Promise<BatchRequest> {
  return { reference: batch.reference, items: await readItems(sql, batch) };
}

const item = shape({
  paymentId: int8,
  n: int4,
  cents: int8,
  processorId: optional(text),
  begunAt: timestamptz,
});

/**
 * The items of a batch, by the references under which the processor approved them, always in the same order: a replay
 * of the request has the same bytes. A capture that a person resolved may have no processor id; older rows have an
 * empty one.
 */
export async function readItems(
  sql: Sql,
  { businessId, id, firstId, lastId }: Batch,
): Promise<BatchItem[]> {
  const rows = await item.read(
    sql,
    `select p.id as "paymentId", coalesce(f.n, $5)::integer as n, p.captured_cents as cents,
       coalesce(nullif(f.processor_id, ''), p.processor_id) as "processorId",
       coalesce(f.created_at, p.created_at) as "begunAt"
     from payments p
     left join followups f on f.business_id = p.business_id and f.payment_id = p.id
       and f.kind = 'capture' and f.state = 'succeeded' and not p.capture
     where p.business_id = $1 and p.id between $3 and $4 and p.batch_id = $2
     union all
     select payment_id, n, -amount_cents, nullif(processor_id, ''), created_at from followups
     where business_id = $1 and id between $3 and $4 and batch_id = $2
     order by 1, 2`,
    [businessId, id, firstId, lastId, firstAttempt],
  );
  return rows.map(({ paymentId, n, ...known }) => ({
    ...known,
    reference: referenceOf(businessId, paymentId, n),
  }));
}
