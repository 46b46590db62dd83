import type { Secret } from '../../../kernel/secret.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import { readInquiry, readResult } from '../connector.ts';
import { cleanText, type Refused, rejectionFor } from '../gateway-text.ts';
import { type Element, readJson } from '../json-element.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';

export const addresses = {
  sandbox: 'https://apitest.authorize.net',
  live: 'https://api.authorize.net',
} as const;

export type AuthorizeNetAccount = {
  readonly call: HttpCall;
  readonly loginId: string;
  readonly transactionKey: Secret;
};

export type Client = ReturnType<typeof openClient>;

/** Sends requests in JSON, all to one path. */
export function openClient({ call, loginId, transactionKey }: AuthorizeNetAccount) {
  return { transact, query, rejection, worded };

  async function transact(
    operation: string,
    content: Content,
    waits: Waits = {},
  ): Promise<Answer | NotSent | Unknown> {
    return readResult(await post(operation, content, waits), readAnswer);
  }

  async function query(operation: string, content: Content): Promise<Answer | Unknown> {
    return readInquiry(await post(operation, content, { isInquiry: true }), readAnswer);
  }

  function rejection(refuses: Refused | undefined, message: string, isCharge = false): Rejection {
    return rejectionFor(refuses, message, { merchant: loginId, isCharge });
  }

  /** A text of the gateway without secrets. */
  function worded(text: string, secrets: readonly (Secret | undefined)[] = []): string {
    return cleanText(text, [transactionKey, ...secrets]);
  }

  async function post(operation: string, content: Content, waits: Waits) {
    const merchantAuthentication = { name: loginId, transactionKey: transactionKey.reveal() };
    const body = JSON.stringify({
      [`${operation}Request`]: { merchantAuthentication, ...content },
    });
    return await call({ method: 'POST', path: '/xml/v1/request.api', headers, body, ...waits });
  }
}

const headers = { 'content-type': 'application/json' };

/**
 * The content of a request. The names must come in the order of the gateway's schema; an undefined field is left out.
 */
export type Content = Readonly<Record<string, unknown>>;

export type Answer = {
  readonly isOk: boolean;
  /** The code of the first message, for example E00007. */
  readonly code: string;
  readonly text: string;
  readonly content: Element;
};

/** Undefined if the body is not a whole answer. */
export function readAnswer(body: string): Answer | undefined {
  const content = readJson(body);
  const messages = content.child('messages');
  const [message] = messages.list('message') ?? [];
  const resultCode = messages.text('resultCode');
  const code = message?.text('code') ?? '';
  if (!/^(?:Ok|Error)$/.test(resultCode) || !message || !/^[IE]\d{5}$/.test(code)) return undefined;
  return { isOk: resultCode === 'Ok', code, text: message.text('text'), content };
}

/** The outcome of a request that moves money. */
export type TransactAnswer = {
  readonly responseCode: string;
  readonly reason: string;
  readonly text: string;
  readonly transactionId: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly networkTransactionId: string;
  readonly isTest: boolean;
  readonly isPart: boolean;
};

/** Undefined: the answer contains no outcome. */
export function transactAnswer({ content }: Answer): TransactAnswer | undefined {
  const response = content.child('transactionResponse');
  const responseCode = response.text('responseCode');
  if (!/^[1-4]$/.test(responseCode)) return undefined;
  const [error] = response.list('errors') ?? [];
  const [message] = response.list('messages') ?? [];
  return {
    responseCode,
    reason: error?.text('errorCode') ?? message?.text('code') ?? '',
    text: error?.text('errorText') ?? message?.text('description') ?? '',
    transactionId: response.text('transId'),
    authorizationCode: response.text('authCode'),
    avs: response.text('avsResultCode'),
    cvv: response.text('cvvResultCode'),
    networkTransactionId: response.text('networkTransId'),
    isTest: response.text('testRequest') === '1',
    isPart:
      response.text('splitTenderId') !== '' ||
      (response.has('prePaidCard') && !isWhole(response.child('prePaidCard'))),
  };
}

/** True if the whole amount was approved: for a prepaid card the answer has the requested and the approved amount. */
function isWhole(prepaid: Element): boolean {
  const [asked, approved] = [prepaid.text('requestedAmount'), prepaid.text('approvedAmount')];
  return asked !== '' && approved !== '' && Number(asked) === Number(approved);
}

/** A row of a list of transactions. */
export type Row = {
  readonly transactionId: string;
  readonly submittedAt: Date;
  readonly status: string;
  readonly invoiceNumber: string;
  readonly amount: string;
};

/** Undefined if anything in it cannot be read: then no row is trusted. */
export function readRows({ content, code }: Answer): readonly Row[] | undefined {
  const list = content.list('transactions') ?? (isNothing(content, code) ? [] : undefined);
  const rows = list?.map((row) => ({
    transactionId: row.text('transId'),
    submittedAt: new Date(row.text('submitTimeUTC')),
    status: row.text('transactionStatus'),
    invoiceNumber: row.text('invoiceNumber'),
    amount: row.text('settleAmount'),
  }));
  const isWhole = rows?.every(
    ({ transactionId, submittedAt }) => transactionId !== '' && isMoment(submittedAt),
  );
  return isWhole ? rows : undefined;
}

export type Batch = {
  readonly id: string;
  readonly settledAt: Date;
  readonly state: string;
};

/** Undefined as in `readRows`. */
export function readBatches({ content, code }: Answer): readonly Batch[] | undefined {
  const list = content.list('batchList') ?? (isNothing(content, code) ? [] : undefined);
  const batches = list?.map((batch) => ({
    id: batch.text('batchId'),
    settledAt: new Date(batch.text('settlementTimeUTC')),
    state: batch.text('settlementState'),
  }));
  return batches?.every(({ id, settledAt }) => id !== '' && isMoment(settledAt))
    ? batches
    : undefined;
}

/** True if the gateway says that there is nothing. */
function isNothing(content: Element, code: string): boolean {
  return code === 'I00004' || content.text('totalNumInResultSet') === '0';
}

function isMoment(at: Date): boolean {
  return !Number.isNaN(at.getTime());
}

export type Details = {
  readonly transactionId: string;
  readonly type: string;
  readonly status: string;
  readonly responseCode: string;
  readonly reason: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly invoiceNumber: string;
  /** The `refId` of the request that made it. */
  readonly refId: string;
  readonly ofTransactionId: string;
  readonly networkTransactionId: string;
  readonly authorized: string;
  readonly settled: string;
  /** The reason of the last of its returns, if it came back. */
  readonly returned?: { readonly code: string; readonly description: string } | undefined;
};

export function readDetails({ content }: Answer): Details | undefined {
  const found = content.child('transaction');
  if (found.text('transId') === '' || found.text('transactionStatus') === '') return undefined;
  const returned = found.list('returnedItems')?.at(-1);
  return {
    transactionId: found.text('transId'),
    type: found.text('transactionType'),
    status: found.text('transactionStatus'),
    responseCode: found.text('responseCode'),
    reason: found.text('responseReasonCode'),
    authorizationCode: found.text('authCode'),
    avs: found.text('AVSResponse'),
    cvv: found.text('cardCodeResponse'),
    invoiceNumber: found.child('order').text('invoiceNumber'),
    refId: content.text('transrefId'),
    ofTransactionId: found.text('refTransId'),
    networkTransactionId: found.text('networkTransId'),
    authorized: found.text('authAmount'),
    settled: found.text('settleAmount'),
    returned: returned && {
      code: returned.text('code'),
      description: returned.text('description'),
    },
  };
}
