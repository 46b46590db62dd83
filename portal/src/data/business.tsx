import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { Quittance, type QuittanceOptions } from '../../../clients/typescript/src/index.ts';
import { membershipIn, nearestAbove } from './above.ts';
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
  /** The present time by the clock of the business. */
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

/** When the session was read, which tells what the clocks showed then: this module is loaded with it. */
const loadedAt = Date.now();

/**
 * The business of the address: one that this person works for, or one below it. `undefined` while it is looked for,
 * null where this person has no business of that number. After a change it is read anew: its clock may have been moved on.
 */
export function useHereOf(session: Session, id: string): Here | null | undefined {
  const { data: membership, isPending } = useQuery({
    queryKey: ['business of the address', id],
    initialData: session.memberships.find(({ business }) => business.id === id),
    retry: false,
    throwOnError: false,
    queryFn: async () => await readMembership(session, id),
  });
  const client = useMemo(() => clientOf(session, id), [session, id]);
  return useMemo(() => {
    if (!membership) return isPending ? undefined : null;
    const { business } = membership;
    const ahead = new Date(business.now).getTime() - loadedAt;
    return {
      session,
      membership,
      business,
      client,
      may: (right) => membership.rights.includes(right),
      now: () => new Date(Date.now() + ahead),
    };
  }, [membership, isPending, session, client]);
}

/** The rights of this person in a business: by its own membership, or by the nearest one above, as at the service. */
async function readMembership(session: Session, id: string): Promise<Membership | null> {
  const read = async (one: string) => await clientOf(session, one).businesses.retrieve(one);
  const details = await read(id);
  const found = await nearestAbove(session.memberships, details, read);
  return found ? membershipIn(found, details) : null;
}

export function HereProvider({ here, children }: { here: Here; children: ReactNode }) {
  readIn(here.business.currency);
  return <HereContext value={here}>{children}</HereContext>;
}
