import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import type { Role } from '../users/roles.ts';
import { readUser } from '../users/user.ts';
import { personIdOf, readMemberships } from './person.ts';
import { endSessions } from './session.ts';

type Doer = { readonly actor: string; readonly mayGive: (role: Role) => void };

/** Signs the person behind a user out everywhere; returns how many sessions ended. */
export async function endSessionsOf(
  { db, now, gather }: Pick<World, 'db' | 'now' | 'gather'>,
  { id: businessId }: Business,
  id: bigint,
  { actor, mayGive }: Doer,
): Promise<number> {
  const user = await readUser(db, businessId, id);
  if (!user) throw new Refusal('not_found');
  mayGive(user.role);
  const personId = personIdOf(user.email);
  const joined = await gather(readMemberships, personId);
  // This business knows nothing of a person whom it only invited.
  const isHere = joined.some((one) => one.businessId === businessId && one.userId === id);
  if (!isHere) return 0;
  const act = { actor, act: 'user.sessions_ended', object: `user:${id}`, facts: {} };
  await db.begin((tx) => recordAct(tx, { businessId, ...act, at: now() }));
  return await endSessions(db, personId, { at: now() });
}
