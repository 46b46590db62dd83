import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { lockBusiness } from '../businesses/store.ts';
import { readUser, type User, writeUser } from '../users/user.ts';
import { findLink, type Link, spendLink } from './link.ts';
import { deletePasskeys } from './passkey.ts';
import type { PasswordHash, Passwords } from './password.ts';
import {
  lockPerson,
  memberships,
  type Person,
  personIdOf,
  personOf,
  readPeople,
  readPersonByEmail,
  writePassword,
  writeProvedMail,
} from './person.ts';
import { recordPersonAct } from './person-act.ts';
import { dropSeeds } from './second-factor.ts';
import { endSessions } from './session.ts';

type Office = Pick<World, 'db' | 'now'>;

export type Accepted = {
  readonly person: Person;
  readonly link: Link;
  /** True where the link itself proves everything: it was shown to somebody at the machine. */
  readonly isWhole: boolean;
};

/** Shows the effect of a link without using it: its owner, and the need for a new password or the present one. */
export async function previewLink({ db, now }: Pick<World, 'db' | 'now'>, token: string) {
  const link = await findLink(db, token, now());
  const person = await readPersonByEmail(db, link.email);
  const { businessId, userId, shownTo } = link;
  if (userId !== undefined) judgeLink(link, await readUser(db, businessId, userId));
  // Otherwise a person who saw the link could choose the password of somebody who signs in already.
  const isOthers = shownTo !== undefined && person && !person.passwordHash;
  if (isOthers) throw new Refusal('link_not_valid');
  return { link, person, needs: needsOf(link, person) };
}

/** Refuses a link of a user who is disabled, or has another mail address by now. */
function judgeLink({ email }: Link, user: User | undefined): asserts user is User {
  if (!user || user.state === 'disabled' || user.email !== email) {
    throw new Refusal('link_not_valid');
  }
}

type Needs = 'newPassword' | 'password' | 'nothing';

function needsOf(link: Link, person: Person | undefined): Needs {
  if (link.kind === 'login') return 'nothing';
  const isNew = person?.passwordHash === undefined || provesFirst(link, person);
  return link.kind === 'reset' || isNew ? 'newPassword' : 'password';
}

/** True for a mailed link, where nothing proved so far that the mail address belongs to the person. */
function provesFirst({ kind, shownTo }: Link, person: Person | undefined): boolean {
  return kind !== 'login' && shownTo === undefined && person?.mailProved === false;
}

/** Uses a link once: the person exists then, has a password where one is needed, and is the user that was invited. */
export async function acceptLink(
  world: Office,
  passwords: Passwords,
  { token, password }: { readonly token: string; readonly password: Secret | undefined },
): Promise<Accepted> {
  const { db, now } = world;
  const { link, person: before, needs } = await previewLink(world, token);
  const chosen = await judgePassword(passwords, { needs, before, password });
  // First, so that only one of two browsers goes on. After a crash here the person asks for another link.
  await spendLink(db, link, now());
  const made = await personOf(db, freshPerson(world, link));
  if (!before && made.mailProved && link.shownTo !== undefined) throw new Refusal('link_not_valid');
  if (provesFirst(link, made)) await beginAfresh(world, made);
  if (chosen) await choosePassword(world, link, made.id, chosen);
  const [found] = await readPeople(db, [made.id]);
  // With the password that was chosen here: if it has changed since, the session is not opened.
  const person = { ...found!, ...chosen };
  const { userId } = link;
  if (userId !== undefined) await joinBusiness(world, person, { ...link, userId });
  return { person, link, isWhole: link.kind === 'login' };
}

/**
 * Another person may have chosen the credentials of this one: anybody who saw the link of its invitation. They end when
 * the address is proved, so that they open nothing of a business that invites the person later.
 */
async function beginAfresh(world: Office, person: Person): Promise<void> {
  const { db, now } = world;
  if (person.secondFactor) await recordPersonAct(world, person, 'person.second_factor_removed');
  await db.begin(async (tx) => {
    await lockPerson(tx, person.id);
    await deletePasskeys(tx, person.id);
    await endSessions(tx, person.id, { at: now() });
    await writeProvedMail(tx, person.id, now());
  });
  await dropSeeds(world, person);
}

/**
 * A link that was shown does not replace a password that was chosen meanwhile. A reset ends the sessions under the lock of
 * the person: a change that waits for it in one of them has no effect (`while-open.ts`).
 */
async function choosePassword(
  { db, now }: Office,
  { shownTo, kind }: Link,
  id: string,
  chosen: PasswordHash,
): Promise<void> {
  await db.begin(async (tx) => {
    const person = await lockPerson(tx, id);
    const isTaken = person?.mailProved || person?.passwordHash !== undefined;
    if (shownTo !== undefined && isTaken) throw new Refusal('link_not_valid');
    await writePassword(tx, id, chosen, now());
    if (kind === 'reset') await endSessions(tx, id, { at: now() });
  });
}

type Shown = {
  readonly needs: Needs;
  readonly before: Person | undefined;
  readonly password: Secret | undefined;
};
const isMissing = { code: 'required', rule: 'is required' };

async function judgePassword(
  passwords: Passwords,
  { needs, before, password }: Shown,
): Promise<PasswordHash | undefined> {
  if (needs === 'nothing') return undefined;
  if (!password) {
    throw new Refusal('wrong_fields', { details: [fieldFault('password', isMissing)] });
  }
  if (needs === 'newPassword') return await passwords.hash(password);
  if (await passwords.isRight(before, password)) return undefined;
  throw new Refusal('wrong_sign_in');
}

function freshPerson({ now }: Office, link: Link): Person {
  const at = now();
  return {
    ...{
      id: personIdOf(link.email),
      email: link.email,
      homeId: link.businessId,
      secondFactor: false,
    },
    ...{ salt: undefined, passwordHash: undefined, lastCodeStep: 0n, recoveryHashes: '' },
    ...{ hasPasskey: false, mailProved: link.shownTo === undefined },
    ...{ createdAt: at, updatedAt: at },
  };
}

/** The invited user becomes active, and is this person from now on. Doing it again changes nothing. */
async function joinBusiness(
  { db, now }: Office,
  person: Person,
  link: Link & { readonly userId: bigint },
): Promise<void> {
  const { businessId, userId, kind, shownTo } = link;
  const row = { personId: person.id, businessId, userId };
  await memberships.insert(
    db,
    [row],
    'on conflict (person_id, business_id) do update set user_id = excluded.user_id',
  );
  await db.begin(async (tx) => {
    await lockBusiness(tx, businessId);
    const user = await readUser(tx, businessId, userId);
    judgeLink(link, user);
    if (user.state === 'active') return;
    await writeUser(tx, { ...user, state: 'active', origins: shownTo, updatedAt: now() });
    const act = { actor: `user:${person.email}`, act: 'user.joined', object: `user:${userId}` };
    await recordAct(tx, { businessId, ...act, facts: { by: kind }, at: now() });
  });
}
