import { parseEmail } from '../kernel/email.ts';
import { lengths } from '../kernel/lengths.ts';
import { makeLoginLink } from '../parties/sign-in/login-link.ts';
import { inviteUser } from '../parties/users/change-users.ts';
import { roleNames } from '../parties/users/roles.ts';
import { listUsers, readUserByEmail } from '../parties/users/user.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { facts } from './layout.ts';
import { list } from './list.ts';
import { ofBusiness } from './names.ts';
import { line, oneOf } from './values.ts';
import { required } from './words.ts';

const email = required('ADDRESS', parseEmail);

export const userCommands = {
  'user list': list({
    doc: 'Lists the users of a business',
    of: 'users',
    filters: { business: ofBusiness },
    rows: async ({ db }, { business, before, limit }) =>
      await listUsers(db, business.id, { before: before?.id, limit }),
    columns: {
      user: (one) => `${one.businessId}/${one.id}`,
      email: 'email',
      name: 'name',
      role: 'role',
      state: 'state',
      made: 'createdAt',
    },
    json: (users, { business }) => ({ business: business.id, users }),
  }),
  'user invite': dataCommand({
    doc: 'Invites a person to work for a business: a mail has a link with which it chooses a password.',
    words: {
      business: ofBusiness,
      email,
      name: required('NAME', line(lengths.name)),
      role: required(roleNames.join('|'), oneOf(roleNames)),
    },
    async work(world, { business, ...draft }, actor) {
      const user = await inviteUser(world, business, draft, { actor, mayGive: () => {} });
      const text = facts({
        user: `${user.businessId}/${user.id}`,
        email: user.email,
        role: user.role,
      });
      return {
        data: user,
        text: `${text}\n\nThe invitation is mailed within a minute; user login-link prints a link at once.`,
      };
    },
  }),
  'user login-link': dataCommand({
    doc: 'Prints a link that signs a user in once, without a password or code, within 24 hours.',
    words: { business: ofBusiness, email },
    async work(world, { business, email: address }, actor) {
      const user = await readUserByEmail(world.db, business.id, address.toLowerCase());
      if (!user || user.state === 'disabled') {
        throw new ExpectedError(
          `business ${business.id} has no user who may sign in as ${address}`,
        );
      }
      const link = await makeLoginLink(world, user, actor);
      return { data: { user: user.id, link }, text: link };
    },
  }),
} as const;
