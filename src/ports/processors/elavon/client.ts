import { daysBefore } from '../../../kernel/duration.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { type Element, fieldsOf, readElement } from '../../../kernel/xml/element.ts';
import { xmlText } from '../../../kernel/xml/text.ts';
import { answerTooLong } from '../../../runtime/http-out/bound-answer.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import { readInquiry, readResult } from '../connector.ts';
import { cleanText, type Refused, rejectionFor, unknown } from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { notOfThisKind } from './codes.ts';

export const addresses = {
  sandbox: 'https://api.demo.convergepay.com/VirtualMerchantDemo',
  live: 'https://api.convergepay.com/VirtualMerchant',
} as const;

/** True for the demo, which has another path than the real gateway, and other accounts. */
export function isSandbox(address: string): boolean {
  return new URL(address).pathname.startsWith('/VirtualMerchantDemo');
}

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
    if (!user) return rejection('account', misspeltUser);
    return readResult(await post(fields, group, { sendBy }), readReply);
  }

  async function query(fields: Fields): Promise<Found | Unknown> {
    if (!user) return unknown(misspeltUser);
    const asked = { ssl_transaction_type: 'txnquery', ssl_time_zone_request_utc: 'Y' };
    const result = await post({ ...asked, ...fields }, [], { isInquiry: true });
    if (result.kind === 'unknown' && result.reason === answerTooLong) return tooMany;
    return readInquiry(result, (body) => readFound(body) ?? (isList(body) ? tooMany : undefined));
  }

  /** Searches from a day before the moment on: the gateway's clock is not ours. */
  async function search(
    criteria: Fields,
    since: Date | undefined,
  ): Promise<readonly Row[] | Unknown> {
    const start = since && searchDate(daysBefore(since, 1));
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

  function rejection(refuses: Refused | undefined, message: string, isCharge = false): Rejection {
    const merchant = user && `${user.merchantId}:${user.userId}`;
    return rejectionFor(refuses, message, { merchant, isCharge });
  }

  /** The text of an error without secrets. */
  function worded({ code, text }: GatewayError, secrets: readonly (Secret | undefined)[] = []) {
    return cleanText(`${code} ${text}`, [pin, ...secrets]);
  }

  async function post(fields: Fields, group: readonly string[], waits: Waits) {
    const credentials = {
      ssl_merchant_id: user?.merchantId,
      ssl_user_id: user?.userId,
      ssl_pin: pin.reveal(),
    };
    const body = writeRequest({ ...credentials, ...fields }, group);
    return await call({ method: 'POST', path: '/processxml.do', headers, body, ...waits });
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

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Writes the one form field of a request. `group`: the transactions that it is about. */
function writeRequest(fields: Fields, group: readonly string[] = []): string {
  const written = Object.entries(fields).map(([name, value]) => (value ? tag(name, value) : ''));
  const ids = group.map((id) => tag('ssl_txn_id', id)).join('');
  const all = group.length > 0 ? `<txnGroup>${ids}</txnGroup>` : '';
  return String(new URLSearchParams({ xmldata: `<txn>${written.join('')}${all}</txn>` }));
}

function tag(name: string, value: string): string {
  return `<${name}>${xmlText(value)}</${name}>`;
}

/** The gateway's numbers are long; they go into later requests and into logs. */
export function isTransactionId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Fits a text of ours into a field: the gateway is known to stumble over the characters of markup. */
export function fitting(text: string, most: number): string {
  const plain = text.replaceAll(/[&<>\p{Cc}]/gu, ' ').trim();
  return [...plain].slice(0, most).join('').trim();
}

/** Formats a moment for a search, in UTC: every search asks for UTC. */
export function searchDate(at: Date): string {
  const [year, month, day] = at.toISOString().slice(0, 10).split('-');
  const [minutes, hours] = [at.getUTCMinutes(), at.getUTCHours()];
  const clock = [hours % 12 === 0 ? 12 : hours % 12, minutes, at.getUTCSeconds()];
  const time = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return `${month}/${day}/${year} ${time} ${hours < 12 ? 'AM' : 'PM'}`;
}

export type GatewayError = {
  readonly kind: 'error';
  readonly code: string;
  /** The gateway's words. */
  readonly text: string;
};

const transactFields = [
  'ssl_result',
  'ssl_result_message',
  'ssl_txn_id',
  'ssl_transaction_type',
  'ssl_merchant_txn_id',
  'ssl_amount',
  'ssl_transaction_currency',
  'ssl_approval_code',
  'ssl_avs_response',
  'ssl_cvv2_response',
  'ssl_oar_data',
  'ssl_ps2000_data',
  'ssl_token',
  'ssl_token_response',
  'ssl_txn_main_count',
  'ssl_txn_main_amount',
] as const;

/** The answer to a request, by the gateway's names; a missing field is empty. */
export type Reply = { readonly kind: 'reply' } & Readonly<
  Record<(typeof transactFields)[number], string>
>;

/** Undefined if the body is not a whole answer. */
export function readReply(body: string): Reply | GatewayError | undefined {
  const root = readElement(body);
  if (root?.name !== 'txn' || root.text.trim() !== '') return undefined;
  const error = readError(root);
  if (error) return error;
  const fields = fieldsOf(root, transactFields);
  return fields && fields.ssl_result.trim() !== '' ? { kind: 'reply', ...fields } : undefined;
}

function readError(root: Element): GatewayError | undefined {
  const fields = fieldsOf(root, ['errorCode', 'errorName', 'errorMessage', 'ssl_result']);
  if (!fields || !/^\d{4}$/.test(fields.errorCode) || fields.ssl_result !== '') return undefined;
  return { kind: 'error', code: fields.errorCode, text: fields.errorName || fields.errorMessage };
}

const rowFields = [
  'ssl_txn_id',
  'ssl_trans_status',
  'ssl_transaction_type',
  'ssl_merchant_txn_id',
  'ssl_amount',
  'ssl_transaction_currency',
  'ssl_result_message',
  'ssl_approval_code',
  'ssl_avs_response',
  'ssl_cvv2_response',
] as const;

/** A transaction as a search shows it. */
export type Row = Readonly<Record<(typeof rowFields)[number], string>>;

export type Found = { readonly kind: 'rows'; readonly rows: readonly Row[] } | GatewayError;

/** Undefined if the body is not the whole answer to a search: one transaction, or a list with its count. */
export function readFound(body: string): Found | undefined {
  const root = readElement(body);
  if (root?.text.trim() !== '') return undefined;
  if (root.name === 'txn') {
    const row = readRow(root);
    return readError(root) ?? (row && { kind: 'rows', rows: [row] });
  }
  const listed = root.name === 'txnlist' ? fieldsOf(root, ['ssl_txn_count']) : undefined;
  const rows = root.children.filter(({ name }) => name === 'txn').map(readRow);
  // A list that was cut would hide a transaction that exists.
  if (!listed || listed.ssl_txn_count.trim() !== String(rows.length)) return undefined;
  return rows.every((row) => row !== undefined) ? { kind: 'rows', rows } : undefined;
}

/** True if the body begins as a list, which may be cut or longer than is read. */
function isList(body: string): boolean {
  return /^\s*<txnlist>/.test(body);
}

function readRow(element: Element): Row | undefined {
  const row = fieldsOf(element, rowFields);
  return row && row.ssl_txn_id !== '' && row.ssl_transaction_type !== '' ? row : undefined;
}
