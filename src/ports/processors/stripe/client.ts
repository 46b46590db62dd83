import type { Secret } from '../../../kernel/secret.ts';
import type { Ask, CallResult, HttpCall } from '../../../runtime/http-out/http-call.ts';
import {
  asksToWait,
  cleanText,
  malformed,
  missingRight,
  refusedAccount,
  unknown,
} from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { type Verdict, verdictOf } from './codes.ts';
import { type Fields, readError, type StripeError, writeForm } from './wire.ts';

export type ClientOptions = {
  readonly call: HttpCall;
  readonly secretKey: Secret;
  /** The connected account, if the key is that of its platform. */
  readonly account?: string | undefined;
};

export type Failure = {
  readonly kind: 'error';
  readonly verdict: Verdict;
  readonly error: StripeError | undefined;
};
export type Reply =
  | Exclude<CallResult, { readonly kind: 'answered' }>
  | { readonly kind: 'good'; readonly body: string }
  | Failure;

/**
 * `isCharge`: a right that is missing for charges counts as a refusal of the account. No message may contain `secrets`.
 */
type Asked = { readonly isCharge?: boolean; readonly secrets?: readonly (Secret | undefined)[] };

export type Client = ReturnType<typeof openClient>;

/** Sends a request, and reads whether its answer is a document or an error. */
export function openClient({ call, secretKey, account }: ClientOptions) {
  return { post, get, read, rejectionFor, answerFor };

  async function post(path: string, fields: Fields, key?: string, sendBy?: Date): Promise<Reply> {
    const more = { 'content-type': formType, ...(key && { 'idempotency-key': key }) };
    return await send('POST', path, writeForm(fields), { headers: more, sendBy });
  }

  async function get(path: string, query: Fields): Promise<Reply> {
    const search = writeForm(query);
    return await send('GET', search === '' ? path : `${path}?${search}`, '', { headers: {} });
  }

  /** Reads for an inquiry: it makes no difference whether the request was sent. */
  async function read(path: string, query: Fields): Promise<{ readonly body: string } | Unknown> {
    const told = await get(path, query);
    if (told.kind === 'good') return told;
    return unknown(told.kind === 'error' ? 'the gateway answers with an error' : told.reason);
  }

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    more: Pick<Ask, 'headers' | 'sendBy'>,
  ): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${secretKey.reveal()}`,
      'stripe-version': version,
      ...(account && { 'stripe-account': account }),
      ...more.headers,
    };
    const result = await call({ method, path, body, ...more, headers });
    if (result.kind !== 'answered') return result;
    if (result.status === 200) return { kind: 'good', body: result.body };
    const error = readError(result.body);
    return { kind: 'error', error, verdict: verdictOf(result.status, error) };
  }

  /** Answers an error that is no decline. */
  function answerFor(failure: Failure, asked: Asked = {}): Rejection | NotSent | Unknown {
    const { verdict } = failure;
    if (verdict.outcome === 'unknown') return verdict;
    return verdict.outcome === 'not_sent' ? asksToWait : rejectionFor(failure, asked);
  }

  function rejectionFor(
    { verdict, error }: Failure,
    { isCharge = false, secrets = [] }: Asked = {},
  ): Rejection {
    const message = cleanText(error?.message ?? '', [secretKey, ...secrets]);
    const refuses = verdict.outcome === 'rejected' ? verdict.refuses : undefined;
    if (refuses === 'form') return malformed(message);
    if (refuses === 'account' || (refuses && isCharge)) return refusedAccount(account, message);
    return refuses ? missingRight(message) : { outcome: 'rejected', message };
  }
}

const version = '2026-07-29.dahlia';
const formType = 'application/x-www-form-urlencoded';
