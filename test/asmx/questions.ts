import assert from 'node:assert/strict';
import { type Asked, type Heard, namespace } from './echo-server.ts';

export const soapNamespaces = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;
export type Version = keyof typeof soapNamespaces;
export const types = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
} as const;

/** An envelope with these elements in its body; `before` stands in front of the body, `behind` after it. */
export function enveloped(
  body: string,
  { version = '1.1' as Version, before = '', behind = '' } = {},
) {
  return (
    `<s:Envelope xmlns:s="${soapNamespaces[version]}">${before}<s:Body>${body}</s:Body>` +
    `${behind}</s:Envelope>`
  );
}

/** `<CheckPhoneType>` with these elements in it. */
export function called(values: string, operation = 'CheckPhoneType'): string {
  return `<${operation} xmlns="${namespace}">${values}</${operation}>`;
}

export const plainCall = called('<Token>abc</Token>');
export const actionOf = (operation: string) => `SOAPAction: "${namespace}${operation}"`;

type SoapOptions = {
  readonly version?: Version;
  readonly type?: string;
  /** Header lines in place of SOAPAction. */
  readonly headers?: readonly string[];
  readonly target?: string;
};

/** SOAP with these bytes as they are. */
export function soap(body: string | Buffer, options: SoapOptions = {}): Asked {
  const { version = '1.1', target = '/Service.asmx' } = options;
  const { type = types[version] } = options;
  const { headers = version === '1.1' ? [actionOf('CheckPhoneType')] : [] } = options;
  return { line: `POST ${target}`, headers: [`Content-Type: ${type}`, ...headers], body };
}

export const formType = 'Content-Type: application/x-www-form-urlencoded';

export function get(operation: string, query: string): Asked {
  return { line: `GET /Service.asmx/${operation}?${query}` };
}

export function post(operation: string, body: string | Buffer, headers = [formType]): Asked {
  return { line: `POST /Service.asmx/${operation}`, headers, body };
}

/**
 * What an answer says, in one line: `200 [abc]`, `200 null`, `500 soap:Client the text of a fault`, `400` of
 * an empty one. A plain text loses the newline at its end, anything else is left as it is.
 */
export function gist({ status, headers, body }: Heard): string {
  if (body === '') return `${status}`;
  if (headers.get('content-type')?.startsWith('text/plain')) {
    assert.match(body, /\n$/);
    return `${status} ${body.trimEnd()}`;
  }
  const result =
    /<(\w+)Result>(.*)<\/\1Result>/s.exec(body)?.[2] ??
    /^<\?xml[^>]*\?>\r?\n<string [^>]*>(.*)<\/string>$/s.exec(body)?.[1];
  if (result !== undefined) return `${status} ${unescaped(result)}`;
  if (/<\w+Result \/>|<string xmlns="[^"]*" \/>/.test(body)) return `${status} `;
  if (/<\w+Response xmlns="[^"]*" \/>|<string [^>]*xsi:nil="true"/.test(body))
    return `${status} null`;
  const [, code, text] =
    /<faultcode>(.*)<\/faultcode><faultstring>(.*)<\/faultstring>/s.exec(body) ??
    /<soap:Value>(.*)<\/soap:Value>.*<soap:Text xml:lang="en">(.*)<\/soap:Text>/s.exec(body) ??
    [];
  return code === undefined ? `${status} ${body}` : `${status} ${code} ${unescaped(text!)}`;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
