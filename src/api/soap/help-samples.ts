import { declaration, element } from '../../kernel/xml/text.ts';
import type { FieldShape, RecordShape } from '../operations/records.ts';
import type { Method, MethodParameter } from './method.ts';
import { documentRoot } from './wsdl-types.ts';

/** A call and its answer on the wire, with placeholders such as `string` for values. */
export type Sample = {
  readonly protocol: string;
  readonly request: string;
  readonly response: string;
};

type Place = { readonly namespace: string; readonly address: string };

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const length = 'Content-Length: length';

const soap11 = {
  protocol: 'SOAP 1.1',
  prefix: 'soap',
  uri: 'http://schemas.xmlsoap.org/soap/envelope/',
  contentType: 'Content-Type: text/xml; charset=utf-8',
  actionHeaders: (action: string) => [`SOAPAction: "${action}"`],
};
const soap12: typeof soap11 = {
  protocol: 'SOAP 1.2',
  prefix: 'soap12',
  uri: 'http://www.w3.org/2003/05/soap-envelope',
  contentType: 'Content-Type: application/soap+xml; charset=utf-8',
  actionHeaders: () => [],
};

export function samples(method: Method, place: Place): Sample[] {
  return [
    soapSample(soap11, method, place),
    soapSample(soap12, method, place),
    getSample(method, place),
    postSample(method, place),
  ];
}

function soapSample(version: typeof soap11, method: Method, place: Place): Sample {
  const { protocol, contentType, actionHeaders } = version;
  const { name } = method;
  const action = `${place.namespace}${name}`;
  const namespace = { xmlns: place.namespace };
  const call = element(name, namespace, method.parameters.flatMap(parameterLines));
  const answer = element(`${name}Response`, namespace, resultLines(method));
  return {
    protocol,
    request: message(
      [requestLine('POST', place), hostLine(place), contentType, length, ...actionHeaders(action)],
      envelope(version, call),
    ),
    response: message(['HTTP/1.1 200 OK', contentType, length], envelope(version, answer)),
  };
}

function getSample(method: Method, place: Place): Sample {
  const path = method.parameters.length > 0 ? `/${method.name}?${form(method)}` : `/${method.name}`;
  return {
    protocol: 'HTTP GET',
    request: message([requestLine('GET', place, path), hostLine(place)], []),
    response: httpResponse(method, place),
  };
}

function postSample(method: Method, place: Place): Sample {
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const head = [requestLine('POST', place, `/${method.name}`), hostLine(place), type, length];
  return {
    protocol: 'HTTP POST',
    request: message(head, [form(method)]),
    response: httpResponse(method, place),
  };
}

function httpResponse({ result }: Method, { namespace }: Place): string {
  const status = 'HTTP/1.1 200 OK';
  const root = documentRoot(result);
  if (root === undefined) return status;
  const body =
    typeof result === 'string'
      ? filled(root, 'string', { xmlns: namespace })
      : element(
          root,
          { 'xmlns:xsi': xsi, 'xmlns:xsd': xsd, xmlns: namespace },
          twoItems(result, 'http'),
        );
  return message([status, soap11.contentType, length], [declaration, ...body]);
}

function requestLine(verb: string, { address }: Place, path = ''): string {
  return `${verb} ${new URL(address).pathname}${path} HTTP/1.1`;
}

function hostLine({ address }: Place): string {
  return `Host: ${new URL(address).host}`;
}

function message(head: readonly string[], body: readonly string[]): string {
  return [...head, '', ...body].join('\n').trimEnd();
}

function envelope({ prefix, uri }: typeof soap11, content: string[]): string[] {
  const namespaces = { 'xmlns:xsi': xsi, 'xmlns:xsd': xsd, [`xmlns:${prefix}`]: uri };
  const body = element(`${prefix}:Body`, {}, content);
  return [declaration, ...element(`${prefix}:Envelope`, namespaces, body)];
}

function form({ parameters }: Method): string {
  return parameters.map(({ name }) => `${name}=string`).join('&');
}

function parameterLines({ name, type }: MethodParameter): string[] {
  return filled(name, type);
}

function resultLines({ name, result }: Method): string[] {
  if (result === 'empty') return [];
  const tag = `${name}Result`;
  return result === 'text' ? filled(tag, 'string') : element(tag, {}, twoItems(result, 'soap'));
}

/** The binding of a record: some of its parts are written in one binding only. */
type Within = 'soap' | 'http';

function twoItems(item: RecordShape, within: Within): string[] {
  const isNil = within === 'soap' && item.isNilInSoap;
  const lines = isNil
    ? element(item.name, { 'xsi:nil': 'true' })
    : element(
        item.name,
        {},
        item.fields.flatMap((field) => fieldLines(field, within)),
      );
  return [...lines, ...lines];
}

function fieldLines(field: FieldShape, within: Within): string[] {
  switch (field.type) {
    case 'text':
      return filled(field.name, 'string');
    case 'list':
      return element(field.name, {}, twoItems(field.of, within));
    case 'nothing':
      return element(field.name, field.isNillable ? { 'xsi:nil': 'true' } : {});
  }
}

function filled(name: string, word: string, attributes: Readonly<Record<string, string>> = {}) {
  return [
    element(name, attributes, [word])
      .map((line) => line.trim())
      .join(''),
  ];
}
