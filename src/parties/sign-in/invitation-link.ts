import { Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { originsColumn, type Principal } from '../businesses/principal.ts';
import { resendInvitation } from '../users/change-users.ts';
import { addressOfLink, lifetimeMs, makeLink } from './link.ts';
import { readPersonByEmail } from './person.ts';

type Office = Pick<World, 'db' | 'now' | 'ids' | 'uuid' | 'vault' | 'site'>;

type Inviter = Parameters<typeof resendInvitation>[3] & { readonly by: Pick<Principal, 'origins'> };

const hasNoPassword =
  'This person signs in here already, without a password: only a link that is mailed, or printed at the machine, lets it in.';

/**
 * Invites a user again, by a link that the inviter hands over. Until a mailed link proves the address of the person,
 * that person counts as one with the inviter when two persons must decide.
 */
export async function showInvitation(
  world: Office,
  business: Business,
  id: bigint,
  { by, ...doer }: Inviter,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  let email = '';
  await resendInvitation(world, business, id, doer, async (_, user) => {
    email = user.email;
    // On another connection: people are a lookup.
    const person = await readPersonByEmail(world.db.aside, email);
    if (person && !person.passwordHash) {
      throw new Refusal('wrong_state', { message: hasNoPassword });
    }
  });
  // After a crash before this the user is invited, and the link must be requested again.
  const at = world.now();
  const named = { kind: 'invitation', email, businessId: business.id, userId: id } as const;
  const shown = { ...named, shownTo: originsColumn([by.origins]) };
  const token = await makeLink(world.db, world, world.uuid(), shown);
  const expiresAt = new Date(at.getTime() + lifetimeMs.invitation);
  return { link: addressOfLink(world.site, token), expiresAt };
}
