import { dayMs } from '../../../kernel/duration.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { answerTooLong } from '../../../runtime/http-out/bound-answer.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import {
  cleanText,
  malformed,
  missingRight,
  refusedAccount,
  unknown,
  unreadable,
} from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { notOfThisKind, type Refused } from './codes.ts';
import {
  type Fields,
  type Found,
  type GatewayError,
  isList,
  isTransactionId,
  type Reply,
  type Row,
  readFound,
  readTold,
  searchDate,
  writeRequest,
} from './wire.ts';

export type ElavonAccount = {
  readonly call: HttpCall;
  /** The terminal's merchant id, and a user of its interface; undefined if they are not written as they must be. */
  readonly user: { readonly merchantId: string; readonly userId: string } | undefined;
  readonly pin: Secret;
};

/** `group`: the transactions that a request is about. */
type Transaction = Pick<Waits, 'sendBy'> & { readonly group?: readonly string[] };

export type Client = ReturnType<typeof openClient>;

/** Carries requests to the gateway, and reads what it answers. */
export function openClient({ call, user, pin }: ElavonAccount) {
  return { transact, query, search, between, findById, rejection, worded };

  /** Sends a request that moves something. */
  async function transact(
    fields: Fields,
    { group = [], sendBy }: Transaction = {},
  ): Promise<Reply | GatewayError | Rejection | NotSent | Unknown> {
    if (!user) return rejection(misspeltUser, 'account');
    const body = await post(fields, group, { sendBy });
    if (typeof body !== 'string') return body;
    return readTold(body) ?? unknown(unreadable);
  }

  async function query(fields: Fields): Promise<Found | Unknown> {
    if (!user) return unknown(misspeltUser);
    const asked = { ssl_transaction_type: 'txnquery', ssl_time_zone_request_utc: 'Y' };
    const body = await post({ ...asked, ...fields }, [], { isInquiry: true });
    // It makes no difference whether an inquiry was sent.
    if (typeof body !== 'string')
      return body.reason === answerTooLong ? tooMany : unknown(body.reason);
    return readFound(body) ?? (isList(body) ? tooMany : unknown(unreadable));
  }

  /** Searches from a day before the moment on: the gateway's clock is not ours. */
  async function search(
    criteria: Fields,
    since: Date | undefined,
  ): Promise<readonly Row[] | Unknown> {
    const start = since && searchDate(new Date(since.getTime() - dayMs));
    return rowsOf(await query({ ...criteria, ssl_search_start_date: start }));
  }

  /** Both moments are included, to the second. */
  async function between(since: Date, until: Date): Promise<readonly Row[] | Unknown> {
    const dates = {
      ssl_search_start_date: searchDate(since),
      ssl_search_end_date: searchDate(until),
    };
    return rowsOf(await query(dates));
  }

  /** Empty if the gateway says that there is no such transaction. */
  async function findById(id: string): Promise<readonly Row[] | Unknown> {
    if (!isTransactionId(id)) return [];
    const found = await query({ ssl_txn_id: id });
    const isAbsent = 'code' in found && found.code === notOfThisKind;
    return isAbsent ? [] : rowsOf(found);
  }

  function rowsOf(found: Found | Unknown): readonly Row[] | Unknown {
    if ('outcome' in found) return found;
    if (found.kind === 'error') return unknown(`refused: ${worded(found)}`);
    // The gateway lists at most so many, and does not say that there are more.
    return found.rows.length < mostListed ? found.rows : tooMany;
  }

  function rejection(message: string, refuses?: Refused): Rejection {
    switch (refuses) {
      case 'account':
        return refusedAccount(user && `${user.merchantId}:${user.userId}`, message);
      case 'right':
        return missingRight(message);
      case 'token':
        return { outcome: 'rejected', message, because: 'token' };
      case 'form':
        return malformed(message);
      case undefined:
        return { outcome: 'rejected', message };
    }
  }

  /** The text of an error without secrets. */
  function worded({ code, text }: GatewayError, secrets: readonly (Secret | undefined)[] = []) {
    return cleanText(`${code} ${text}`, [pin, ...secrets]);
  }

  async function post(
    fields: Fields,
    group: readonly string[],
    waits: Waits,
  ): Promise<string | NotSent | Unknown> {
    const credentials = {
      ssl_merchant_id: user?.merchantId,
      ssl_user_id: user?.userId,
      ssl_pin: pin.reveal(),
    };
    const body = writeRequest({ ...credentials, ...fields }, group);
    const result = await call({ method: 'POST', path: '/processxml.do', headers, body, ...waits });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    return result.status === 200 ? result.body : unknown(`status ${result.status}`);
  }
}

const mostListed = 1000;
const tooMany: Unknown = { ...unknown('more is listed than is read'), isTooLong: true };
const headers = { 'content-type': 'application/x-www-form-urlencoded' };
export const misspeltUser =
  'The merchant must be the merchant id and the user id with a colon between them.';

/** `0012345:quittance`: the terminal's merchant id, and the user of its interface. */
export function readUser(merchant: string): ElavonAccount['user'] {
  const [, merchantId, userId] = /^(\w{1,20}):([^\s:]{1,20})$/.exec(merchant) ?? [];
  return merchantId && userId ? { merchantId, userId } : undefined;
}
