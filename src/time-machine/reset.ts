import { atClockOf } from '../parties/businesses/clock.ts';
import { recordAct } from '../records/audit-log.ts';
import { int4 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { lockSandbox } from './set-clock.ts';

/**
 * Sets the clock back to that of the world, and every waiting timer with it: a timer due in two days stays due in two
 * days. Past events keep their moments, which may lie ahead now.
 */
export async function reset(
  world: World,
  businessId: bigint,
  actor: string,
): Promise<{ from: Date; to: Date; timers: number }> {
  return await world.db.begin(async (tx) => {
    const { clockAheadMs } = await lockSandbox(tx, businessId);
    const to = world.now();
    const from = atClockOf(world, { clockAheadMs }).now();
    let timers = 0;
    for (const one of clockAheadMs > 0 ? shifts : []) {
      timers += await shift(tx, one, { businessId, clockAheadMs, from });
    }
    await tx.query('update businesses set clock_ahead_ms = 0 where business_id = $1', [businessId]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'clock.reset',
      object: `business:${businessId}`,
      facts: { from: from.toISOString(), to: to.toISOString(), timers },
      at: to,
    });
    return { from, to, timers };
  });
}

/** The columns that go back by `span`, and the number of timers in each row: one, unless it says otherwise. */
const span = `$2::float8 * interval '1 millisecond'`;
/** The results of inquiries. */
const shown = `absent_since = absent_since - ${span}, seen_at = seen_at - ${span},
  replay_refused_at = replay_refused_at - ${span}`;
const shifts: readonly Shift[] = [
  {
    // A request after the reset must count as later than an answer before it.
    sql: `update payments set order_freed_at = $3::timestamptz - ${span}
          where business_id = $1 and not holds_order and order_freed_at > $3::timestamptz - ${span}`,
    timers: '0',
  },
  {
    sql: `update kept_keys set freed_at = $3::timestamptz - ${span}
          where business_id = $1 and freed_at > $3::timestamptz - ${span}`,
    timers: '0',
  },
  { sql: `update jobs set run_at = run_at - ${span} where business_id = $1` },
  {
    // The time that it may take counts from the request, or from a person's decision.
    sql: `update payment_watches set look_at = look_at - ${span}, asked_at = asked_at - ${span},
            cancel_sent_at = cancel_sent_at - ${span}, ${shown}
          where business_id = $1 and kind <> 'begun'`,
  },
  {
    // Payments that began together share one row; each that is still being asked for is a timer.
    sql: `update payment_watches w set look_at = look_at - ${span}, asked_at = asked_at - ${span}
          where business_id = $1 and kind = 'begun'`,
    timers: `(select count(*) from payments p
              where p.business_id = w.business_id and p.id = any (w.payment_ids) and p.state = 'processing')`,
  },
  {
    sql: `update payments set lease_until = lease_until - ${span}
          where business_id = $1 and state in ('processing', 'unknown')`,
    timers: '0',
  },
  {
    sql: `update followups set resolve_at = resolve_at - ${span}, sent_at = sent_at - ${span},
            cancel_sent_at = cancel_sent_at - ${span}, lease_until = lease_until - ${span}, ${shown}
          where business_id = $1 and resolve_at is not null`,
  },
  {
    sql: `update batches set resolve_at = resolve_at - ${span}, sent_at = sent_at - ${span},
            lease_until = lease_until - ${span}
          where business_id = $1 and resolve_at is not null`,
  },
  {
    sql: `update ach_entries set next_at = next_at - ${span}
          where business_id = $1 and next_at is not null`,
  },
  {
    sql: `update account_validations set due_at = due_at - ${span}
          where business_id = $1 and due_at is not null`,
  },
  {
    // Its cut-off stays: the day that follows from it stands in its bytes.
    sql: `update ach_files set resolve_at = resolve_at - ${span}
          where business_id = $1 and resolve_at is not null`,
  },
  {
    sql: `update ach_file_parts set look_at = look_at - ${span}
          where business_id = $1 and look_at is not null`,
  },
  {
    sql: `update applications set expires_at = expires_at - ${span}
          where business_id = $1 and expires_at is not null`,
  },
  {
    sql: `update deliveries set due_at = due_at - ${span}
          where business_id = $1 and finished_at is null and due_at is not null`,
  },
  {
    sql: `update messages set due_at = due_at - ${span}
          where business_id = $1 and due_at is not null`,
  },
  {
    sql: `update mails set due_at = due_at - ${span} where business_id = $1 and due_at is not null`,
  },
  {
    sql: `update webhook_endpoints set disable_at = disable_at - ${span},
            failing_since = failing_since - ${span}
          where business_id = $1 and disable_at is not null`,
  },
  {
    sql: `update webhook_endpoints set previous_until = previous_until - ${span}
          where business_id = $1 and previous_until > $3::timestamptz`,
    timers: '0',
  },
  {
    sql: `update webhook_endpoints set succeeded_at = succeeded_at - ${span}
          where business_id = $1 and succeeded_at is not null`,
    timers: '0',
  },
  {
    sql: `update tokens set prenoted_at = prenoted_at - ${span}
          where business_id = $1 and prenoted_at > $3::timestamptz`,
  },
];

const shifted = shape({ timers: int4 });

type Shift = { readonly sql: string; readonly timers?: string };
type Span = { readonly businessId: bigint; readonly clockAheadMs: number; readonly from: Date };

async function shift(
  tx: Sql,
  { sql, timers = '1' }: Shift,
  { businessId, clockAheadMs, from }: Span,
): Promise<number> {
  const values = sql.includes('$3') ? [businessId, clockAheadMs, from] : [businessId, clockAheadMs];
  const rows = await shifted.read(tx, `${sql} returning (${timers})::int as timers`, values);
  return rows.reduce((sum, row) => sum + row.timers, 0);
}
