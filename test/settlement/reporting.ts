import assert from 'node:assert/strict';
import type { SettledAnswer, SettledRow } from '../../src/ports/processors/settled-row.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import type { Till } from './till.ts';

/* A processor that closes batches by its own clock, and reports what it settled. */

export type Report = (since: Date, until: Date) => Promise<SettledAnswer>;

/** The simulated bank, were it one that closes by itself. */
export function reporting(till: Till, settledRows: Report): World {
  const processor = till.world.processors.get('simulator')!;
  const can = { ...processor.can, batches: 'automatic' as const };
  const closeBatch = async () => assert.fail('it was asked to close a batch');
  const processors = new Map([['simulator', { ...processor, can, closeBatch, settledRows }]]);
  return { ...till.world, processors };
}

/** What it would report of all payments and refunds of the till. */
export async function rowsAt(
  { db, clock }: Pick<Fixture, 'db' | 'clock'>,
  { caller }: Till,
): Promise<SettledRow[]> {
  const found = await db.query<{
    id: bigint;
    n: number;
    cents: bigint;
    processorId: string;
  }>(
    `select id, 1 as n, captured_cents as cents, processor_id as "processorId" from payments
     where business_id = $1 and state = 'captured'
     union all
     select payment_id, n, -amount_cents, processor_id from followups
     where business_id = $1 and kind = 'refund'
     order by 1, 2`,
    [caller.business.id],
  );
  return found.map(({ id, n, cents, processorId }) => ({
    reference: `${caller.business.id.toString(36)}-${id.toString(36)}-${n}`,
    processorId,
    cents,
    settledAt: new Date(clock.now()),
  }));
}

export const settled =
  (rows: readonly SettledRow[]): Report =>
  async () => ({ outcome: 'settled', rows });

/** What is asked for of these rows, as a processor tells it. */
export const within =
  (rows: readonly SettledRow[], most = Number.POSITIVE_INFINITY): Report =>
  async (since, until) => {
    const asked = rows.filter(({ settledAt }) => settledAt >= since && settledAt <= until);
    return asked.length > most
      ? { outcome: 'unknown', reason: 'too many', isTooLong: true }
      : { outcome: 'settled', rows: asked };
  };
