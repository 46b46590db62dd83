import type { Sql } from '../../src/runtime/sql.ts';
import type { BookedBatch } from './bank-book.ts';
import { chargeOf } from './judge-purchases.ts';

type BatchRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly reference: string;
  readonly state: string;
  readonly net_cents: bigint;
};

type ItemRow = {
  readonly business_id: bigint;
  readonly batch_id: bigint;
  readonly payment_id: bigint;
  readonly n: number;
  readonly cents: bigint;
};

/** What the bank has in a batch is what we have in it, nothing is in two, and nothing is left lying for days. */
export async function judgeBatches(
  sql: Sql,
  booked: ReadonlyMap<string, BookedBatch>,
): Promise<string[]> {
  const rows = await sql.query<BatchRow>(
    'select business_id, id, reference, state, net_cents from batches',
  );
  const items = Map.groupBy(await readItems(sql), (row) => `${row.business_id} ${row.batch_id}`);
  const findings: string[] = await leftLying(sql);
  const strangers = new Map(booked);
  for (const { business_id, id, reference, state, net_cents } of rows) {
    const what = `batch ${reference}, which is ${state},`;
    const theirs = booked.get(reference);
    strangers.delete(reference);
    if (!theirs) {
      findings.push(`${what} is not in the bank's book`);
      continue;
    }
    const ours = (items.get(`${business_id} ${id}`) ?? []).map(
      ({ payment_id, n, cents }) => `${chargeOf(business_id, payment_id, n)} ${cents}`,
    );
    const isSame = new Set(ours).symmetricDifference(new Set(theirs.items)).size === 0;
    if (!isSame || theirs.items.length !== ours.length) {
      findings.push(`${what} has ${ours.length} items here and ${theirs.items.length} there`);
    }
    if (BigInt(theirs.cents) !== net_cents) {
      findings.push(`${what} is ${net_cents} cents here and ${theirs.cents} there`);
    }
  }
  for (const reference of strangers.keys()) {
    findings.push(`the bank closed a batch ${reference}, which nobody here knows of`);
  }
  const inWhich = [...booked].flatMap(([batch, one]) => one.items.map((item) => ({ item, batch })));
  for (const [item, where] of Map.groupBy(inWhich, ({ item }) => item.split(' ')[0]!)) {
    if (where.length > 1) findings.push(`${item} is in ${where.length} batches of the bank`);
  }
  return findings;
}

/** By what the bank approved it under: of an authorization that is its capture. */
async function readItems(sql: Sql): Promise<ItemRow[]> {
  return await sql.query<ItemRow>(
    `select p.business_id, p.batch_id, p.id as payment_id, coalesce(c.n, 1) as n, p.captured_cents as cents
     from payments p
     left join followups c on c.business_id = p.business_id and c.payment_id = p.id
       and c.kind = 'capture' and c.state = 'succeeded'
     where p.batch_id is not null
     union all
     select business_id, batch_id, payment_id, n, -amount_cents from followups where batch_id is not null`,
  );
}

/** Every business closes its batches each day: what was taken three days ago, by its clock, is in one. */
async function leftLying(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ what: string }>(
    `select format('payment %s %s was captured on %s, and is in no batch on %s', p.business_id, p.id,
       p.finished_at, now() + make_interval(secs => b.clock_ahead_ms / 1000.0)) as what
     from payments p join businesses b using (business_id)
     where p.state = 'captured' and p.method = 'card' and p.batch_id is null
       and p.finished_at < now() + make_interval(secs => b.clock_ahead_ms / 1000.0) - interval '3 days'`,
  );
  return rows.map(({ what }) => what);
}
