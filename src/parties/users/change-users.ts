import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { lockBusiness } from '../businesses/store.ts';
import { mailLink } from './mail-link.ts';
import { managing, type Role } from './roles.ts';
import { readUser, type User, users, writeUser } from './user.ts';

/*
 * Users of a business are changed one at a time, under the lock of the business: so the last administrator is known.
 */

type Doer = {
  readonly actor: string;
  /** Refuses a user whose role the doer may not give, or take. */
  readonly mayGive: (role: Role) => void;
};
/** Makes the links of former invitations useless, on another connection: links are a lookup. */
type Inviter = { readonly endInvitations: (user: User) => Promise<void> };
/** `match` is called with the present user, and refuses one that another person changed meanwhile. */
type Changer = Doer & { readonly match: (user: User) => void };
type Office = Pick<World, 'db' | 'now' | 'ids' | 'uuid'>;

export type NewUser = Pick<User, 'email' | 'name' | 'role'>;

export async function inviteUser(
  world: Office,
  business: Business,
  draft: NewUser,
  { actor, mayGive }: Doer,
): Promise<User> {
  mayGive(draft.role);
  checkRole(business, draft.role);
  return await addUser(world, business.id, draft, actor, async (tx, user) => {
    await mailLink(tx, world, invitationOf(user));
  });
}

/** Adds a user who joins by a link, which `sendLink` mails or returns. */
export async function addUser(
  { db, now, ids }: Office,
  businessId: bigint,
  { email, name, role }: NewUser,
  actor: string,
  sendLink: (tx: Sql, user: User) => Promise<void>,
): Promise<User> {
  const [id, at] = [await ids.next(businessId), now()];
  const user: User = {
    ...{ businessId, id, email: email.toLowerCase(), name, role, state: 'invited' },
    ...{ createdAt: at, updatedAt: at, disabledAt: undefined, invitedAt: at, origins: undefined },
  };
  await db.begin(async (tx) => {
    await lockBusiness(tx, businessId);
    await checkEmail(tx, user);
    await users.insert(tx, [user]);
    await record(tx, user, { actor, act: 'user.invited', facts: { role } }, at);
    await sendLink(tx, user);
  });
  return user;
}

type Change = {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
};

export async function changeUser(
  world: Office,
  business: Business,
  id: bigint,
  change: Change,
  { actor, mayGive, match, endInvitations }: Changer & Inviter,
): Promise<User> {
  return await under(world, business, id, async (tx, before) => {
    match(before);
    // A person signs in with its mail address: changing it can hand over the role.
    mayGive(before.role);
    if (change.role) mayGive(change.role);
    const user = {
      ...before,
      email: change.email?.toLowerCase() ?? before.email,
      name: change.name ?? before.name,
      role: change.role ?? before.role,
    };
    checkRole(business, user.role);
    const isOther = user.email !== before.email;
    if (isOther) await checkEmail(tx, user);
    if (!managing.includes(user.role)) await checkOthers(tx, before);
    // A user who has joined must join anew; an invitation that went to a wrong address goes to the right one.
    if (isOther && before.state === 'active') await checkOthers(tx, before, keepsAddress);
    const isOtherRole = before.state === 'invited' && user.role !== before.role;
    const invited = (isOther && before.state !== 'disabled') || isOtherRole;
    // A person who saw an earlier link does not get by it the rights given afterwards.
    if (invited) await endInvitations(before);
    if (invited) await mailLink(tx, world, invitationOf(user));
    const fields = (['email', 'name', 'role'] as const).filter((key) => user[key] !== before[key]);
    if (fields.length === 0) return before;
    const facts = { fields, ...(fields.includes('role') && { was: before.role, role: user.role }) };
    const act = { actor, act: 'user.changed', facts };
    if (fields.every((field) => field === 'name')) return await writeName(world, tx, user, act);
    const written = invited ? invitedAnew(world, user) : user;
    return await write(world, tx, written, act);
  });
}

/** Doing it again changes nothing. */
export async function disableUser(
  world: Office,
  business: Business,
  id: bigint,
  { actor, mayGive, match }: Changer,
): Promise<User> {
  return await under(world, business, id, async (tx, before) => {
    match(before);
    mayGive(before.role);
    if (before.state === 'disabled') return before;
    await checkOthers(tx, before);
    const facts = { was: before.state };
    const user: User = { ...before, state: 'disabled', disabledAt: world.now() };
    return await write(world, tx, user, { actor, act: 'user.disabled', facts });
  });
}

