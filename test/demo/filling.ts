import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { simulator } from '../../packages/sandbox/src/processor/simulator.ts';
import { fill } from '../../src/demo/fill.ts';
import { type Progress, unwatched } from '../../src/kernel/progress.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import type { Fixture } from '../fixture.ts';

type Choice = {
  readonly seed?: number;
  readonly days?: number;
  readonly breaks?: (processor: Processor) => Processor;
  readonly keepBook?: () => Promise<void>;
  readonly progress?: Progress;
};

/** The names of what lies at its bank. */
export async function sentFiles({ config }: Fixture, businessId: bigint): Promise<string[]> {
  const outbox = join(config.achFolder, 'sandbox', String(businessId), 'outbox');
  return (await readdir(outbox).catch(() => [])).sort();
}

/** Some days of one business, at the bank of the fixture. */
export async function fillOne(
  fixture: Fixture,
  businessId: bigint | undefined,
  {
    seed = 7,
    days = 5,
    breaks = (one) => one,
    keepBook = async () => {},
    progress = unwatched,
  }: Choice = {},
) {
  const world = await fixture.open();
  const { book, db } = fixture;
  const bank = (now: () => Date) => ({
    processor: breaks(simulator({ book, now, sleep: async () => {}, lateWindowSeconds: 120 })),
    keepBook,
  });
  const filling = { businessId, seed, past: { days }, bank, actor: 'operator:ann' };
  // Its one transaction is of several businesses, and so is not for one that lies on several servers.
  return await fill({ ...world, db }, { ...filling, progress });
}
