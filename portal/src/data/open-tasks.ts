import { useQuery } from '@tanstack/react-query';
import { useHere } from './business.tsx';
import { type LiveKind, useLiveRefresh, usePolling } from './live.tsx';

/** After these there may be more or less of them; cases come without an event. */
const told: readonly LiveKind[] = [
  'payment.unknown',
  'payment.returned',
  'dispute.',
  'message.',
  'conversation.',
  'batch.',
  'application.',
  'deposit.',
  'endpoint.',
];

/** Counts the tasks that wait for a person, once for the home and the navigation. */
export function useOpenTasks() {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'open tasks'],
    queryFn: async () => await client.home.retrieve(),
  });
  useLiveRefresh(told, () => void found.refetch());
  usePolling(() => void found.refetch());
  return found;
}
