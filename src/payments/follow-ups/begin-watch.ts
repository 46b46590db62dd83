import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import { nextDay } from '../backoff.ts';
import type { FollowUp } from './followup.ts';

const watchForMs = 7 * 24 * 3_600_000;

/** It was taken for not done: inquiries check this from tomorrow on (`watch.ts`). */
export async function beginWatch(tx: Sql, { businessId, id }: FollowUp, at: Date): Promise<void> {
  const payload = { until: new Date(at.getTime() + watchForMs).toISOString() };
  const runAt = nextDay(at);
  await enqueue(tx, [{ businessId, kind: 'followup.watch', key: String(id), payload, runAt }]);
}
