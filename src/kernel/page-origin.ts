import { flaw, type Parsed, parsed } from './parsed.ts';

const form = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;
const near = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

const notAnOrigin = flaw(
  'malformed',
  'must be the origin of a page as browsers write it, such as https://shop.example.com, without a path',
);
const notSecure = flaw(
  'malformed',
  'must begin with https://; only a sandbox business may name http://localhost',
);

/** The origin of a foreign page, exactly as its browser compares it: no path, no wildcard. */
export function parsePageOrigin(text: string, environment: 'sandbox' | 'live'): Parsed<string> {
  // A colon, blank or semicolon more would be another directive of a content security policy.
  if (text.length > 253 || !form.test(text) || URL.parse(text)?.origin !== text) return notAnOrigin;
  if (text.startsWith('https:')) return parsed(text);
  return environment === 'sandbox' && near.test(text) ? parsed(text) : notSecure;
}
