import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Quittance, type QuittanceOptions } from '../../../clients/typescript/src/index.ts';
import { nearestAbove } from './above.ts';
import { attendedFetch } from './attended.ts';
import { readIn } from './format.ts';
import type { Membership, Right, Session, SessionBusiness } from './session.ts';

/** The business that is looked at, and what this person may do there. */
export type Here = {
  readonly session: Session;
  readonly membership: Membership;
  readonly business: SessionBusiness;
  readonly client: Quittance;
  may(right: Right): boolean;
  /** What the clock of the business shows by now. */
  now(): Date;
};

const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('outside of a business');
  return here;
}

/** A client that is called as the person of the session. */
export function clientOf(
  { antiForgery }: Session,
  business?: string,
  more: Pick<QuittanceOptions, 'retries' | 'timeoutMs'> = {},
): Quittance {
  const session = { antiForgery };
  return new Quittance({
    baseUrl: location.origin,
    session,
    business,
    fetch: attendedFetch,
    ...more,
  });
}

/**
 * The business of the address: one that this person works for, or one below it. `undefined` while it is looked for,
 * null where this person has no business of that number.
 */
export function useHereOf(session: Session, id: string): Here | null | undefined {
  const [loadedAt] = useState(Date.now);
  const own = session.memberships.find(({ business }) => business.id === id);
  const below = useQuery({
    queryKey: ['business below', id],
    enabled: !own,
    retry: false,
    queryFn: async () => await businessBelow(session, id),
  });
  return useMemo(() => {
    const membership = own ?? below.data;
    if (!membership) return below.isPending ? undefined : null;
    const { business } = membership;
    const ahead = new Date(business.now).getTime() - loadedAt;
    return {
      session,
      membership,
      business,
      client: clientOf(session, business.id),
      may: (right) => membership.rights.includes(right),
      now: () => new Date(Date.now() + ahead),
    };
  }, [own, below.data, below.isPending, session, loadedAt]);
}

/** Looked at by somebody who works for a business above it: the nearest of them decides what it may do here, as at the service. */
async function businessBelow(session: Session, id: string): Promise<Membership | null> {
  const read = async (one: string) => await clientOf(session, one).businesses.retrieve(one);
  const details = await read(id).catch(() => undefined);
  if (!details) return null;
  const above = await nearestAbove(session.memberships, details, read).catch(() => undefined);
  if (!above) return null;
  const { name, environment, status, timeZone, currency } = details;
  const business = {
    ...{ id, name, environment, status, timeZone, currency },
    isRoot: false,
    now: above.business.now,
  };
  return { ...above, business };
}

export function HereProvider({ here, children }: { here: Here; children: ReactNode }) {
  readIn(here.business.currency);
  return <HereContext value={here}>{children}</HereContext>;
}
