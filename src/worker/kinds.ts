import type { Job, JobKind } from '../base/jobs.ts';
import { forgetRequests } from '../businesses/site-requests.ts';
import { forgetDeclines } from '../payments/declines.ts';
import type { World } from '../world.ts';

/** Every kind of job, and who does it. Undefined: done. A date: not done, come back then. */
type Handler<K extends JobKind> = (world: World, job: Job<K>) => Promise<Date | undefined>;

const dayMs = 24 * 3600 * 1000;

export const kinds: { readonly [K in JobKind]: Handler<K> } = {
  'declines.forget': async (world) => {
    await forgetDeclines(world);
    return later(world, dayMs);
  },
  'site_requests.forget': async (world) => {
    await forgetRequests(world.db, world.now());
    return later(world, dayMs);
  },
};

function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
