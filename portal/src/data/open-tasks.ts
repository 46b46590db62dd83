import { useQuery } from '@tanstack/react-query';
import { useHere } from './business.tsx';
import { useLive } from './live.tsx';

/** What waits for a person: counted once for the home and the navigation. */
export function useOpenTasks() {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'open tasks'],
    queryFn: async () => await client.home.retrieve(),
    refetchInterval: 60_000,
  });
  useLive(['payment.unknown', 'dispute.', 'message.', 'ach.'], () => void found.refetch());
  return found;
}
