import { currencies } from '../../kernel/currency.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape, table } from '../../runtime/table.ts';
import { firstAttempt, partsOfReference } from '../payment.ts';
import { type Dispute, disputes } from './dispute.ts';
import type { DisputeState } from './moves.ts';

/* The only file that writes the state of a dispute. */

type Named = Pick<Dispute, 'businessId' | 'processor' | 'processorId'>;

const byName = `select ${disputes.columns} from disputes
  where business_id = $1 and processor = $2 and processor_id = $3`;

export async function readDispute(sql: Sql, named: Named): Promise<Dispute | undefined> {
  return await disputes.readOne(sql, byName, valuesOf(named));
}

/** Locked until the transaction ends. */
export async function lockDispute(tx: Sql, named: Named): Promise<Dispute | undefined> {
  return await disputes.readOne(tx, `${byName} for update`, valuesOf(named));
}

function valuesOf({ businessId, processor, processorId }: Named): readonly unknown[] {
  return [businessId, processor, processorId];
}

/** False: another process has just written it. */
export async function insertDispute(tx: Sql, dispute: Dispute): Promise<boolean> {
  return (await disputes.insert(tx, [dispute], 'on conflict do nothing')) === 1;
}

const told = disputes.pick(
  'paymentId',
  'state',
  'amountCents',
  'takenCents',
  'reasonCode',
  'reason',
  'answerUntil',
  'toldAt',
);
const tellings = told.set(3);

/** Writes every column of the locked row that a processor's row may change. */
export async function writeDispute(tx: Sql, { businessId, id, ...next }: Dispute): Promise<void> {
  await tx.query(
    `update disputes d set ${told.changesFrom('r')} from ${tellings.sql}
     where d.business_id = $1 and d.id = $2`,
    [businessId, id, ...tellings.encode([next])],
  );
}

/** The sum of a payment that is not refunded as well. The caller has locked the payment. */
export async function addDisputed(
  tx: Sql,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  cents: bigint,
): Promise<void> {
  await tx.query(
    `update payments set disputed_cents = disputed_cents + $3
     where business_id = $1 and id = $2`,
    [businessId, id, cents],
  );
}

type Charge = Pick<Dispute, 'businessId' | 'processor' | 'chargeReference' | 'chargeId'>;
const charges = shape({ id: int8, processor: text, processorId: optional(text) });

/**
 * Finds the payment of a row by our reference, else by the processor's id. A row that names a different charge than the
 * payment's own does not match. `elsewhere`: the account has two names
 * here, and this other one charged it.
 */
export async function findPayment(
  sql: Sql,
  { businessId, processor, chargeReference, chargeId }: Charge,
): Promise<{ readonly id: bigint } | { readonly elsewhere: string } | undefined> {
  const named = partsOfReference(chargeReference);
  if (named === undefined) {
    const found = await charges.read(
      sql,
      `select id, processor, processor_id as "processorId" from payments
       where business_id = $1 and processor_id = $2 order by processor = $3 desc limit 2`,
      [businessId, chargeId, processor],
    );
    const own = found.filter((one) => one.processor === processor);
    const [charge] = own.length > 0 ? own : found;
    if (chargeId === '' || !charge || own.length > 1) return undefined;
    return charge.processor === processor ? charge : { elsewhere: charge.processor };
  }
  if (named.businessId !== businessId || named.n !== firstAttempt) return undefined;
  const found = await charges.readOne(
    sql,
    `select id, processor, processor_id as "processorId" from payments
     where business_id = $1 and id = $2`,
    [businessId, named.paymentId],
  );
  if (!found) return undefined;
  const isSame = found.processorId !== undefined && found.processorId === chargeId;
  if (found.processor !== processor) return isSame ? { elsewhere: found.processor } : undefined;
  return isSame || found.processorId === undefined || chargeId === '' ? found : undefined;
}

const listed = disputes.with({
  orderNumber: optional(text),
  currency: optional(oneOf(currencies)),
});

/** The latest first. */
export async function listDisputes(
  sql: Sql,
  businessId: bigint,
  {
    state,
    before,
    limit,
  }: {
    readonly state: DisputeState | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
) {
  return await listed.read(
    sql,
    `select ${disputes.of('d')}, p.order_number as "orderNumber", p.currency from disputes d
     left join payments p on p.business_id = d.business_id and p.id = d.payment_id
     where d.business_id = $1 and ($2::text is null or d.state = $2)
       and d.id < coalesce($4, 9223372036854775807)
     order by d.id desc limit $3`,
    [businessId, state, limit, before],
  );
}

const marks = table('dispute_marks', {
  businessId: int8,
  processor: text,
  reportedUntil: timestamptz,
});
type Feed = Pick<Dispute, 'businessId' | 'processor'>;

/** Until when the disputes of a processor were read. */
export async function readMark(sql: Sql, { businessId, processor }: Feed) {
  const row = await marks.readOne(
    sql,
    `select ${marks.columns} from dispute_marks where business_id = $1 and processor = $2`,
    [businessId, processor],
  );
  return row?.reportedUntil;
}

/** If two readers write, the later time stays. */
export async function writeMark(sql: Sql, feed: Feed, reportedUntil: Date): Promise<void> {
  await marks.insert(
    sql,
    [{ ...feed, reportedUntil }],
    `on conflict (business_id, processor) do update set
       reported_until = greatest(dispute_marks.reported_until, excluded.reported_until)`,
  );
}
