import { xmlAttribute, xmlText } from '../../kernel/xml/text.ts';
import type { FieldShape, RecordShape, Row } from '../operations/records.ts';
import type { Outcome, ResultShape } from './method.ts';

type Value = Outcome['value'];
type Rows = readonly (Row | null)[];
/** Layout of a document: SOAP on one line, the HTTP bindings indented. */
type Style = { readonly isSoap: boolean; readonly newline: string };

const onOneLine: Style = { isSoap: true, newline: '' };
const indented: Style = { isSoap: false, newline: '\n' };

/** The element in the body of a SOAP answer. */
export function soapResult(
  name: string,
  shape: ResultShape,
  value: Value,
  namespace: string,
): string {
  const open = `${name}Response xmlns="${xmlAttribute(namespace)}"`;
  if (shape === 'empty' || value === null || value === undefined) return `<${open} />`;
  const content =
    typeof value === 'string' ? xmlText(value) : items(shape as RecordShape, value, onOneLine, '');
  const result = content === '' ? `<${name}Result />` : `<${name}Result>${content}</${name}Result>`;
  return `<${open}>${result}</${name}Response>`;
}

/** The document of the HTTP bindings; undefined where the answer has no body. */
export function httpResult(
  shape: ResultShape,
  value: Value,
  namespace: string,
): string | undefined {
  if (shape === 'empty') return undefined;
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
  const ns = `xmlns="${xmlAttribute(namespace)}"`;
  const root = shape === 'text' ? 'string' : `ArrayOf${shape.name}`;
  if (value === null || value === undefined) {
    return `${declaration}<${root} ${instances} xsi:nil="true" ${ns} />`;
  }
  if (typeof value === 'string') {
    const text = xmlText(value);
    return `${declaration}${text === '' ? `<${root} ${ns} />` : `<${root} ${ns}>${text}</${root}>`}`;
  }
  const content = items(shape as RecordShape, value, indented, '  ');
  const open = `<${root} ${instances} ${ns}`;
  return `${declaration}${content === '' ? `${open} />` : `${open}>${content}\n</${root}>`}`;
}

const instances =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

function items(shape: RecordShape, rows: Rows, style: Style, indent: string): string {
  const lead = style.newline + (style.isSoap ? '' : indent);
  return rows
    .map((row) => {
      const isNil = row === null || (style.isSoap && shape.isNilInSoap);
      const element = isNil
        ? `<${shape.name} xsi:nil="true" />`
        : record(shape, row, style, indent);
      return lead + element;
    })
    .join('');
}

function record({ name, fields }: RecordShape, row: Row, style: Style, indent: string): string {
  const deeper = `${indent}  `;
  const lead = style.newline + (style.isSoap ? '' : deeper);
  const content = fields
    .map((field) => element(field, row[field.name], style, deeper))
    .filter((text) => text !== '')
    .map((text) => lead + text)
    .join('');
  return content === '' ? `<${name} />` : `<${name}>${content}${closing(style, indent)}</${name}>`;
}

/** Nothing for an absent value. */
function element(field: FieldShape, value: Row[string], style: Style, indent: string): string {
  const { name } = field;
  if (value === undefined) return '';
  if (value === null) {
    return field.type === 'nothing' && field.isNillable ? `<${name} xsi:nil="true" />` : '';
  }
  const content =
    field.type === 'list'
      ? items(field.of, value as Rows, style, `${indent}  `)
      : xmlText(value as string);
  if (content === '') return `<${name} />`;
  return `<${name}>${content}${field.type === 'list' ? closing(style, indent) : ''}</${name}>`;
}

function closing(style: Style, indent: string): string {
  return style.isSoap ? '' : style.newline + indent;
}
