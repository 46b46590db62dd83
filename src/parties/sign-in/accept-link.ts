import { recordAct } from '../../backoffice/audit-log/audit-log.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { World } from '../../world.ts';
import { lockBusiness } from '../businesses/store.ts';
import { readUser, writeUser } from '../users/user.ts';
import { findLink, type Link, spendLink } from './link.ts';
import type { PasswordHash, Passwords } from './password.ts';
import {
  memberships,
  type Person,
  personIdOf,
  personOf,
  readPersonByEmail,
  writePassword,
} from './person.ts';
import { endSessions } from './session.ts';

type Office = Pick<World, 'db' | 'now'>;

export type Accepted = {
  readonly person: Person;
  readonly link: Link;
  /** True where the link itself proves everything: it was shown to somebody at the machine. */
  readonly isWhole: boolean;
};

/** What a link does, without doing it: whose it is, and whether it needs a new password or the present one. */
export async function lookAtLink({ db, now }: Office, token: string) {
  const link = await findLink(db, token, now());
  const person = await readPersonByEmail(db, link.email);
  return { link, person, needs: needsOf(link, person) };
}

type Needs = 'newPassword' | 'password' | 'nothing';

function needsOf({ kind }: Link, person: Person | undefined): Needs {
  if (kind === 'login') return 'nothing';
  return kind === 'reset' || person?.passwordHash === undefined ? 'newPassword' : 'password';
}

/** Uses a link once: the person exists then, has a password where one is needed, and is the user that was invited. */
export async function acceptLink(
  world: Office,
  passwords: Passwords,
  { token, password }: { readonly token: string; readonly password: Secret | undefined },
): Promise<Accepted> {
  const { db, now } = world;
  const { link, person: before, needs } = await lookAtLink(world, token);
  const chosen = await judgePassword(passwords, { needs, before, password });
  // First, so that of two browsers one goes on. Whoever dies after it asks for another link.
  await spendLink(db, link, now());
  const person = await personOf(db, freshPerson(world, link));
  if (chosen) await writePassword(db, person.id, chosen, now());
  if (link.kind === 'reset') await endSessions(db, person.id, { at: now() });
  const { userId } = link;
  if (userId !== undefined) await joinBusiness(world, person, { ...link, userId });
  return { person: { ...person, ...chosen }, link, isWhole: link.kind === 'login' };
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
    ...{ createdAt: at, updatedAt: at },
  };
}

/** The invited user becomes active, and is this person from now on. Doing it again changes nothing. */
async function joinBusiness(
  { db, now }: Office,
  person: Person,
  { businessId, userId, kind }: Link & { readonly userId: bigint },
): Promise<void> {
  const row = { personId: person.id, businessId, userId };
  await memberships.insert(
    db,
    [row],
    'on conflict (person_id, business_id) do update set user_id = excluded.user_id',
  );
  await db.begin(async (tx) => {
    await lockBusiness(tx, businessId);
    const user = await readUser(tx, businessId, userId);
    if (!user || user.state === 'disabled' || user.email !== person.email) {
      throw new Refusal('link_not_valid');
    }
    if (user.state === 'active') return;
    await writeUser(tx, { ...user, state: 'active', updatedAt: now() });
    const act = { actor: `user:${person.email}`, act: 'user.joined', object: `user:${userId}` };
    await recordAct(tx, { businessId, ...act, facts: { by: kind }, at: now() });
  });
}
