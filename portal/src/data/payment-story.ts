import { useQuery } from '@tanstack/react-query';
import type {
  Delivery,
  Event,
  LedgerTransfer,
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
  /** The parts of which the latest are here, and not all. */
  readonly cut: readonly Cut[];
  readonly error: unknown;
  /** True until all of it was read: what is not there yet is not told as nothing. */
  readonly isLoading: boolean;
};

/** `all`: the list that has every row; undefined: nothing has more. */
export type Cut = {
  readonly part: 'bank' | 'events' | 'messages' | 'refunds' | 'ledger' | 'webhooks';
  readonly all?: string;
};

/** How many rows of a part are read. Of messages and exchanges with the bank the service tells no more itself. */
export const limit = 100;

/** The history of a payment: changes, ledger and messages. It needs the payment's id alone, and is read beside it. */
export function usePaymentStory(id: string): Story {
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
  const exchanges = (attempts.data ?? []).flatMap((one) => one.exchanges);
  const cut: readonly (Cut | false)[] = [
    exchanges.length >= limit && { part: 'bank' },
    events.hasMore && { part: 'events', all: `/events?objectId=${id}` },
    (messages.data ?? []).length >= limit && { part: 'messages' },
    refunds.hasMore && { part: 'refunds', all: `/refunds?paymentId=${id}` },
    transfers.hasMore && { part: 'ledger', all: `/ledger/transfers?paymentId=${id}` },
    deliveries.hasMore && { part: 'webhooks', all: `/deliveries?objectId=${id}` },
  ];
  return {
    cut: cut.filter((one) => one !== false),
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

/** Requests to the bank for a payment, and its answers. */
export function usePaymentAttempts(id: string) {
  const { client } = useHere();
  return useStored(id, 'attempts', () => client.payments.listAttempts(id));
}

function useStored<Row>(
  id: string,
  name: string,
  read: () => PromiseLike<{ readonly data: readonly Row[]; readonly hasMore?: boolean }>,
) {
  const { business } = useHere();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [business.id, 'payments', 'story', id, name],
    queryFn: async () => await read(),
  });
  return { data: data?.data, hasMore: data?.hasMore ?? false, error, isPending, refetch };
}
