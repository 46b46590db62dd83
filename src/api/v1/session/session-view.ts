import { secondsAhead } from '../../../parties/businesses/clock.ts';
import { rights } from '../../../parties/businesses/rights.ts';
import { readBusinesses } from '../../../parties/businesses/store.ts';
import {
  hasSecondFactor,
  type Person,
  readActiveUsers,
  readMemberships,
} from '../../../parties/sign-in/person.ts';
import { antiForgeryOf, longestMs, provedMs } from '../../../parties/sign-in/session.ts';
import { roleNames, roles } from '../../../parties/users/roles.ts';
import type { World } from '../../../world.ts';
import { bool, integer, list, moment, object, type TypeOf, text, word } from '../shape.ts';
import type { Visitor } from './session-caller.ts';

const membershipShape = object(
  {
    userId: text('The user that this person is there.'),
    name: text('As others see it.'),
    role: word('What it may do there.', roleNames),
    rights: list(word('One of them.', rights), 'The same as rights.'),
    business: object(
      {
        id: text('The business.'),
        name: text('Its name.'),
        environment: word('Whether real money moves.', ['sandbox', 'live']),
        status: text('Its state.'),
        timeZone: text('Its zone.'),
        currency: text('What it charges in, unless a payment says otherwise.'),
        isRoot: bool('Whether it is the operator of the service.'),
        now: moment('What its clock shows; the time machine may have moved it.'),
        clockAheadSeconds: integer('How far the time machine moved it on.', 0),
      },
      { doc: 'Where it does.' },
    ),
  },
  { name: 'Membership' },
);

export const sessionShape = object(
  {
    id: text('The session.'),
    stage: word('Password: the second factor is still missing.', ['password', 'whole']),
    email: text('Who is signed in.'),
    hasPassword: bool('Whether it chose a password.'),
    hasSecondFactor: bool('Whether codes of an app are asked for.'),
    hasPasskey: bool('Whether a passkey signs in, and proves.'),
    recoveryCodesLeft: integer('How many recovery codes are not used yet.'),
    mustSetSecondFactor: bool(
      'Whether nothing else is possible before an app or a passkey is set up.',
    ),
    antiForgery: text('Goes with every change as the header X-Anti-Forgery.'),
    provedUntil: moment('Until then money may leave without another proof.'),
    endsAt: moment('When the session ends at the latest.'),
    memberships: list(membershipShape, 'The businesses that it works for.'),
  },
  { name: 'Session' },
);

export async function sessionView(
  world: World,
  { session, person, token }: Visitor,
): Promise<TypeOf<typeof sessionShape>> {
  const later = (from: Date, ms: number) => new Date(from.getTime() + ms).toISOString();
  return {
    id: session.id,
    stage: session.stage,
    email: person.email,
    hasPassword: person.passwordHash !== undefined,
    hasSecondFactor: person.secondFactor,
    hasPasskey: person.hasPasskey,
    recoveryCodesLeft: person.recoveryHashes.split(' ').filter(Boolean).length,
    mustSetSecondFactor: world.config.mode === 'live' && !hasSecondFactor(person),
    antiForgery: antiForgeryOf(token),
    provedUntil: later(session.provedAt, provedMs),
    endsAt: later(session.createdAt, longestMs),
    memberships: session.stage === 'whole' ? await membershipViews(world, person) : [],
  };
}

async function membershipViews(world: World, { id: personId, email }: Person) {
  const memberships = await world.gather(readMemberships, personId);
  const found = await Promise.all(
    memberships.map(async (one) => {
      const [user, business] = await Promise.all([
        world.gather(readActiveUsers, one),
        world.gather(readBusinesses, one.businessId),
      ]);
      if (user?.email !== email || !business || business.state === 'closed') return [];
      const { id, name, environment, state, timeZone, currency, ancestors } = business;
      const now = new Date(world.now().getTime() + business.clockAheadMs).toISOString();
      const isRoot = ancestors.length === 0;
      return [
        {
          userId: String(user.id),
          name: user.name,
          role: user.role,
          rights: roles[user.role].rights,
          business: {
            ...{
              id: String(id),
              name,
              environment,
              status: state,
              timeZone,
              currency,
              isRoot,
              now,
              clockAheadSeconds: secondsAhead(business),
            },
          },
        },
      ];
    }),
  );
  return found.flat();
}
