import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { FollowUpState } from '../followups/followup.ts';
import type { Heard } from './client-log.ts';
import type { Finding } from './finding.ts';

/** What clients were told of captures, voids and refunds is true. */
export async function* checkToldFollowUps(
  sql: Sql,
  heard: readonly Heard[],
): AsyncGenerator<Finding> {
  if (heard.length === 0) return;
  const wanted = heard.map(({ business, followUp }) => ({
    businessId: BigInt(business),
    id: BigInt(followUp!),
  }));
  const rows = await readStates(sql, wanted);
  for (const [i, { wish, followUpState: told, cents }] of heard.entries()) {
    const { businessId, id } = wanted[i]!;
    const row = rows.get(`${businessId} ${id}`);
    if (!row) {
      const says = `${wish} was told that ${id} is ${told}, and it is not there`;
      yield { rule: 'told_of_nothing', businessId, says };
      continue;
    }
    const at = { businessId, paymentId: row.payment_id };
    if (!isTrue(told, row)) {
      const says = `${wish} was told ${told}, and its ${row.kind} is ${row.state}`;
      yield { rule: 'told_wrong', ...at, says };
    }
    if (row.amount_cents !== BigInt(cents)) {
      const says = `${wish} asked for ${cents} cents, and was told of ${row.amount_cents}`;
      yield { rule: 'told_of_another', ...at, says };
    }
  }
}

/** Not knowing was true when it was said; and what went to a bank account may have come back since. */
function isTrue(told: string | undefined, { state }: FollowUpRow): boolean {
  if (told === 'processing' || told === 'unknown' || told === state) return true;
  return told === 'succeeded' && state === 'returned';
}

type FollowUpRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly payment_id: bigint;
  readonly kind: string;
  readonly state: FollowUpState;
  readonly amount_cents: bigint;
};

const keys = rowSet({ businessId: int8, id: int8 });

/** Scope: all. */
async function readStates(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<Map<string, FollowUpRow>> {
  const rows = await sql.query<FollowUpRow>(
    `select f.business_id, f.id, f.payment_id, f.kind, f.state, f.amount_cents
     from ${keys.sql} join followups f using (business_id, id)`,
    keys.encode(wanted),
  );
  return new Map(rows.map((row) => [`${row.business_id} ${row.id}`, row]));
}
