import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  newIdempotencyKey,
  type Quittance,
  type WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import { clientOf, useHere } from './business.tsx';
import { isLost, useProved } from './change.tsx';

/*
 * Money that is asked for is written down in the browser before it is sent, and struck out once its outcome is known. So
 * an answer that is lost hides nothing, whatever is done with the page meanwhile: the service is asked by the idempotency
 * key, and the act may be sent again only as it was. It is kept where all tabs see it, and none asks for it twice.
 */

export type ActKind = 'refund' | 'capture' | 'void' | 'charge';

export type PendingAct = {
  readonly kind: ActKind;
  /** The payment; of a charge the order number. */
  readonly subject: string;
  /** As it is sent; of a charge all but what is charged, which is written nowhere. */
  readonly body: unknown;
  readonly key: string;
  /** When it was sent last, by the clock of the browser. */
  readonly sentAt: number;
};

const namePrefix = 'pending-money-';
const nameFor = (businessId: string) => `${namePrefix}${businessId}`;
/** For so long the service knows a key. */
const keyLifetimeMs = 30 * 24 * 3_600_000;
const listeners = new Set<() => void>();

function actsIn(stored: string | null): readonly PendingAct[] {
  try {
    const acts = JSON.parse(stored ?? '[]') as readonly PendingAct[];
    return acts.filter(({ sentAt }) => sentAt > Date.now() - keyLifetimeMs);
  } catch {
    return [];
  }
}

export function pendingActs(businessId: string): readonly PendingAct[] {
  return actsIn(localStorage.getItem(nameFor(businessId)));
}

function store(businessId: string, acts: readonly PendingAct[]): void {
  if (acts.length === 0) localStorage.removeItem(nameFor(businessId));
  else localStorage.setItem(nameFor(businessId), JSON.stringify(acts));
  for (const listener of listeners) listener();
}

/** Throws where nothing can be written: it must not be sent then. */
function keep(businessId: string, act: PendingAct): void {
  const others = pendingActs(businessId).filter(({ key }) => key !== act.key);
  store(businessId, [...others, act]);
}

/** Signing out removes all data of payers from the browser; the outcome is still found by the key. */
export function forgetPayers(): void {
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(namePrefix)) continue;
    const acts = actsIn(localStorage.getItem(name)).map(({ body, ...act }) => {
      const { amount, orderNumber, method } = body as Readonly<Record<string, unknown>>;
      return { ...act, body: { amount, orderNumber, method } };
    });
    localStorage.setItem(name, JSON.stringify(acts));
  }
}

function strike(businessId: string, key: string): void {
  const acts = pendingActs(businessId);
  const left = acts.filter((act) => act.key !== key);
  if (left.length < acts.length) store(businessId, left);
}

/** One act on a payment runs at a time, and each order is charged once. */
function isSame(one: Pick<PendingAct, 'kind' | 'subject'>, other: PendingAct): boolean {
  return (one.kind === 'charge') === (other.kind === 'charge') && one.subject === other.subject;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Open requests about a payment, whichever tab sent them. */
export function usePendingOf(paymentId: string): PendingAct | undefined {
  const { business } = useHere();
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(nameFor(business.id)));
  return useMemo(
    () => actsIn(stored).find((act) => isSame({ kind: 'refund', subject: paymentId }, act)),
    [stored, paymentId],
  );
}

type Work<Outcome> = {
  send(act: PendingAct, client: Quittance, options: WriteOptions): Promise<Outcome>;
  /** Asks by the key what became of it; undefined: the service has nothing under it. */
  find(act: PendingAct, client: Quittance): Promise<Outcome | undefined>;
  /** The service has it, and does not know its outcome yet. */
  isOpen(outcome: Outcome): boolean;
  /** It was answered in time. */
  onAnswer?(outcome: Outcome): void;
};

/** An act that is sent for the first time has no key yet. */
type Begun = Omit<PendingAct, 'key' | 'sentAt'> & { readonly key?: string };

const askEveryMs = 3_000;
/** Longer than a call may take, so that what has not arrived by then does not arrive any more. */
const longestCallMs = 60_000;

