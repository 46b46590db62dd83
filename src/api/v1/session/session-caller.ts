import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Identified } from '../../../parties/businesses/authenticate.ts';
import { readBusinesses } from '../../../parties/businesses/store.ts';
import {
  hasSecondFactor,
  type Person,
  readActiveUsers,
  readMemberships,
  readPeople,
} from '../../../parties/sign-in/person.ts';
import {
  antiForgeryOf,
  hashOfToken,
  isLiveAt,
  readSessions,
  recordSeen,
  type Session,
} from '../../../parties/sign-in/session.ts';
import { roles } from '../../../parties/users/roles.ts';
import type { User } from '../../../parties/users/user.ts';
import type { World } from '../../../world.ts';
import type { Request } from '../../http/request.ts';

/** Somebody who is signed in, perhaps without the second factor yet. */
export type Visitor = {
  readonly session: Session;
  readonly person: Person;
  readonly token: string;
};

/** A visitor who calls as a user of a business. */
export type UserCaller = Visitor & { readonly user: User; readonly identified: Identified };

const noteEveryMs = 60_000;

/** False for a request that a page makes without its user: it does not extend a session that was left alone. */
export function isAttended({ headers }: Request): boolean {
  return headers['quittance-unattended'] === undefined;
}

type Look = { readonly isActive?: boolean; readonly kind?: Session['kind'] };

/** The session of a token, if it is still one of this kind. `isActive`: the request prolongs it. */
export async function visitorOf(
  world: World,
  token: string,
  { isActive = true, kind = 'browser' }: Look = {},
): Promise<Visitor | undefined> {
  const session = await world.gather(readSessions, hashOfToken(token));
  const at = world.now();
  if (session?.kind !== kind || !isLiveAt(session, at)) return undefined;
  const person = await world.gather(readPeople, session.personId);
  if (!person) return undefined;
  const isNoted = at.getTime() - session.seenAt.getTime() <= noteEveryMs;
  if (isActive && !isNoted) await recordSeen(world.db, session, at);
  return { session, person, token };
}

/**
 * Refuses requests that a page of another origin made a browser send: browsers state the origin of a request, and a
 * change carries a word that only our own pages can read.
 */
export function refuseForeign({ headers, method }: Request, token: string): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refusal('foreign_page');
  if (method === 'GET' || method === 'HEAD') return;
  const shown = Buffer.from(String(headers['x-anti-forgery'] ?? ''));
  const wanted = Buffer.from(antiForgeryOf(token));
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted))
    throw new Refusal('foreign_page');
}

/** The user as whom a visitor calls for a business: its own, or of one above it. `named` is undefined: the first. */
export async function userCallerOf(
  world: World,
  visitor: Visitor,
  named: bigint | undefined,
): Promise<UserCaller> {
  const { session, person } = visitor;
  if (session.stage !== 'whole') throw new Refusal('code_required');
  if (world.config.mode === 'live' && !hasSecondFactor(person))
    throw new Refusal('second_factor_missing');
  const memberships = await world.gather(readMemberships, person.id);
  const target = named === undefined ? undefined : await world.gather(readBusinesses, named);
  const wanted =
    named === undefined
      ? memberships.map(({ businessId }) => businessId)
      : [named, ...[...(target?.ancestors ?? [])].reverse()];
  for (const businessId of wanted) {
    const membership = memberships.find((one) => one.businessId === businessId);
    if (!membership) continue;
    const [user, business] = await Promise.all([
      world.gather(readActiveUsers, membership),
      world.gather(readBusinesses, businessId),
    ]);
    // A user who got another mail address is another person.
    if (!user || !business || user.email !== person.email) continue;
    const seen = person.mailProved ? [] : (user.origins?.split(' ') ?? []);
    const origins = [`person:${person.id}`, ...seen];
    const key = { id: 0n, rights: roles[user.role].rights, origins };
    return { ...visitor, user, identified: { ...business, key } };
  }
  throw new Refusal(named === undefined ? 'not_authenticated' : 'unknown_business');
}
