import { Refusal } from '../../../kernel/refusal.ts';
import { rights } from '../../../parties/businesses/rights.ts';
import { endSessionsOf } from '../../../parties/sign-in/end-sessions.ts';
import { showInvitation } from '../../../parties/sign-in/invitation-link.ts';
import { endInvitations } from '../../../parties/sign-in/link.ts';
import {
  changeUser,
  disableUser,
  enableUser,
  inviteUser,
  resendInvitation,
} from '../../../parties/users/change-users.ts';
import { type Role, roleNames, roles } from '../../../parties/users/roles.ts';
import { readUser, type User, userStates, users } from '../../../parties/users/user.ts';
import type { World } from '../../../world.ts';
import { email, freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { checkGrant } from '../granting.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import {
  field,
  id,
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

export const userShape = object(
  {
    id: text('The user.'),
    email: text('In small letters.'),
    name: text('As others see it.'),
    role: word('What the user may do, as a bundle of rights.', roleNames),
    rights: list(word('One of them.', rights), 'What the role gives.'),
    status: word('Invited: has not signed in yet. Disabled: may not sign in.', userStates),
    createdAt: moment('When the user was invited.'),
    updatedAt: moment('When its address, role or status was changed; another name does not count.'),
    disabledAt: orNull(moment('When the user was disabled.')),
    invitedAt: orNull(
      moment('When the last invitation was made; its link is good for seven days.'),
    ),
  },
  { name: 'User' },
);

function userWire(user: User): TypeOf<typeof userShape> {
  const { createdAt, updatedAt, disabledAt, invitedAt } = user;
  return {
    id: String(user.id),
    email: user.email,
    name: user.name,
    role: user.role,
    rights: roles[user.role].rights,
    status: user.state,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    invitedAt: invitedAt?.toISOString() ?? null,
  };
}

const listing: Listing<(typeof users)['fields'], TypeOf<typeof userShape>> = {
  rows: users,
  select: users.of('u'),
  from: 'users u',
  business: 'u.business_id',
  key: [{ sql: 'u.id', type: 'int8' }],
  filters: {
    status: columnIs('u.state', word('Its status.', userStates)),
    role: columnIs('u.role', word('Its role.', roleNames)),
    email: filter(
      text('Exactly this one.', { maxLength: 254 }),
      (value, $) => `u.email = ${$(value.toLowerCase())}`,
    ),
    ...createdBetween('u.created_at'),
  },
  search: {
    doc: 'a part of the name or of the mail address, or the id.',
    where: (q, $) => {
      const asText = $(q);
      const part = (column: string) => `position(lower(${asText}) in lower(${column})) > 0`;
      return `${part('u.name')} or ${part('u.email')} or u.id::text = ${asText}`;
    },
  },
  item: userShape,
  wire: userWire,
};

/** The users that rows name. */
export const userExpansion = expansionTo(listing, {
  sql: 'u.id',
  type: 'int8',
  of: ({ id: key }) => key,
});

const params = { userId: id('The user.') };
const name = field(freeText('As others see it.', 'name'));
const mail = field(
  email('What the user signs in with, and where mail goes; unique in the business.'),
);
const role = word('What the user may do; never more than the caller.', roleNames);

const doer = (call: Pick<V1Call, 'actor' | 'business' | 'key' | 'match'>) => ({
  actor: call.actor,
  mayGive: (given: Role) => checkGrant(call, roles[given].rights),
  match: (user: User) => call.match(userWire(user)),
});

const ending = ({ db, now }: Pick<World, 'db' | 'now'>) => ({
  endInvitations: async (user: User) => await endInvitations(db.aside, user, now()),
});

const createOne = endpoint({
  id: 'users.create',
  method: 'POST',
  path: '/v1/users',
  doc: 'Invites a person to work for the business.',
  right: 'administer',
  body: object({ email: mail, name, role }),
  answer: userShape,
  status: 201,
  refuses: ['right_missing'],
  isVersioned: true,
  async handle(world, call) {
    const user = await inviteUser(world, call.business, call.body, doer(call));
    return { body: userWire(user), headers: { Location: `/v1/users/${user.id}` } };
  },
});

const updateOne = endpoint({
  id: 'users.update',
  method: 'PATCH',
  path: '/v1/users/{userId}',
  doc:
    'Changes what is sent. A user who gets another mail address is invited there, and joins anew. The last administrator ' +
    'keeps a role that manages users, and its address.',
  right: 'administer',
  params,
  body: object({ email: maybe(mail), name: maybe(name), role: maybe(role) }),
  answer: userShape,
  refuses: ['not_found', 'right_missing', 'changed_meanwhile', 'wrong_state'],
  isVersioned: true,
  async handle(world, call) {
    const userId = BigInt(call.params.userId);
    const changer = { ...doer(call), ...ending(world) };
    return {
      body: userWire(await changeUser(world, call.business, userId, call.body, changer)),
    };
  },
});

const disableOne = endpoint({
  id: 'users.disable',
  method: 'POST',
  path: '/v1/users/{userId}/disable',
  doc: 'Keeps a user from signing in; of one who has not joined yet the invitation is withdrawn. The last administrator cannot be disabled.',
  right: 'administer',
  params,
  answer: userShape,
  refuses: ['not_found', 'right_missing', 'wrong_state'],
  whileSuspended: true,
  isVersioned: true,
  handle: async (world, call) => ({
    body: userWire(await disableUser(world, call.business, BigInt(call.params.userId), doer(call))),
  }),
});

const enableOne = endpoint({
  id: 'users.enable',
  method: 'POST',
  path: '/v1/users/{userId}/enable',
  doc: 'Invites a disabled user again.',
  right: 'administer',
  params,
  answer: userShape,
  refuses: ['not_found', 'right_missing'],
  isVersioned: true,
  async handle(world, call) {
    const inviter = { ...doer(call), ...ending(world) };
    const userId = BigInt(call.params.userId);
    return { body: userWire(await enableUser(world, call.business, userId, inviter)) };
  },
});

const inviteOne = endpoint({
  id: 'users.invite',
  method: 'POST',
  path: '/v1/users/{userId}/invite',
  doc: 'Mails the invitation again, to a user who has not signed in yet. The link of the former one ends.',
  right: 'administer',
  params,
  answer: userShape,
  refuses: ['not_found', 'right_missing', 'wrong_state'],
  async handle(world, call) {
    const inviter = { ...doer(call), ...ending(world) };
    const userId = BigInt(call.params.userId);
    return { body: userWire(await resendInvitation(world, call.business, userId, inviter)) };
  },
});

const showOne = endpoint({
  id: 'users.showInvitation',
  method: 'POST',
  path: '/v1/users/{userId}/invitation-link',
  doc:
    'Invites a user who has not signed in yet by a link that the caller hands over, where no mail server is set up. The ' +
    'links of former invitations end. Until the user opens a link that was mailed, it counts as one person with the ' +
    'caller where two must decide.',
  right: 'administer',
  params,
  answer: object({
    link: text('Opens the door once. It is shown only in this answer.'),
    expiresAt: moment('When it ends.'),
  }),
  status: 201,
  refuses: ['not_found', 'right_missing', 'wrong_state'],
  showsSecret: true,
  async handle(world, call) {
    const inviter = { ...doer(call), ...ending(world), by: call.principal };
    const userId = BigInt(call.params.userId);
    const { link, expiresAt } = await showInvitation(world, call.business, userId, inviter);
    return { body: { link, expiresAt: expiresAt.toISOString() } };
  },
});

const endSessions = endpoint({
  id: 'users.endSessions',
  method: 'POST',
  path: '/v1/users/{userId}/end-sessions',
  doc: 'Signs the person behind a user out, in every browser and business.',
  right: 'administer',
  params,
  answer: object({ ended: integer('How many sessions ended.') }),
  refuses: ['not_found', 'right_missing'],
  whileSuspended: true,
  async handle(world, call) {
    const userId = BigInt(call.params.userId);
    return { body: { ended: await endSessionsOf(world, call.business, userId, doer(call)) } };
  },
});

export const userEndpoints = [
  createOne,
  listEndpoint(
    {
      id: 'users.list',
      path: '/v1/users',
      doc: 'Lists the users of the business, the newest first.',
    },
    listing,
  ),
  endpoint({
    id: 'users.retrieve',
    method: 'GET',
    path: '/v1/users/{userId}',
    doc: 'Returns a user.',
    right: 'read',
    params,
    answer: userShape,
    refuses: ['not_found'],
    isVersioned: true,
    async handle(world, { business, params: { userId } }) {
      const user = await readUser(world.db, business.id, BigInt(userId));
      if (!user) throw new Refusal('not_found');
      return { body: userWire(user) };
    },
  }),
  updateOne,
  disableOne,
  enableOne,
  inviteOne,
  showOne,
  endSessions,
];
