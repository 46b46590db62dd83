import type { World } from '../world.ts';
import { deliverDue } from './deliver-due.ts';
import { whatIsDue } from './delivery-store.ts';
import { fanOut } from './fan-out.ts';
import { disableSilent } from './health.ts';

/**
 * From what happened to what is posted, so that nothing waits a round in between; of one business or of all.
 * Mostly there is nothing, and one look says so.
 */
export async function tellWebhooks(world: World, only?: bigint): Promise<number> {
  const due = await whatIsDue(world.db, world.now(), only);
  const { told, isHeard } = due.untold ? await fanOut(world, only) : nothing;
  const posted = due.deliveries || isHeard ? await deliverDue(world, only) : 0;
  const disabled = due.silent ? await disableSilent(world, only) : 0;
  return told + posted + disabled;
}

const nothing = { told: 0, isHeard: false };
