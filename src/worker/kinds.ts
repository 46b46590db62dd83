import type { Job, JobKind } from '../base/jobs.ts';
import { forgetDeclines } from '../payments/declines.ts';
import { resolvePayment } from '../payments/resolve.ts';
import type { World } from '../world.ts';

/** Every kind of job, and who does it. Undefined: done. A date: not done, come back then. */
type Handler<K extends JobKind> = (world: World, job: Job<K>) => Promise<Date | undefined>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

// How long after a fruitless look the next one follows (the first comes 2 s after the answer failed to);
const inquiryLadderMs = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];
// in the end once a day, for as long as it takes.
const day = 24 * hour;

export const kinds: { readonly [K in JobKind]: Handler<K> } = {
  'payment.resolve': async (world, { businessId, key, tries }) => {
    const isKnown = await resolvePayment(world, { businessId, id: BigInt(key) });
    if (isKnown) return undefined;
    return later(world, inquiryLadderMs[tries - 1] ?? day);
  },

  'declines.forget': async (world) => {
    await forgetDeclines(world);
    return later(world, day);
  },
};

function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
