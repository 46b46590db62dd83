import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../clients/typescript/src/index.ts';
import { useHere } from './business.tsx';

/** The user that this person is in the business that is looked at; undefined for somebody from above. */
export function useOwnUser(): string | undefined {
  const { session, business } = useHere();
  return session.memberships.find((one) => one.business.id === business.id)?.userId;
}

/** The users of the business, as far as one page goes. */
export function useColleagues(): readonly User[] {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'names of users'],
    queryFn: async () => await client.users.list({ limit: 100 }),
    staleTime: 300_000,
  });
  return found.data?.data ?? [];
}
