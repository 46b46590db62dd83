import { dayMs } from '../../kernel/duration.ts';
import type { OddRow } from '../../ports/processors/settled-row.ts';
import { openCase } from '../../records/case-store.ts';
import { openOrExtend } from '../../records/decide-case.ts';
import { int8, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { partsOfReference } from '../payment.ts';

type Reporter = { readonly businessId: bigint; readonly processor: string };

/** The evidence of a row; it also identifies the row later. */
type Evidence = {
  readonly processor: string;
  readonly row: string;
  readonly reference: string;
  readonly reason: string;
  readonly settledAt: string;
};
const told = shape({
  processor: text,
  row: text,
  reference: text,
  reason: text,
  settledAt: text,
});
const known = shape({ id: int8 });

/**
 * Opens a case about each row once: a report is read again for days. The case belongs to the payment that the row
 * names; rows that name none share a case of the business. An open case gets the further rows as evidence. The caller
 * holds the mark.
 */
export async function openOddRowCases(
  world: World,
  tx: Sql,
  { businessId, processor }: Reporter,
  rows: readonly OddRow[],
  /** Nobody is asked about older rows that name no payment of ours. */
  strangersAfter: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const before = await rowsTold(tx, { businessId, processor }, rows);
  const payments = await paymentsNamed(tx, businessId, rows);
  const asked = new Map<bigint | undefined, Evidence[]>();
  for (const { reference, processorId: row, settledAt, reason } of rows) {
    const of = partsOfReference(reference);
    const isOurs = of?.businessId === businessId && payments.has(of.paymentId);
    const at = settledAt?.toISOString() ?? 'unreadable';
    const evidence = { processor, row, reference, reason, settledAt: at };
    const name = nameOf(evidence);
    if (before.has(name) || (!isOurs && settledAt && settledAt <= strangersAfter)) continue;
    before.add(name);
    const paymentId = isOurs ? of.paymentId : undefined;
    asked.set(paymentId, [...(asked.get(paymentId) ?? []), evidence]);
    world.log.error('settlement.odd_row', { businessId, processor, reference, reason });
  }
  for (const [paymentId, evidence] of asked) {
    const object =
      paymentId === undefined
        ? ({ kind: 'business', id: businessId } as const)
        : ({ kind: 'payment', id: paymentId } as const);
    await openOrExtend(world, tx, { businessId, kind: 'odd_row', object }, evidence);
  }
}

/** The names of rows that have had a case, even if it is closed by now. */
async function rowsTold(
  tx: Sql,
  { businessId, processor }: Reporter,
  rows: readonly OddRow[],
): Promise<Set<string>> {
  const before = await told.read(
    tx,
    `select o.row->>'processor' as processor, o.row->>'row' as row, o.row->>'reference' as reference,
       o.row->>'reason' as reason, o.row->>'settledAt' as "settledAt"
     from open_questions q
     cross join lateral (
       select q.evidence as row union all select json_array_elements(q.evidence->'more')
     ) o
     where q.business_id = $1 and q.kind = 'odd_row' and o.row->>'processor' = $2
       and o.row->>'row' = any($3::text[])`,
    [businessId, processor, rows.map(({ processorId }) => processorId)],
  );
  return new Set(before.map(nameOf));
}

function nameOf({ row, reference, reason, settledAt }: Evidence): string {
  return JSON.stringify([row, reference, reason, settledAt]);
}

async function paymentsNamed(
  tx: Sql,
  businessId: bigint,
  rows: readonly OddRow[],
): Promise<ReadonlySet<bigint>> {
  const ids = rows.flatMap(({ reference }) => {
    const of = partsOfReference(reference);
    return of?.businessId === businessId ? [of.paymentId] : [];
  });
  const found = await known.read(
    tx,
    'select id from payments where business_id = $1 and id = any($2::bigint[])',
    [businessId, ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** A report is read every day: this is the third in a row that was not got. */
const patienceMs = 2.5 * dayMs;

type Missing = {
  readonly businessId: bigint;
  readonly processor: string;
  readonly reason: string;
  /** Until when its reports were read. */
  readonly readUntil: Date;
};

/** Opens a case when a processor has reported nothing for days: until then the next report covers all of it. */
export async function reportMissingReport(
  world: World,
  { businessId, readUntil, ...facts }: Missing,
): Promise<void> {
  if (world.now().getTime() - readUntil.getTime() < patienceMs) return;
  await openCase(world, {
    businessId,
    kind: 'no_report',
    object: { kind: 'business', id: businessId },
    evidence: { ...facts, readUntil: readUntil.toISOString() },
  });
}
