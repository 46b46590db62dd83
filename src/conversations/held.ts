import type { Sql } from '../base/sql.ts';

/**
 * When a text is due that waits until its business is resumed: no clock comes there, so that nobody looks at it in
 * vain, however often the others are looked for.
 */
export const heldUntil = new Date('9999-01-01T00:00:00Z');

/** The condition of such a moment; a clock that is set back takes it along. */
export function isHeld(dueAt: string): string {
  return `${dueAt} >= '9000-01-01 00:00:00Z'`;
}

/** What waited so is due, and judged as whatever is. */
export async function wakeHeld(tx: Sql, businessId: bigint, at: Date): Promise<void> {
  await tx.query(
    `update messages m set due_at = $2
     where m.business_id = $1 and m.state in ('queued', 'scheduled') and ${isHeld('m.due_at')}`,
    [businessId, at],
  );
}
