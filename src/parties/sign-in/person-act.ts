import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import type { Person } from './person.ts';

/**
 * Records a person's act on its own sign-in, in the audit log of the business that first invited it. Call it before the
 * act, which is stored elsewhere: an act that is not recorded does not happen.
 */
export async function recordPersonAct(
  { db, now }: Pick<World, 'db' | 'now'>,
  { homeId: businessId, email, id }: Person,
  act: string,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const doer = { actor: `user:${email}`, object: `person:${id}` };
  await db.begin((tx) => recordAct(tx, { businessId, ...doer, act, facts, at: now() }));
}
