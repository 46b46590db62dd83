import { workOnce } from '../worker/worker.ts';
import type { World } from '../world.ts';
import { countDue } from './due.ts';
import type { Witness } from './happenings.ts';

const othersForMs = 5000;
const lookEveryMs = 50;

/**
 * Does the work that is due at this moment until nothing is left. A sweep that always finds more work at the same
 * moment is reported and left, so that the clock can go on.
 */
export async function workOff(world: World, businessId: bigint, seen: Witness): Promise<void> {
  // At most 64 of a kind are taken at once, and finished work may make something else due.
  const mostRounds = 20 + Math.ceil((await countDue(world, businessId)) / 16);
  for (let rounds = 1; ; rounds += 1) {
    const taken = await workOnce(world, businessId).catch((error) => {
      seen.fault(world.now(), 'clock.work_failed', messageOf(error));
      return 0;
    });
    // A post belongs to this moment, and may have made something else due.
    const landed = await world.flights.landed(`${businessId}/`);
    if (taken + landed === 0) break;
    if (rounds < mostRounds) continue;
    seen.fault(world.now(), 'clock.passed_over', `still finds work after ${rounds} rounds`);
    break;
  }
  await othersAreDone(world, businessId);
  await seen.look(world.now());
}

/** A worker of a running service may have been quicker, and is at it: its work belongs to this moment too. */
async function othersAreDone(world: World, businessId: bigint): Promise<void> {
  for (let waitedMs = 0; waitedMs < othersForMs; waitedMs += lookEveryMs) {
    const rows = await world.db.query(
      `select 1 from jobs where business_id = $1 and leased_by is not null and run_at > $2
       union all
       select 1 from deliveries
       where business_id = $1 and finished_at is null and state = 'in_flight' and due_at > $2
       union all
       select 1 from messages
       where business_id = $1 and due_at > $2 and state = 'sending'
       union all
       select 1 from mails
       where business_id = $1 and due_at > $2 and state = 'sending' limit 1`,
      [businessId, world.now()],
    );
    if (rows.length === 0) return;
    await world.sleep(lookEveryMs);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