/**
 * An act of money. `pending` is one that is not known yet: that one is followed, and no other is begun in its place. It is
 * sent once and not tried again unseen, since a refusal of a later try says nothing of an earlier one.
 */
export function useMoney<Outcome>(pending: PendingAct | undefined, work: Work<Outcome>) {
  const { business, session } = useHere();
  const queries = useQueryClient();
  const proved = useProved();
  const client = useMemo(
    () => clientOf(session, business.id, { retries: 0, timeoutMs: longestCallMs }),
    [session, business.id],
  );
  const [followed, setFollowed] = useState(pending);
  const [isAgain, setAgain] = useState(pending !== undefined);
  const [outcome, setOutcome] = useState<Outcome>();
  const isKept = (key: string) => pendingActs(business.id).some((act) => act.key === key);
  const isNew = pending && pending.key !== followed?.key && outcome === undefined;
  if (isNew && isKept(pending.key)) setFollowed(pending);

  const end = (key: string) => {
    strike(business.id, key);
    setFollowed(undefined);
    setAgain(false);
  };
  const finish = (key: string, known: Outcome) => {
    setOutcome(() => known);
    end(key);
    // It may touch more than its own object: events, ledger, deliveries.
    void queries.invalidateQueries();
  };

  const sending = useMutation<{ key: string; answer: Outcome }, Error, Begun>({
    // Without a network it fails at once: nothing waits to be sent after somebody went away.
    networkMode: 'always',
    async mutationFn(begun) {
      // Made here, so that whatever fails before it is sent is told as an error.
      const act = { key: newIdempotencyKey(), ...begun };
      try {
        const answer = await proved(async () => {
          const sent = { ...act, sentAt: Date.now() };
          keep(business.id, sent);
          setFollowed(sent);
          return await work.send(sent, client, { idempotencyKey: sent.key });
        });
        return { key: act.key, answer };
      } catch (error) {
        // Not while a proof is asked for: another tab would begin another act.
        if (!isLost(error)) end(act.key);
        throw error;
      }
    },
    onSuccess({ key, answer }) {
      if (work.isOpen(answer)) return;
      finish(key, answer);
      work.onAnswer?.(answer);
    },
    onSettled: () => setAgain(true),
  });

  const asking = useQuery({
    queryKey: [business.id, 'pending', followed?.key, followed?.sentAt],
    enabled: followed !== undefined && !sending.isPending,
    refetchInterval: askEveryMs,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
    async queryFn() {
      const askedAt = Date.now();
      const wasKept = isKept(followed!.key);
      const found = await work.find(followed!, client);
      return { key: followed!.key, found: found ?? null, askedAt, wasKept };
    },
  });
  const told = asking.data?.key === followed?.key ? asking.data : undefined;
  const answered = sending.data?.key === followed?.key ? sending.data?.answer : undefined;
  useEffect(() => {
    if (!told || !followed || sending.isPending) return;
    if (told.found !== null && !work.isOpen(told.found)) finish(followed.key, told.found);
    // Another tab struck it out: the service refused it.
    else if (told.found === null && !told.wasKept) end(followed.key);
  }, [told]);

  const isAbsent =
    followed !== undefined &&
    told?.found === null &&
    told.askedAt - followed.sentAt > longestCallMs;
  return {
    /** Is followed, and was not answered in time. */
    pending: followed && (isAgain || !sending.isPending) ? followed : undefined,
    isSending: sending.isPending,
    /** The service has it: only its outcome is missing. */
    open: followed && (told?.found ?? answered),
    /** The service has nothing, and nothing is on its way any more. */
    isAbsent,
    outcome,
    error: followed ? undefined : sending.error,
    begin(act: Omit<Begun, 'key'>) {
      if (followed || sending.isPending) return;
      const other = pendingActs(business.id).find((one) => isSame(act, one));
      if (other) return setFollowed(other);
      setAgain(false);
      setOutcome(undefined);
      sending.mutate(act);
    },
    again() {
      if (followed && isAbsent && !sending.isPending) sending.mutate(followed);
    },
    /** Follows it no longer. */
    leave() {
      if (sending.isPending) return;
      if (followed) end(followed.key);
      setOutcome(undefined);
      sending.reset();
    },
  };
}
