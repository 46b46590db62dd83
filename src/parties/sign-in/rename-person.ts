import type { World } from '../../world.ts';
import { renameUser } from '../users/change-users.ts';
import { type Person, readActiveUsers, readMemberships } from './person.ts';

/** A person calls itself otherwise, wherever it works. */
export async function renamePerson(world: World, person: Person, name: string): Promise<void> {
  const actor = `user:${person.email}`;
  for (const membership of await world.gather(readMemberships, person.id)) {
    const user = await world.gather(readActiveUsers, membership);
    if (user?.email !== person.email) continue;
    await renameUser(world, { id: user.businessId }, user.id, { name, actor });
  }
}
