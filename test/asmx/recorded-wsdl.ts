import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldShape, RecordShape } from '../../src/api/operations/records.ts';
import type { Method, MethodParameter, ResultShape } from '../../src/api/soap/method.ts';
import { described } from './small-table.ts';

const folder = join(import.meta.dirname, '../../../shared/asmx');

/** Where tests against the recordings cannot run, why. */
export const noRecordings = existsSync(folder)
  ? false
  : 'SKIPPED: the recordings (../shared/asmx beside the checkout) are not here';

export const recordedNamespace = 'http://ws.example.test/';
export const recordedAddress = 'http://ws.example.test/Service.asmx';

export function recorded(file: string): string {
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
}

/** The operations as a recorded description tells them, read with nothing of ours. */
export function recordedMethods(wsdl: string): Method[] {
  const portType = between(wsdl, '<wsdl:portType name="ServiceSoap">', '</wsdl:portType>');
  const names = [...portType.matchAll(/<wsdl:operation name="(\w+)">/g)].map(([, name]) => name!);
  return names.map((name) => {
    const result = membersOf(wsdl, 's:element', `${name}Response`)[0]?.type;
    return described(
      name,
      membersOf(wsdl, 's:element', name).map(parameter),
      shapeOf(wsdl, result),
    );
  });
}

type Member = { readonly name: string; readonly type: string; readonly isNillable: boolean };

function parameter({ name, type }: Member): MethodParameter {
  return { name, type: type === 's:boolean' ? 'boolean' : 'string' };
}

function shapeOf(wsdl: string, type: string | undefined): ResultShape {
  if (type === undefined) return 'empty';
  return type === 's:string' ? 'text' : recordOf(wsdl, type);
}

function recordOf(wsdl: string, listType: string): RecordShape {
  const name = listType.replace('tns:ArrayOf', '');
  const fields = membersOf(wsdl, 's:complexType', name).map((member): FieldShape => {
    const { name, type, isNillable } = member;
    if (type === 's:string') return { name, type: 'text' };
    if (type.startsWith('tns:ArrayOf')) return { name, type: 'list', of: recordOf(wsdl, type) };
    return { name, type: 'nothing', isNillable };
  });
  return { name, fields };
}

function membersOf(wsdl: string, tag: string, name: string): Member[] {
  const body = between(wsdl, `\n      <${tag} name="${name}">`, `\n      </${tag}>`);
  return [...body.matchAll(/<s:element minOccurs[^>]*>/g)].map(([mark]) => ({
    name: / name="(\w+)"/.exec(mark)![1]!,
    type: / type="([\w:]+)"/.exec(mark)![1]!,
    isNillable: mark.includes('nillable="true"'),
  }));
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  if (from < 0) throw new Error(`the recording has no ${start}`);
  return text.slice(from, text.indexOf(end, from));
}
