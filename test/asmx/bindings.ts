import { envelopeNamespaces } from '../../src/api/soap/soap-request.ts';
import { xmlText } from '../../src/kernel/xml/text.ts';

/** The four ways to call one operation, as the clients of each are written. */
export const bindings = ['SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'] as const;
export type BindingName = (typeof bindings)[number];

/** In the order in which they are sent. */
export type Sent = Readonly<Record<string, string>>;
export type Heard = { readonly status: number; readonly headers: Headers; readonly body: string };

export const namespace = 'http://quittance.local/';

export async function callBy(
  binding: BindingName,
  baseUrl: string,
  name: string,
  sent: Sent,
  headers: Sent = {},
): Promise<Heard> {
  const [url, init] = requestOf(binding, `${baseUrl}/Service.asmx`, name, sent);
  const answer = await fetch(url, { ...init, headers: { ...init.headers, ...headers } });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

function requestOf(
  binding: BindingName,
  url: string,
  name: string,
  sent: Sent,
): [url: string, init: RequestInit] {
  switch (binding) {
    case 'SOAP 1.1': {
      const headers = {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: `"${namespace}${name}"`,
      };
      return [url, { method: 'POST', headers, body: envelopeOf('1.1', name, sent) }];
    }
    case 'SOAP 1.2': {
      const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
      return [url, { method: 'POST', headers, body: envelopeOf('1.2', name, sent) }];
    }
    case 'HTTP GET':
      return [`${url}/${name}?${new URLSearchParams(sent)}`, {}];
    case 'HTTP POST':
      return [`${url}/${name}`, { method: 'POST', body: new URLSearchParams(sent) }];
  }
}

export function envelopeOf(version: '1.1' | '1.2', name: string, sent: Sent): string {
  const values = Object.entries(sent).map(([key, text]) => `<${key}>${xmlText(text)}</${key}>`);
  return (
    `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${envelopeNamespaces[version]}"><s:Body>` +
    `<${name} xmlns="${namespace}">${values.join('')}</${name}></s:Body></s:Envelope>`
  );
}

/** The text between the tags of this element, as a client reads it; undefined when it is not there. */
export function textOf(body: string, element: string): string | undefined {
  const found = new RegExp(`<${element}[^>]*?(?:/>|>([^<]*)</)`).exec(body);
  return found ? unescaped(found[1] ?? '') : undefined;
}

/** The text of a string result. */
export function resultText(binding: BindingName, name: string, body: string): string | undefined {
  return textOf(body, binding.startsWith('SOAP') ? `${name}Result` : 'string');
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
