import { type Element, fieldsOf, readElement } from '../../../kernel/xml/element.ts';

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

export function writeForm(fields: Fields): string {
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
