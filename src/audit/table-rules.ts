import type { Sql } from '../base/sql.ts';
import type { Finding } from './finding.ts';

/**
 * What must hold between our own tables, one statement a rule: each finds the rows that break it. They read
 * whole tables, once, and hold nothing. Scope: all.
 */
export type Rule = {
  readonly name: string;
  /** Gives `business_id`, `payment_id` (null where it is about no payment) and `says`. */
  readonly sql: string;
  readonly values?: readonly unknown[];
};

const mostOfOneKind = 1000;

export async function* checkRule(
  sql: Sql,
  { name, sql: rule, values }: Rule,
): AsyncGenerator<Finding> {
  const rows = await sql.query<Broken>(`select * from (${rule}) r limit ${mostOfOneKind}`, values);
  for (const { business_id: businessId, payment_id, says } of rows) {
    yield { rule: name, businessId, paymentId: payment_id ?? undefined, says };
  }
  if (rows.length === mostOfOneKind) {
    yield { rule: name, says: 'there are more of this kind than are listed' };
  }
}

type Broken = {
  readonly business_id: bigint;
  readonly payment_id: bigint | null;
  readonly says: string;
};
