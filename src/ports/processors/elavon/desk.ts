import type { Secret } from '../../../kernel/secret.ts';
import type { HttpCall } from '../../../runtime/http-out/http-call.ts';
import { cleanText, refusedAccount, unknown, unreadable } from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { notOfThisKind } from './codes.ts';
import {
  type Fields,
  type Found,
  type GatewayError,
  isTransactionId,
  type Row,
  readFound,
  readTold,
  searchDate,
  type Told,
  writeRequest,
} from './wire.ts';

export type ElavonAccount = {
  readonly call: HttpCall;
  /** Of the terminal, and a user of its interface; undefined where they are not written as they must be. */
  readonly user: { readonly merchantId: string; readonly userId: string } | undefined;
  readonly pin: Secret;
};

export type Desk = ReturnType<typeof openDesk>;

/** Carries requests to the gateway, and reads what it answers. */
export function openDesk({ call, user, pin }: ElavonAccount) {
  return { transact, query, search, findById, rejection, worded };

  /** A request that moves something. `group`: the transactions that it is about. */
  async function transact(
    fields: Fields,
    group: readonly string[] = [],
  ): Promise<Told | GatewayError | Rejection | NotSent | Unknown> {
    if (!user) return rejection(misspeltUser, true);
    const body = await post(fields, group);
    if (typeof body !== 'string') return body;
    return readTold(body) ?? unknown(unreadable);
  }

  async function query(fields: Fields): Promise<Found | Unknown> {
    if (!user) return unknown(misspeltUser);
    const asked = { ssl_transaction_type: 'txnquery', ssl_time_zone_request_utc: 'Y' };
    const body = await post({ ...asked, ...fields });
    // Whether an inquiry was sent makes no difference.
    if (typeof body !== 'string') return unknown(body.reason);
    return readFound(body) ?? unknown(unreadable);
  }

  /** From a day before the moment on: the gateway's clock is not ours. */
  async function search(
    criteria: Fields,
    since: Date | undefined,
  ): Promise<readonly Row[] | Unknown> {
    const start = since && searchDate(new Date(since.getTime() - dayMs));
    return rowsOf(await query({ ...criteria, ssl_search_start_date: start }));
  }

  /** None where the gateway says that there is no such transaction. */
  async function findById(id: string): Promise<readonly Row[] | Unknown> {
    if (!isTransactionId(id)) return [];
    const found = await query({ ssl_txn_id: id });
    const isAbsent = 'code' in found && found.code === notOfThisKind;
    return isAbsent ? [] : rowsOf(found);
  }

  function rowsOf(found: Found | Unknown): readonly Row[] | Unknown {
    if ('outcome' in found) return found;
    return found.kind === 'rows' ? found.rows : unknown(`refused: ${worded(found)}`);
  }

  function rejection(message: string, isAccount: boolean): Rejection {
    if (!isAccount) return { outcome: 'rejected', message };
    return refusedAccount(user && `${user.merchantId}:${user.userId}`, message);
  }

  /** An error as it may be read by anybody. */
  function worded({ code, text }: GatewayError, secrets: readonly (Secret | undefined)[] = []) {
    return cleanText(`${code} ${text}`, [pin, ...secrets]);
  }

  async function post(
    fields: Fields,
    group: readonly string[] = [],
  ): Promise<string | NotSent | Unknown> {
    const credentials = {
      ssl_merchant_id: user?.merchantId,
      ssl_user_id: user?.userId,
      ssl_pin: pin.reveal(),
    };
    const body = writeRequest({ ...credentials, ...fields }, group);
    const result = await call({ method: 'POST', path: '/processxml.do', headers, body });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    return result.status === 200 ? result.body : unknown(`status ${result.status}`);
  }
}

const dayMs = 24 * 3_600_000;
const headers = { 'content-type': 'application/x-www-form-urlencoded' };
export const misspeltUser =
  'The merchant must be the merchant id and the user id with a colon between them.';

/** `0012345:quittance`: the terminal's merchant id, and the user of its interface. */
export function readUser(merchant: string): ElavonAccount['user'] {
  const [, merchantId, userId] = /^(\w{1,20}):([^\s:]{1,20})$/.exec(merchant) ?? [];
  return merchantId && userId ? { merchantId, userId } : undefined;
}
