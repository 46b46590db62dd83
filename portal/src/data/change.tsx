import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import {
  ApiError,
  ConnectionError,
  type WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import { ProofDialog } from '../parts/proof-dialog.tsx';
import { useToasts } from '../parts/toasts.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

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

export type Told = { readonly text: string; readonly href?: string };

/**
 * A change of something. It has one idempotency key until it succeeded or was refused, so that trying again after a lost
 * answer does it once. Where a proof is missing, the person is asked for it and the change goes on.
 */
export function useChange<Input, Result>(
  work: (input: Input, options: WriteOptions) => Promise<Result>,
  { done, after }: { done?: (result: Result) => Told; after?: (result: Result) => void } = {},
) {
  const queries = useQueryClient();
  const prove = useContext(ProveContext);
  const toasts = useToasts();
  const key = useRef<string>(undefined);
  return useMutation<Result, Error, Input>({
    async mutationFn(input) {
      key.current ??= crypto.randomUUID();
      const options = { idempotencyKey: key.current };
      try {
        return await work(input, options);
      } catch (error) {
        if (!isRefused(error, 'proof_required')) throw error;
        if (!(await prove())) throw error;
        return await work(input, options);
      }
    },
    async onSuccess(result) {
      key.current = undefined;
      if (done) toasts.tell(done(result));
      after?.(result);
      // What a change may touch is more than its own object: events, ledger, deliveries.
      await queries.invalidateQueries();
    },
    onError(error) {
      if (!(error instanceof ConnectionError)) key.current = undefined;
    },
  });
}

export function isRefused(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** What a person reads of an error: what happened, whether it may have been done, and how to name it. */
export function tellError(error: unknown): string {
  if (error instanceof ApiError) {
    const id =
      error.requestId && error.status >= 500 ? ` ${t(common.requestId(error.requestId))}` : '';
    return `${error.message}${id}`;
  }
  if (error instanceof ConnectionError && error.idempotencyKey) return t(common.unknownAnswer);
  if (error instanceof ConnectionError) return t(common.noAnswer);
  return error instanceof Error && error.message !== '' ? error.message : t(common.noAnswer);
}

/** The refusal of a field, by its name in the body. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((one) => one.field === field)?.message;
}
