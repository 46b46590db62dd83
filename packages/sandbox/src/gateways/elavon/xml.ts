import { readElement } from '../../../../../src/kernel/xml/element.ts';
import { xmlText } from '../../../../../src/kernel/xml/text.ts';

/** A request: its fields, and the transactions that it is about. */
export type Query = {
  readonly field: (name: string) => string;
  readonly group: readonly string[] | undefined;
};

/** Undefined if the body is no request. */
export function readAsked(body: string): Query | undefined {
  const root = readElement(new URLSearchParams(body).get('xmldata') ?? '');
  if (root?.name !== 'txn') return undefined;
  const child = (wanted: string) => root.children.find(({ name }) => name === wanted);
  return {
    field: (name) => child(name)?.text ?? '',
    group: child('txnGroup')?.children.map(({ text }) => text),
  };
}

/** A request that somebody made by other means than the interface. */
export function askedOf(fields: Fields): Query {
  return { field: (name) => fields[name] ?? '', group: undefined };
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
