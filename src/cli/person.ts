import { type UserCaller, userCallerOf, type Visitor } from '../api/v1/session/session-caller.ts';
import { Refusal } from '../kernel/refusal.ts';
import { mayDo } from '../parties/businesses/keys.ts';
import { readMemberships } from '../parties/sign-in/person.ts';
import { isProvedAt } from '../parties/sign-in/session.ts';
import { hasApprovers } from '../parties/users/approvers.ts';
import { platform } from '../records/audit-log.ts';
import { declared, type Person } from '../records/person.ts';
import type { World } from '../world.ts';
import { ExpectedError, type Shell } from './command.ts';
import { signedInAt } from './signed-in.ts';
import { line } from './values.ts';
import { option } from './words.ts';

/** The person who decides, if nobody who may decide has ever signed in. */
export const by = option('NAME', line(80));

type Wanted = {
  /** The business of the case. */
  readonly businessId: bigint;
  /** The account of the machine. */
  readonly account: string;
  /** The value of --by. */
  readonly name: string | undefined;
};

/**
 * The person who decides a case at the command line: the signed-in one, if it may. A name that is only declared is
 * accepted until the installation has users who may decide; in containers everybody is root, so --by names the person.
 */
export async function personWhoDecides(
  world: World,
  shell: Shell,
  { businessId, account, name }: Wanted,
): Promise<Person> {
  const visitor = await signedInAt(world, shell);
  if (visitor) {
    const { email, passwordHash } = visitor.person;
    if (name !== undefined) {
      throw new ExpectedError(`${email} is signed in and decides: leave out --by, or log out`);
    }
    const { user, identified } = await userOver(world, visitor, businessId);
    if (!isProvedAt(visitor.session, world.now())) {
      const how = passwordHash ? email : '--link';
      throw new ExpectedError(`prove once more who you are: quittance login ${how}`);
    }
    const { origins } = identified.key;
    return { name: `user:${email}`, account, origins, since: user.updatedAt };
  }
  if (await hasApprovers(world.db)) throw new ExpectedError(mustSignIn);
  return { name: name === undefined ? account : `operator:${name}`, account };
}

/** The end of a sentence about a person's act. */
export function originNote({ name, origins }: Person): string {
  return origins ? '' : ` The name ${name} is ${declared}.`;
}

const mustSignIn =
  'this installation has users who may decide, so two signed-in persons must: run quittance login ADDRESS first; ' +
  '--by is not enough';

/**
 * The name under which a person decides for this business. Only operators of the service decide cases of the platform.
 */
async function userOver(world: World, visitor: Visitor, businessId: bigint): Promise<UserCaller> {
  const { email, id } = visitor.person;
  if (businessId === platform) {
    for (const { businessId: own } of await world.gather(readMemberships, id)) {
      const caller = await callerOf(world, visitor, own);
      if (caller && mayDo(caller.identified.key, 'operate')) return caller;
    }
    throw new ExpectedError(`${email} does not run the service: the role operator does`);
  }
  const caller = await callerOf(world, visitor, businessId);
  if (!caller) throw new ExpectedError(`${email} is no user of business ${businessId}`);
  if (mayDo(caller.identified.key, 'approve')) return caller;
  const { role, businessId: own } = caller.user;
  throw new ExpectedError(`${email} may not approve as ${role} of business ${own}`);
}

/** Undefined for a person who is no user there, or no longer. */
async function callerOf(
  world: World,
  visitor: Visitor,
  businessId: bigint,
): Promise<UserCaller | undefined> {
  return await userCallerOf(world, visitor, businessId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unknown_business') return undefined;
    throw error;
  });
}
