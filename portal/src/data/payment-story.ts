import { useQuery } from '@tanstack/react-query';
import type {
  Delivery,
  Event,
  LedgerTransfer,
  Payment,
  PaymentAttempt,
  PaymentMessage,
  Refund,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from './business.tsx';
import { usePolling } from './live.tsx';

export type Story = {
  readonly events: readonly Event[];
  readonly refunds: readonly Refund[];
  readonly transfers: readonly LedgerTransfer[];
  readonly deliveries: readonly Delivery[];
  readonly attempts: readonly PaymentAttempt[];
  readonly messages: readonly PaymentMessage[];
  readonly error: unknown;
  /** True until all of it was read: what is not there yet is not told as nothing. */
  readonly isLoading: boolean;
};

const limit = 100;

/** What happened to a payment, what was written and who was told. */
export function usePaymentStory({ id }: Payment): Story {
  const { client } = useHere();
  const events = useStored(id, 'events', () => client.events.list({ objectId: id, limit }));
  const refunds = useStored(id, 'refunds', () => client.refunds.list({ paymentId: id, limit }));
  const transfers = useStored(id, 'ledger', () =>
    client.ledgerTransfers.list({ paymentId: id, limit }),
  );
  const deliveries = useStored(id, 'deliveries', () =>
    client.deliveries.list({ objectId: id, limit }),
  );
  const attempts = usePaymentAttempts(id);
  const messages = useStored(id, 'messages', () => client.payments.listMessages(id));
  // Neither has events of its own.
  usePolling(() => void Promise.all([deliveries.refetch(), messages.refetch()]));
  const all = [events, refunds, transfers, deliveries, attempts, messages];
  return {
    attempts: attempts.data ?? [],
    messages: messages.data ?? [],
    events: events.data ?? [],
    refunds: refunds.data ?? [],
    transfers: transfers.data ?? [],
    deliveries: deliveries.data ?? [],
    error: all.find(({ error }) => error)?.error ?? null,
    isLoading: all.some(({ isPending }) => isPending),
  };
}

/** What was asked of the bank for a payment, and what it answered. */
export function usePaymentAttempts(id: string) {
  const { client } = useHere();
  return useStored(id, 'attempts', () => client.payments.listAttempts(id));
}

function useStored<Row>(
  id: string,
  name: string,
  read: () => PromiseLike<{ readonly data: readonly Row[] }>,
) {
  const { business } = useHere();
  return useQuery({
    queryKey: [business.id, 'payments', 'story', id, name],
    queryFn: async () => (await read()).data,
  });
}
