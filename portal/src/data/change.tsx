import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import {
  ApiError,
  answerOf,
  ConnectionError,
  newIdempotencyKey,
  type WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import { ProofDialog } from '../parts/proof-dialog.tsx';
import { useToasts } from '../parts/toasts.tsx';
import { common } from '../words/common.ts';
import { inWords, t } from '../words/language.ts';
import { flaws, refusals } from '../words/refusals.ts';

type Prove = () => Promise<boolean>;
const ProveContext = createContext<Prove>(async () => false);

/** Asks the person for a proof when a change needs one. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ answer: (isProved: boolean) => void }>();
  const prove = () => new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
  const end = (isProved: boolean) => {
    asked?.answer(isProved);
    setAsked(undefined);
  };
  return (
    <ProveContext value={prove}>
      {children}
      {asked && <ProofDialog onEnd={end} />}
    </ProveContext>
  );
}

/** Carries out a change; where a proof is missing, the person is asked for it and the change goes on. */
export function useProved(): <T>(work: () => Promise<T>) => Promise<T> {
  const prove = useContext(ProveContext);
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isRefused(error, 'proof_required')) throw error;
      if (!(await prove())) throw error;
      return await work();
    }
  };
}

export type Told = { readonly text: string; readonly href?: string };

type Sent<Input, Result> = {
  readonly input: Input;
  readonly options: WriteOptions;
  /** Sends the same once more. */
  readonly again: () => Promise<Result>;
};

/**
 * A change of something that moves no money: see `pending.ts` for that. It has one idempotency key until it succeeded or
 * was refused, so that trying again after a lost answer does it once. If it was edited in between and the first one had been
 * done, the service refuses the key: `firstDone` is told the first answer, and the next change is a new one.
 */
export function useChange<Input, Result>(
  work: (input: Input, options: WriteOptions) => Promise<Result>,
  {
    done,
    after,
    firstDone,
  }: {
    done?: (result: Result) => Told;
    after?: (result: Result, input: Input) => void;
    firstDone?: (result: Result, input: Input) => void;
  } = {},
) {
  const queries = useQueryClient();
  const proved = useProved();
  const toasts = useToasts();
  const sent = useRef<Sent<Input, Result>>(undefined);
  return useMutation<Result, Error, Input>({
    // Without a network it fails at once: nothing waits to be sent after somebody went away.
    networkMode: 'always',
    async mutationFn(input) {
      const options = { idempotencyKey: newIdempotencyKey() };
      sent.current ??= { input, options, again: () => work(input, options) };
      const first = sent.current;
      try {
        return await proved(() => work(input, first.options));
      } catch (error) {
        if (wasDone(error)) firstDone?.(await proved(first.again), first.input);
        throw error;
      }
    },
    async onSuccess(result, input) {
      sent.current = undefined;
      if (done) toasts.tell(done(result));
      after?.(result, input);
      // A change may touch more than its own object: events, ledger, deliveries.
      await queries.invalidateQueries();
    },
    onError(error) {
      const isDone = wasDone(error);
      if (isDone || !isLost(error)) sent.current = undefined;
      // The refusal is shown at once; the present data is read behind it.
      if (isDone || isRefused(error, 'changed_meanwhile')) void queries.invalidateQueries();
    },
  });
}

const versions = new WeakMap<WriteOptions, Promise<string | undefined>>();

/**
 * Options of a change that holds for what the person sees, and for no other version. A list shows no versions: what stands
 * is read first, and must be the same in these of its properties. It is found once, so that a change that is sent again
 * after a lost answer is the same one.
 */
export async function asSeen<T extends object>(
  options: WriteOptions,
  shown: T,
  read: () => PromiseLike<T>,
  names: readonly string[] = Object.keys(shown),
): Promise<WriteOptions> {
  const version = versions.get(options) ?? findVersion(shown, read, names);
  versions.set(options, version);
  version.catch(() => versions.delete(options));
  return { ...options, ifMatch: await version };
}

async function findVersion<T extends object>(
  shown: T,
  read: () => PromiseLike<T>,
  names: readonly string[],
): Promise<string | undefined> {
  const own = answerOf(shown);
  if (own) return own.etag;
  const stands = await read();
  const textOf = (one: T) => JSON.stringify(names.map((name) => one[name as keyof T]));
  if (textOf(stands) !== textOf(shown)) throw changedMeanwhile();
  return answerOf(stands)?.etag;
}

/** As the service refuses a change of another version. */
export function changedMeanwhile(): ApiError {
  const about = { retryAfterSeconds: undefined, requestId: undefined, idempotencyKey: undefined };
  return new ApiError(412, { code: 'changed_meanwhile' }, about);
}

/** Refusals that say that an earlier request under the key, or for the order, may have done it. */
const afterAnother = ['idempotency_key_reused', 'request_in_progress', 'order_undecided'];

/**
 * True unless the service itself says that it did nothing. It may have been done behind any other answer, such as one of
 * a proxy. Of its own answers of 500 and above, 503 alone promises that nothing was begun.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === undefined) return true;
  if (error.status >= 500 && error.status !== 503) return true;
  return afterAnother.includes(error.code);
}

export function isRefused(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The keys of the portal are its own: the one request under it was sent from here, and edited since. */
function wasDone(error: unknown): boolean {
  return isRefused(error, 'idempotency_key_reused');
}

/** Explains an error to a person: what happened, whether it may have been done, and how to name it. */
export function tellError(error: unknown): string {
  if (isRefused(error, 'changed_meanwhile')) return t(common.changedMeanwhile);
  if (wasDone(error)) return t(common.doneAsFirstSent);
  if (error instanceof ApiError) {
    const id =
      error.requestId && error.status >= 500 ? ` ${t(common.requestId(error.requestId))}` : '';
    return `${sentenceOf(error)}${id}`;
  }
  if (error instanceof ConnectionError && error.idempotencyKey) return t(common.unknownAnswer);
  if (error instanceof ConnectionError) return t(common.noAnswer);
  return error instanceof Error && error.message !== '' ? error.message : t(common.noAnswer);
}

/** The refusal of a field, by its name in the body. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.errors.find((one) => one.field === field);
  return found && inWords(found, flaws);
}

/** With every wrong field, as the message of the client names them. */
function sentenceOf({ code, message, errors }: ApiError): string {
  const own = inWords({ code, message }, refusals);
  if (own === message) return message;
  return [own, ...errors.map((one) => `${one.field}: ${inWords(one, flaws)}.`)].join(' ');
}
