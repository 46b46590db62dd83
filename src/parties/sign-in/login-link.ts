import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { addUser } from '../users/change-users.ts';
import type { User } from '../users/user.ts';
import { addressOfLink, makeLink } from './link.ts';

/* Links that sign a person in without a password: shown only to the operator of the service, at the machine. */

type Maker = Pick<World, 'db' | 'now' | 'site' | 'uuid' | 'vault'>;

/** The address of a link that signs a user in once, within a day. The act is recorded first: no link is made without. */
export async function makeLoginLink(world: Maker, user: User, actor: string): Promise<string> {
  const { db, now, site, uuid } = world;
  const { businessId, id, email } = user;
  const act = { actor, act: 'user.login_link_made', object: `user:${id}` };
  await db.begin((tx) => recordAct(tx, { businessId, ...act, facts: {}, at: now() }));
  const link = { kind: 'login', email, businessId, userId: id } as const;
  return addressOfLink(site, await makeLink(db, world, uuid(), link));
}

/** A reserved address that receives no mail: the first person replaces it with its own. */
export const firstOperatorEmail = 'operator@example.com';

/** Makes the operator of a new installation. Returns the link that signs it in. */
export async function makeFirstOperator(
  world: Maker & Pick<World, 'ids'>,
  businessId: bigint,
): Promise<string> {
  const draft = { email: firstOperatorEmail, name: 'Operator', role: 'operator' } as const;
  const operator = await addUser(world, businessId, draft, 'system', async () => {});
  return await makeLoginLink(world, operator, 'system');
}
