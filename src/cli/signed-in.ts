import { type Visitor, visitorOf } from '../api/v1/session/session-caller.ts';
import type { World } from '../world.ts';
import type { Home } from './home-file.ts';
import { readSession } from './session-file.ts';

/** The person who is signed in at the command line, whose session this prolongs. */
export async function signedInAt(world: World, home: Home): Promise<Visitor | undefined> {
  const stored = await readSession(home, world.config);
  if (!stored) return undefined;
  const visitor = await visitorOf(world, stored.token, { kind: 'command_line' });
  return visitor?.session.stage === 'whole' ? visitor : undefined;
}
