import { makeWithPage } from '../../parties/businesses/page-address.ts';
import type { World } from '../../world.ts';
import { type FieldSession, fieldSessions, pageOf } from './field-session.ts';

const lastsMs = 30 * 60_000;

export type SessionRequest = Pick<FieldSession, 'businessId' | 'kind' | 'customerId'> & {
  readonly origins: readonly string[];
};

export async function makeFieldSession(
  world: World,
  { origins, ...wanted }: SessionRequest,
): Promise<FieldSession> {
  const createdAt = world.now();
  const session: FieldSession = {
    ...wanted,
    id: await world.ids.next(wanted.businessId),
    origins: origins.join(' '),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lastsMs),
    token: undefined,
  };
  await makeWithPage(world, pageOf(session), async () => {
    await fieldSessions.insert(world.db, [session]);
    return session;
  });
  return session;
}
