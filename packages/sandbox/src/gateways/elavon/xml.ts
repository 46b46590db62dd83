import { formatMoney } from '../../../../../src/kernel/money.ts';
import { readElement } from '../../../../../src/kernel/xml/element.ts';
import { xmlText } from '../../../../../src/kernel/xml/text.ts';
import type { Transaction } from './book.ts';

/** A request: its fields, and the transactions that it is about. */
export type Asked = {
  readonly field: (name: string) => string;
  readonly group: readonly string[] | undefined;
};

/** Undefined for what is no request. */
export function readAsked(body: string): Asked | undefined {
  const root = readElement(new URLSearchParams(body).get('xmldata') ?? '');
  if (root?.name !== 'txn') return undefined;
  const child = (wanted: string) => root.children.find(({ name }) => name === wanted);
  return {
    field: (name) => child(name)?.text ?? '',
    group: child('txnGroup')?.children.map(({ text }) => text),
  };
}

export type Fields = Readonly<Record<string, string>>;

export function writeTxn(fields: Fields): string {
  const lines = Object.entries(fields).map(([name, text]) => `<${name}>${xmlText(text)}</${name}>`);
  return `<txn>\n${lines.join('\n')}\n</txn>\n`;
}

export function writeError(code: string, text: string): string {
  return writeTxn({ errorCode: code, errorName: text, errorMessage: text });
}

export function writeList(rows: readonly string[]): string {
  return `<txnlist><ssl_txn_count>${rows.length}</ssl_txn_count>\n${rows.join('')}</txnlist>\n`;
}

/** What a search shows of a transaction. */
export function rowOf(one: Transaction, at: number): Fields {
  return {
    ssl_txn_id: one.id,
    ssl_user_id: 'quittance',
    ssl_trans_status: one.heldUntil > at ? 'REV' : one.status,
    ssl_card_type: 'CREDITCARD',
    ssl_transaction_type: one.type,
    ssl_txn_time: new Date(one.at).toISOString(),
    ssl_card_number: `41**********${one.last4}`,
    // As the gateway is known to write names.
    ssl_first_name: 'A &amp; B',
    ssl_entry_mode: 'K',
    ssl_amount: formatMoney(one.cents),
    ssl_result_message: one.message,
    ssl_approval_code: one.approvalCode,
    ssl_avs_response: one.avs,
    ssl_cvv2_response: one.cvv,
    ssl_is_voidable: String(one.status === 'OPN'),
    ssl_merchant_txn_id: one.reference,
  };
}
