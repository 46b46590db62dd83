import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import type { ClearingFile } from './file.ts';
import { changeFile } from './file-store.ts';

/** An entry of a file that came in, and what went wrong when it was booked. */
export type Failed = { readonly trace: string; readonly error: unknown };

const shortestMs = 60_000;
const longestMs = 24 * 3_600_000;

/** Whether it failed not long ago. */
export function isPaused({ now }: Pick<World, 'now'>, { resolveAt }: ClearingFile): boolean {
  return resolveAt !== undefined && resolveAt > now();
}

/**
 * Leaves a file alone for as long as it is there already, so that each pause is twice the last one, up to a day. Who
 * watches the log is told once; when it fails a second time, no accident is to blame, and a person is asked.
 */
export async function pauseReading(
  world: World,
  file: ClearingFile,
  failed: readonly Failed[],
): Promise<void> {
  const { scope: businessId, name, createdAt, resolveAt: before } = file;
  const isFirst = before === undefined;
  const facts = { businessId, file: name, count: failed.length, error: failed[0]?.error };
  world.log[isFirst ? 'error' : 'warn']('ach.entry_not_booked', facts);
  const at = world.now().getTime();
  const pauseMs = Math.min(Math.max(at - createdAt.getTime(), shortestMs), longestMs);
  // Another worker may have failed at the same: its pause will do.
  await changeFile(world.db, file, { resolveAt: new Date(at + pauseMs) });
  if (!isFirst) await askAPerson(world, file, failed);
}

const mostTold = 20;

async function askAPerson(
  world: World,
  { scope: businessId, id, name }: ClearingFile,
  failed: readonly Failed[],
): Promise<void> {
  await openQuestion(world, {
    businessId,
    kind: 'ach_file',
    object: { kind: 'ach_file', id },
    evidence: {
      why: 'some of it cannot be booked; that is tried again, less and less often',
      name,
      count: failed.length,
      traces: failed.slice(0, mostTold).map(({ trace }) => trace),
    },
  });
}
