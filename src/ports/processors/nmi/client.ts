import type { Secret } from '../../../kernel/secret.ts';
import { type Element, fieldsOf, readElement } from '../../../kernel/xml/element.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import { readInquiry, readResult } from '../connector.ts';
import { asksToWait, cleanText, unknown, unreadable } from '../gateway-text.ts';
import type { NotSent, Unknown } from '../processor.ts';

/** The sandbox is the usual gateway under another name, with accounts of its own. */
export const addresses = {
  sandbox: 'https://sandbox.nmi.com',
  live: 'https://secure.nmi.com',
} as const;

export function isSandbox(address: string): boolean {
  return new URL(address).hostname === new URL(addresses.sandbox).hostname;
}

export type NmiAccount = {
  /** Calls the gateway's host, which a reseller may have under a name of its own. */
  readonly call: HttpCall;
  readonly securityKey: Secret;
  /** One of the merchant accounts behind the key. */
  readonly processorId?: string | undefined;
};

export type Client = ReturnType<typeof openClient>;

/** Sends forms: one path moves money, another reports in XML. */
export function openClient({ call, securityKey }: Omit<NmiAccount, 'processorId'>) {
  return { transact, query, readRows, worded };

  async function transact(
    fields: Fields,
    waits: Waits,
  ): Promise<TransactAnswer | NotSent | Unknown> {
    const result = await post('/api/transact.php', fields, waits);
    if (result.kind === 'answered' && result.status === 429) return asksToWait;
    return readResult(result, readTransactAnswer);
  }

  async function query(fields: Fields): Promise<Report | Unknown> {
    return readInquiry(await post('/api/query.php', fields, { isInquiry: true }), readReport);
  }

  async function readRows(filter: Fields): Promise<readonly Row[] | Unknown> {
    const report = await query({ report_type: 'transaction', ...filter });
    if ('outcome' in report) return report;
    if (report.kind === 'rows') return report.rows;
    return unknown(report.kind === 'error' ? `refused: ${worded(report)}` : unreadable);
  }

  /** A text of the gateway without secrets. */
  function worded(
    { text }: { readonly text: string },
    secrets: readonly (Secret | undefined)[] = [],
  ): string {
    return cleanText(text, [securityKey, ...secrets]);
  }

  async function post(path: string, fields: Fields, waits: Waits) {
    const body = writeForm({ security_key: securityKey.reveal(), ...fields });
    return await call({ method: 'POST', path, headers, body, ...waits });
  }
}

const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

function writeForm(fields: Fields): string {
  const sent = Object.entries(fields).filter(([, value]) => value);
  return String(new URLSearchParams(sent as [string, string][]));
}

export type TransactAnswer = {
  readonly response: string;
  readonly code: string;
  readonly text: string;
  readonly transactionId: string;
  /** The order id and the type of the answer; empty in some errors. */
  readonly orderId: string;
  readonly type: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly partialPaymentId: string;
  /** The id of a card that the vault keeps. */
  readonly vaultId: string;
};

/** Undefined if the body is not a whole answer: its last field is the code, and each field comes once. */
export function readTransactAnswer(body: string): TransactAnswer | undefined {
  const form = new URLSearchParams(body);
  const isOnce = answerFields.every((name) => form.getAll(name).length <= 1);
  const field = (name: (typeof answerFields)[number]) => form.get(name) ?? '';
  const isWhole = /^[123]$/.test(field('response')) && /^\d{3}$/.test(field('response_code'));
  if (!isOnce || !isWhole) return undefined;
  return {
    response: field('response'),
    code: field('response_code'),
    text: field('responsetext'),
    transactionId: field('transactionid'),
    orderId: field('orderid'),
    type: field('type'),
    authorizationCode: field('authcode'),
    avs: field('avsresponse'),
    cvv: field('cvvresponse'),
    partialPaymentId: field('partial_payment_id'),
    vaultId: field('customer_vault_id'),
  };
}

const answerFields = [
  'response',
  'responsetext',
  'response_code',
  'transactionid',
  'orderid',
  'type',
  'authcode',
  'avsresponse',
  'cvvresponse',
  'partial_payment_id',
  'customer_vault_id',
] as const;

/** A transaction as query.php shows it. */
export type Row = {
  readonly transactionId: string;
  readonly orderId: string;
  readonly condition: string;
  readonly currency: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly actions: readonly Action[];
};

export type Action = {
  readonly type: string;
  /** As in 20260101183142, UTC. */
  readonly date: string;
  readonly amount: string;
  /** 1 or 0. */
  readonly success: string;
  readonly code: string;
  readonly text: string;
};

export type Report =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'test_mode'; readonly isTestMode: boolean };

/** Undefined if the body is not a whole report. An empty report is one without rows. */
export function readReport(body: string): Report | undefined {
  const root = readElement(body);
  // A text in place of rows does not mean that nothing was found.
  if (root?.name !== 'nm_response' || root.text.trim() !== '') return undefined;
  const [first, ...others] = root.children;
  if (first && others.length === 0 && first.name === 'error_response')
    return { kind: 'error', text: first.text };
  if (first && others.length === 0 && first.name === 'test_mode_enabled')
    return readTestMode(first.text.trim());
  const rows = root.children.map(readRow);
  return rows.every((row) => row !== undefined) ? { kind: 'rows', rows } : undefined;
}

function readTestMode(text: string): Report | undefined {
  if (text !== 'true' && text !== 'false') return undefined;
  return { kind: 'test_mode', isTestMode: text === 'true' };
}

const rowFields = [
  'transaction_id',
  'order_id',
  'condition',
  'currency',
  'authorization_code',
  'avs_response',
  'csc_response',
] as const;

function readRow(element: Element): Row | undefined {
  const fields = element.name === 'transaction' ? fieldsOf(element, rowFields) : undefined;
  const actions = element.children.filter(({ name }) => name === 'action').map(readAction);
  if (!fields || !actions.every((action) => action !== undefined)) return undefined;
  return {
    transactionId: fields.transaction_id,
    orderId: fields.order_id,
    condition: fields.condition,
    currency: fields.currency,
    authorizationCode: fields.authorization_code,
    avs: fields.avs_response,
    cvv: fields.csc_response,
    actions,
  };
}

const actionFields = [
  'action_type',
  'date',
  'amount',
  'success',
  'response_code',
  'response_text',
] as const;

function readAction(element: Element): Action | undefined {
  const fields = fieldsOf(element, actionFields);
  return (
    fields && {
      type: fields.action_type,
      date: fields.date,
      amount: fields.amount,
      success: fields.success,
      code: fields.response_code,
      text: fields.response_text,
    }
  );
}
