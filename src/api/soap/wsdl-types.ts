import { element } from '../../kernel/xml/text.ts';
import type { FieldShape, RecordShape } from '../operations/records.ts';
import type { Method, MethodParameter, ResultShape } from './method.ts';

/** The types of all messages, in the order in which the operations first need them. */
export function wsdlTypes(methods: readonly Method[], namespace: string): string[] {
  const written = new Set<string>();
  const roots = new Map(methods.map(({ result }) => [documentRoot(result), typeOf(result)]));
  const attributes = { elementFormDefault: 'qualified', targetNamespace: namespace };
  const schema = element('s:schema', attributes, [
    ...methods.flatMap((method) => elementsOf(method, written)),
    ...roots.entries().flatMap(([name, type]) => {
      return name && type ? element('s:element', { name, nillable: 'true', type }) : [];
    }),
  ]);
  return element('wsdl:types', {}, schema);
}

/** The root element of an HTTP binding's answer; an empty result has none. */
export function documentRoot(result: ResultShape): string | undefined {
  if (result === 'empty') return undefined;
  return result === 'text' ? 'string' : `ArrayOf${result.name}`;
}

function elementsOf({ name, parameters, result }: Method, written: Set<string>): string[] {
  const type = typeOf(result);
  return [
    ...messageElement(name, parameters.flatMap(parameterElement)),
    ...messageElement(`${name}Response`, type ? optional(`${name}Result`, type) : []),
    ...(typeof result === 'string' ? [] : listTypes(result, written)),
  ];
}

function messageElement(name: string, members: string[]): string[] {
  return element('s:element', { name }, element('s:complexType', {}, sequence(members)));
}

function parameterElement({ name, type }: MethodParameter): string[] {
  if (type === 'string') return optional(name, 's:string');
  return element('s:element', { minOccurs: '1', maxOccurs: '1', name, type: 's:boolean' });
}

function typeOf(result: ResultShape): string | undefined {
  const root = documentRoot(result);
  return root && (result === 'text' ? 's:string' : `tns:${root}`);
}

/** The type of a list, of its items and of nested types, each at its first use. */
function listTypes(item: RecordShape, written: Set<string>): string[] {
  if (written.has(item.name)) return [];
  written.add(item.name);
  const { name } = item;
  const repeated = { minOccurs: '0', maxOccurs: 'unbounded', name, nillable: 'true' };
  return [
    ...complexType(`ArrayOf${name}`, element('s:element', { ...repeated, type: `tns:${name}` })),
    ...complexType(name, item.fields.flatMap(fieldElement)),
    ...item.fields.flatMap((field) => fieldTypes(field, written)),
  ];
}

function fieldTypes(field: FieldShape, written: Set<string>): string[] {
  switch (field.type) {
    case 'text':
      return [];
    case 'list':
      return listTypes(field.of, written);
    case 'nothing':
      if (written.has(field.name)) return [];
      written.add(field.name);
      return complexType(field.name, []);
  }
}

function fieldElement(field: FieldShape): string[] {
  switch (field.type) {
    case 'text':
      return optional(field.name, 's:string');
    case 'list':
      return optional(field.name, `tns:ArrayOf${field.of.name}`);
    case 'nothing':
      return optional(field.name, `tns:${field.name}`, field.isNillable);
  }
}

function complexType(name: string, members: string[]): string[] {
  return element('s:complexType', { name }, sequence(members));
}

function sequence(members: string[]): string[] {
  return members.length === 0 ? [] : element('s:sequence', {}, members);
}

function optional(name: string, type: string, isNillable = false): string[] {
  const nillable = isNillable ? { nillable: 'true' } : {};
  return element('s:element', { minOccurs: '0', maxOccurs: '1', name, ...nillable, type });
}