/** Invites a disabled user again. */
export async function enableUser(
  world: Office,
  business: Business,
  id: bigint,
  { actor, mayGive, match, endInvitations }: Changer & Inviter,
): Promise<User> {
  return await under(world, business, id, async (tx, before) => {
    match(before);
    mayGive(before.role);
    if (before.state !== 'disabled') return before;
    await endInvitations(before);
    const user = invitedAnew(world, before);
    await mailLink(tx, world, invitationOf(user));
    return await write(world, tx, user, { actor, act: 'user.enabled', facts: {} });
  });
}

/** Invites a user again who has not joined yet: `sendLink` mails the link, or returns it. */
export async function resendInvitation(
  world: Office,
  business: Business,
  id: bigint,
  { actor, mayGive, endInvitations }: Doer & Inviter,
  sendLink = async (tx: Sql, user: User) => await mailLink(tx, world, invitationOf(user)),
): Promise<User> {
  return await under(world, business, id, async (tx, before) => {
    mayGive(before.role);
    if (before.state !== 'invited') throw new Refusal('wrong_state');
    await endInvitations(before);
    const user = invitedAnew(world, before);
    await sendLink(tx, user);
    return await write(world, tx, user, { actor, act: 'user.invited', facts: {} });
  });
}

/** A person calls itself otherwise. */
export async function renameUser(
  world: Office,
  business: Pick<Business, 'id'>,
  id: bigint,
  { name, actor }: { readonly name: string; readonly actor: string },
): Promise<void> {
  await under(world, business, id, async (tx, before) => {
    if (before.name === name) return before;
    const act = { actor, act: 'user.changed', facts: { fields: ['name'] } };
    return await writeName(world, tx, { ...before, name }, act);
  });
}

function invitedAnew({ now }: Pick<World, 'now'>, user: User): User {
  const joined = { disabledAt: undefined, origins: undefined };
  return { ...user, ...joined, state: 'invited', invitedAt: now() };
}

function invitationOf({ businessId, id: userId, email }: User) {
  return { kind: 'invitation', businessId, userId, email } as const;
}

async function under(
  { db }: Office,
  { id: businessId }: Pick<Business, 'id'>,
  id: bigint,
  work: (tx: Sql, user: User) => Promise<User>,
): Promise<User> {
  return await db.begin(async (tx) => {
    await lockBusiness(tx, businessId);
    const user = await readUser(tx, businessId, id);
    if (!user) throw new Refusal('not_found');
    return await work(tx, user);
  });
}

type Act = {
  readonly actor: string;
  readonly act: string;
  readonly facts: Readonly<Record<string, unknown>>;
};

async function write({ now }: Office, tx: Sql, user: User, act: Act): Promise<User> {
  const written = { ...user, updatedAt: now() };
  await writeUser(tx, written);
  await record(tx, written, act, written.updatedAt);
  return written;
}

/** It stays the same person with the same rights, and may confirm earlier proposals. */
async function writeName({ now }: Office, tx: Sql, user: User, act: Act): Promise<User> {
  await writeUser(tx, user);
  await record(tx, user, act, now());
  return user;
}

async function record(tx: Sql, { businessId, id }: User, act: Act, at: Date): Promise<void> {
  await recordAct(tx, { businessId, object: `user:${id}`, at, ...act });
}

const onlyAtRoot = { code: 'not_one_of', rule: 'is a role of the business at the root only' };

function checkRole({ ancestors }: Business, role: Role): void {
  if (role === 'operator' && ancestors.length > 0) throw wrong(fieldFault('role', onlyAtRoot));
}

const taken = { code: 'taken', rule: 'is the address of another user' };

async function checkEmail(tx: Sql, { businessId, id, email }: User): Promise<void> {
  const others = await tx.query(
    'select 1 from users where business_id = $1 and email = $2 and id <> $3',
    [businessId, email, id],
  );
  if (others.length > 0) throw wrong(fieldFault('email', taken));
}

const keepsRole = 'The last administrator of a business keeps that role.';
const keepsAddress =
  'The last administrator of a business keeps its mail address: first invite another one, who signs in.';

/** Refuses to take the last one who manages the users; one who has signed in is not replaced by one who has not. */
async function checkOthers(
  tx: Sql,
  { businessId, id, role, state }: User,
  message = keepsRole,
): Promise<void> {
  if (!managing.includes(role) || state === 'disabled') return;
  const others = await tx.query(
    `select 1 from users where business_id = $1 and id <> $2 and role = any($3::text[])
       and (state = 'active' or state = $4) limit 1`,
    [businessId, id, managing, state],
  );
  if (others.length > 0) return;
  throw new Refusal('wrong_state', { message });
}

function wrong(fault: FieldFault): Refusal {
  return new Refusal('wrong_fields', { details: [fault] });
}
