import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { type Session, sessionCalls } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** The person who is signed in. */
function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in here');
  return session;
}

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The same, as it is now: a password, an app or a passkey may have come since the page was loaded. */
export function useSessionNow(): Session {
  const loaded = useSession();
  const found = useQuery({
    queryKey: ['session'],
    queryFn: async () => await sessionCalls(loaded).retrieve(),
    initialData: loaded,
  });
  return found.data;
}

export function useSessionCalls(): ReturnType<typeof sessionCalls> {
  return sessionCalls(useSession());
}
