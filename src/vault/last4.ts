import type { Secret } from '../base/secret.ts';

/** Of a card or account number: what may be shown of it, so that a person can tell which one it is. */
export function last4Of(number: Secret): string {
  return number.reveal().slice(-4);
}
