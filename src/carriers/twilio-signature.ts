import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../base/secret.ts';

type Signed = {
  /** The whole public address that was called, with its query. */
  readonly url: string;
  readonly form: Form;
};

/** What a form holds, each name with all its values. */
export type Form = ReadonlyMap<string, readonly string[]>;

/**
 * Whether the account with this token sent it: an HMAC over the address and the form, as Twilio says in
 * https://www.twilio.com/docs/usage/security. It signs the address with its port or without.
 */
export function isSignedByTwilio(token: Secret, { url, form }: Signed, signature: string): boolean {
  const given = Buffer.from(signature);
  const fields = [...form.keys()]
    .sort()
    .flatMap((name) => [...new Set(form.get(name))].sort().map((value) => name + value))
    .join('');
  const rights = spellings(url).map((one) => {
    const whole = createHmac('sha1', token.reveal()).update(one + fields);
    return Buffer.from(whole.digest('base64'));
  });
  return rights.some((right) => right.length === given.length && timingSafeEqual(right, given));
}

/** With and without its port. */
function spellings(url: string): string[] {
  const [, scheme, host, port, rest] =
    /^(https?):\/\/((?:\[[^\]]*\]|[^/:?]+))(?::(\d+))?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) return [url];
  if (port !== undefined) return [url, `${scheme}://${host}${rest}`];
  return [url, `${scheme}://${host}:${scheme === 'https' ? 443 : 80}${rest}`];
}
