import { formatMoney } from '../../../kernel/money.ts';
import type { Secret } from '../../../kernel/secret.ts';
import type { CallResult, HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import {
  centsOf,
  cleanText,
  type Refused,
  rejectionFor,
  unknown,
  unreadable,
  unsigned,
} from '../gateway-text.ts';
import { type Element, readJson, readJsonList } from '../json-element.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { isError, refusalIn } from './codes.ts';

/** The account decides whether it moves money. */
export const addresses = {
  sandbox: 'https://api.helcim.com',
  live: 'https://api.helcim.com',
} as const;

export type HelcimAccount = { readonly call: HttpCall; readonly apiToken: Secret };

/** No usable answer. */
export type Unanswered = Rejection | NotSent | Unknown;

export type Client = ReturnType<typeof openClient>;

/** Sends requests in JSON: reads with GET, and writes that carry an idempotency key. */
export function openClient({ call, apiToken }: HelcimAccount) {
  const usual = { 'api-token': apiToken.reveal(), accept: 'application/json' };
  return { write, read, rejection };

  async function write(
    path: string,
    key: string,
    content: Content,
    waits: Waits = {},
  ): Promise<CallResult> {
    const headers = { ...usual, 'content-type': 'application/json', 'idempotency-key': key };
    const body = writeBody(content);
    return await call({ method: 'POST', path: `/v2${path}`, headers, body, ...waits });
  }

  /**
   * Returns what was read, or the reason why it could not be: `not_sent` if the request did not go out. `isCheck`: any
   * token may read it, so that a refusal speaks against the token.
   */
  async function read<T>(
    path: string,
    readBody: (body: string) => T | undefined,
    { isCheck, ...waits }: Waits & { readonly isCheck?: true } = {},
  ): Promise<T | Unanswered> {
    const ask = { path: `/v2${path}`, headers: usual, body: '', ...waits };
    const result = await call({ method: 'GET', ...ask });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    const { status, body } = result;
    if (status === 200) return readBody(body) ?? unknown(unreadable);
    const text = readErrors(body).join(', ');
    const refuses = text === '' ? undefined : refusalIn(status, text);
    if (text === '' || !(refuses || isError(status))) return unknown(`status ${status}`);
    return rejection(isCheck && refuses ? 'account' : refuses, text);
  }

  function rejection(
    refuses: Refused | undefined,
    text: string,
    { secrets = [], isCharge = false }: Refusing = {},
  ): Rejection {
    return rejectionFor(refuses, cleanText(text, [apiToken, ...secrets]), { isCharge });
  }
}

/** No message may contain `secrets`. */
type Refusing = {
  readonly secrets?: readonly (Secret | undefined)[];
  readonly isCharge?: boolean;
};

/** It makes no difference whether an inquiry was sent, and a refused one proves nothing. */
export function asInquiry(answer: Unanswered): Unknown {
  return unknown(answer.outcome === 'rejected' ? `refused: ${answer.message}` : answer.reason);
}

/** A JSON body by the gateway's names; an undefined field is left out. */
export type Content = { readonly [name: string]: Value };
type Value = string | boolean | Digits | Content | readonly Content[] | undefined;
/** A number as it is written. */
type Digits = { readonly digits: string };

/** An amount never becomes a floating-point number. */
export function decimals(cents: bigint): Digits {
  return { digits: formatMoney(cents) };
}

/** The gateway numbers its transactions. */
export function isNumber(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id);
}

export function numberOf(id: string): Digits {
  if (!isNumber(id)) throw new Error('an id of the gateway that is no number');
  return { digits: id };
}

function writeBody(content: Content): string {
  const fields = Object.entries(content).filter(([, value]) => value !== undefined);
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${written(value)}`).join(',')}}`;
}

function written(value: Value): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isDigits(value)) return value.digits;
  return isList(value) ? `[${value.map(writeBody).join(',')}]` : writeBody(value);
}

function isDigits(value: object): value is Digits {
  return 'digits' in value;
}

function isList(value: object): value is readonly Content[] {
  return Array.isArray(value);
}

/** A transaction as an answer and a list show it. A capture, void or refund has the invoice number of its charge. */
export type Row = {
  readonly id: string;
  readonly batchId: string;
  readonly status: string;
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly invoiceNumber: string;
  readonly approvalCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly cardToken: string;
  /** The transaction that it follows, if the gateway names it: no document promises that. */
  readonly ofId: string;
  /** The reason of a decline. */
  readonly text: string;
};

/** The amount of a refund may be negative. */
export function amountIn({ amount, type }: Pick<Row, 'amount' | 'type'>): bigint | undefined {
  return centsOf(type === 'refund' ? unsigned(amount) : amount);
}

/** Undefined if the body is no transaction. */
export function readRow(body: string): Row | undefined {
  return rowOf(readJson(body));
}

/** Undefined if anything in it cannot be read: then no row is trusted. */
export function readRows(body: string): readonly Row[] | undefined {
  return whole(readJsonList(body)?.map(rowOf));
}

function rowOf(found: Element): Row | undefined {
  const [id, type, status] = [
    found.text('transactionId'),
    found.text('type'),
    found.text('status'),
  ];
  if (!isNumber(id) || type === '' || status === '') return undefined;
  return {
    id,
    type,
    status,
    batchId: found.text('cardBatchId'),
    amount: found.text('amount'),
    currency: found.text('currency'),
    invoiceNumber: found.text('invoiceNumber'),
    approvalCode: found.text('approvalCode'),
    avs: found.text('avsResponse'),
    cvv: found.text('cvvResponse'),
    cardToken: found.text('cardToken'),
    ofId: found.text('originalTransactionId'),
    text: errorsOf(found).join(', ') || found.text('warning'),
  };
}

/** True if the answer shows a transaction. A request that was refused before it was accepted has none. */
export function namesTransaction(body: string): boolean {
  const answer = readJson(body);
  return answer.text('transactionId') !== '' || answer.text('status') === 'APPROVED';
}

/** The texts of its errors: one, several, or one for each wrong field. Empty if it contains no error. */
export function readErrors(body: string): readonly string[] {
  return errorsOf(readJson(body));
}

function errorsOf(answer: Element): readonly string[] {
  const all = [answer.text('errors'), ...answer.texts('errors'), ...answer.child('errors').texts()];
  return all.map((text) => text.trim()).filter((text) => text !== '');
}

export type CardBatch = { readonly id: string; readonly isClosed: boolean };

/** Undefined for any other answer to a test of the connection. */
export function readConnection(body: string): 'connected' | undefined {
  const isGood = /success/i.test(readJson(body).text('message'));
  return isGood ? 'connected' : undefined;
}

/** Undefined if the body is no batch. */
export function readBatch(body: string): CardBatch | undefined {
  return batchOf(readJson(body));
}

/** Numbers and booleans may come as texts. */
function batchOf(found: Element): CardBatch | undefined {
  const [id, closed] = [found.text('id'), found.text('closed')];
  if (!isNumber(id) || !/^(?:true|false|0|1)$/.test(closed)) return undefined;
  return { id, isClosed: closed === 'true' || closed === '1' };
}

function whole<T>(list: readonly (T | undefined)[] | undefined): readonly T[] | undefined {
  const read = list?.filter((one) => one !== undefined);
  return read?.length === list?.length ? read : undefined;
}
