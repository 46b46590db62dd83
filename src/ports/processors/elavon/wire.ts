import { type Element, fieldsOf, readElement } from '../../../kernel/xml/element.ts';
import { xmlText } from '../../../kernel/xml/text.ts';

/** Fields by the gateway's names; an undefined or empty field is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Writes the one form field of a request. `group`: the transactions that it is about. */
export function writeRequest(fields: Fields, group: readonly string[] = []): string {
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
export type Reply = { readonly kind: 'told' } & Readonly<
  Record<(typeof transactFields)[number], string>
>;

/** Undefined if the body is not a whole answer. */
export function readTold(body: string): Reply | GatewayError | undefined {
  const root = readElement(body);
  if (root?.name !== 'txn' || root.text.trim() !== '') return undefined;
  const error = readError(root);
  if (error) return error;
  const fields = fieldsOf(root, transactFields);
  return fields && fields.ssl_result.trim() !== '' ? { kind: 'told', ...fields } : undefined;
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
export function isList(body: string): boolean {
  return /^\s*<txnlist>/.test(body);
}

function readRow(element: Element): Row | undefined {
  const row = fieldsOf(element, rowFields);
  return row && row.ssl_txn_id !== '' && row.ssl_transaction_type !== '' ? row : undefined;
}
