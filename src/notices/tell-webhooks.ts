import type { World } from '../world.ts';
import { deliverDue } from './deliver-due.ts';
import { fanOut } from './fan-out.ts';
import { disableSilent } from './health.ts';

/** From what happened to what is posted, so that nothing waits a round in between. */
export async function tellWebhooks(world: World, only?: bigint): Promise<number> {
  const told = await fanOut(world, only);
  const posted = await deliverDue(world, only);
  return told + posted + (await disableSilent(world, only));
}
