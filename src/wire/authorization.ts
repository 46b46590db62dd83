import type { Credentials } from '../businesses/authenticate.ts';

/** `Basic base64(Username:APIKey)`. Undefined for anything else, said by nobody why. */
export function readBasic(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > 1024) return undefined;
  const encoded = /^ *basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { username: text.slice(0, colon), apiKey: text.slice(colon + 1) };
}
