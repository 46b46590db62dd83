import { envelopeOf, namespace, resultText } from '../asmx/bindings.ts';
import type { Credentials } from './installation.ts';
import type { HttpRequest } from './post.ts';

type Fields = Readonly<Record<string, string>>;

/** The ways in which a campaign's clients call. */
export const doors = ['json', 'form', 'address', 'soap'] as const;
export type Door = (typeof doors)[number];

/** A request for one operation, as the clients of each interface write it. */
export function requestOf(
  door: Door,
  operation: string,
  fields: Fields,
  { username, apiKey }: Credentials,
  key: string | undefined,
): HttpRequest {
  const keyed: Fields = key === undefined ? {} : { 'Idempotency-Key': key };
  if (door === 'json') {
    const basic = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
    const headers = { ...keyed, Authorization: basic, 'Content-Type': 'application/json' };
    return { path: `/api/Default/${operation}`, headers, body: JSON.stringify(fields) };
  }
  const sent = { Token: apiKey, Username: username, ...fields };
  const path = '/Service.asmx';
  if (door === 'soap') {
    const action = `"${namespace}${operation}"`;
    const headers = { ...keyed, 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action };
    return { path, headers, body: envelopeOf('1.1', operation, sent) };
  }
  const text = String(new URLSearchParams(sent));
  if (door === 'address') {
    return { method: 'GET', path: `${path}/${operation}?${text}`, headers: keyed, body: '' };
  }
  const headers = { ...keyed, 'Content-Type': 'application/x-www-form-urlencoded' };
  return { path: `${path}/${operation}`, headers, body: text };
}

/** The JSON of the answer without the envelope of its interface; undefined when the interface documents no such body. */
export function answerIn(door: Door, operation: string, body: string): string | undefined {
  if (door === 'json') return body;
  return resultText(door === 'soap' ? 'SOAP 1.1' : 'HTTP POST', operation, body);
}
