import { dayMs } from '../../kernel/duration.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';

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
