import { followUps } from '../../payments/follow-ups/follow-up.ts';
import { bool } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import type { Heard } from './client-log.ts';
import type { Finding } from './finding.ts';

/** Checks that the reports to clients of captures, voids and refunds are true. */
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
  for (const [i, { request, followUpState: told, cents }] of heard.entries()) {
    const { businessId, id } = wanted[i]!;
    const row = rows.get(`${businessId} ${id}`);
    if (!row) {
      const says = `${request} was told that ${id} is ${told}, and it is not there`;
      yield { rule: 'told_of_nothing', businessId, says };
      continue;
    }
    const at = { businessId, paymentId: row.paymentId };
    if (!isTrue(told, row)) {
      const says = `${request} was told ${told}, and its ${row.kind} is ${row.state}`;
      yield { rule: 'told_wrong', ...at, says };
    }
    if (row.amountCents !== BigInt(cents)) {
      const says = `${request} asked for ${cents} cents, and was told of ${row.amountCents}`;
      yield { rule: 'told_of_another', ...at, says };
    }
  }
}

/**
 * True if the report can lead to the stored state: `processing` and `unknown` were true when they were reported, a
 * refund to a bank account may have come back since, and a follow-up reported as failed may have been shown since.
 */
function isTrue(told: string | undefined, { state, isContradicted }: FollowUpRow): boolean {
  if (told === 'processing' || told === 'unknown' || told === state) return true;
  if (told === 'failed' && isContradicted) return true;
  return told === 'succeeded' && state === 'returned';
}

const followUpRow = followUps
  .pick('businessId', 'id', 'paymentId', 'kind', 'state', 'amountCents')
  .with({ isContradicted: bool });
type FollowUpRow = RowOf<typeof followUpRow>;
const keys = followUps.pick('businessId', 'id').set();

/** Scope: all. */
async function readStates(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<Map<string, FollowUpRow>> {
  const rows = await followUpRow.read(
    sql,
    `select ${followUpRow.of('f')}, exists (
       select from open_questions q
       where q.business_id = f.business_id and q.kind = 'followup_contradicted'
         and q.object_kind = 'followup' and q.object_id = f.id) as "isContradicted"
     from ${keys.sql} join followups f using (business_id, id)`,
    keys.encode(wanted),
  );
  return new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
}
