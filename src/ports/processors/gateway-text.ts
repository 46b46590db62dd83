import { longestCardNumber, maskCardNumbers } from '../../kernel/mask.ts';
import { parseMoney } from '../../kernel/money.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { NotSent, Rejection, Unknown } from './processor.ts';

/* Texts that go to a gateway, and those that come from it. */

/** A gateway's id of a transaction: it goes into later requests and into logs. */
export function isTransactionId(text: string): boolean {
  return /^\w{1,40}$/.test(text);
}

/** An amount as gateways write it, in decimals; undefined if it is none. */
export function centsOf(amount: string, currency?: string): bigint | undefined {
  const cents = parseMoney(amount, currency);
  return cents.ok ? cents.value : undefined;
}

/** Some gateways write the amount of a refund as negative. */
export function unsigned(amount: string): string {
  return amount.replace(/^-/, '');
}

/** A code of a gateway as a reason may contain it: a reason contains no other text of the gateway. */
export function digitsOf(code: string): string {
  return /^\d{1,4}$/.test(code) ? code : '?';
}

/** The same for a status. */
export function wordOf(status: string): string {
  return /^[A-Za-z_]{1,40}$/.test(status) ? status : '?';
}

/** The last word is the last name. */
export function payerName(holder: string): { readonly first: string; readonly last: string } {
  const name = holder.trim();
  const lastBlank = name.lastIndexOf(' ');
  if (lastBlank === -1) return { first: name, last: '' };
  return { first: name.slice(0, lastBlank).trim(), last: name.slice(lastBlank + 1) };
}

export const unfitReference: Rejection = {
  outcome: 'rejected',
  message: 'The reference does not fit into a field of the gateway.',
};
export const unknownCharge: Rejection = {
  outcome: 'rejected',
  message: 'The gateway knows no such charge.',
};
export const asksToWait: NotSent = { outcome: 'not_sent', reason: 'the gateway asks to wait' };
export const unreadable = 'unreadable answer';

export function unknown(reason: string): Unknown {
  return { outcome: 'unknown', reason };
}

/** The gateway has it, and its outcome is not certain. */
export function there(reason: string): Unknown {
  return { outcome: 'unknown', reason, isThere: true };
}

/** The gateway answers, but does not say whether it happened. */
export function answered(reason: string): Unknown {
  return { outcome: 'unknown', reason, isAnswered: true };
}

/** The gateway refuses the account, and would refuse every payment after this one. */
export function refusedAccount(merchant: string | undefined, text: string): Rejection {
  const account = merchant === undefined ? 'The account' : `The account ${merchant}`;
  const message = `${account} at the gateway is refused: ${text}`;
  return { outcome: 'rejected', message, account: 'refused' };
}

/** The account lacks a right, but may do other things: it is not stopped. */
export function missingRight(text: string): Rejection {
  const message = `The account at the gateway has no right to this: ${text}`;
  return { outcome: 'rejected', message, because: 'right' };
}

/** The gateway cannot read the request, and will read none like it until our code is corrected. */
export function malformed(text: string): Rejection {
  const message = `The gateway cannot read the request: ${text}`;
  return { outcome: 'rejected', message, because: 'malformed' };
}

/** The part of our side that is refused: the account, a right of it, a stored card, or the form of our requests. */
export type Refused = 'account' | 'right' | 'token' | 'form';

/** An account without the right to this charge has no right to the next one either. `merchant`: the account's name. */
export function rejectionFor(
  refuses: Refused | undefined,
  message: string,
  { merchant, isCharge = false }: { merchant?: string | undefined; isCharge?: boolean } = {},
): Rejection {
  switch (refuses) {
    case 'account':
      return refusedAccount(merchant, message);
    case 'right':
      return isCharge ? refusedAccount(merchant, message) : missingRight(message);
    case 'token':
      return { outcome: 'rejected', message, because: 'token' };
    case 'form':
      return malformed(message);
    case undefined:
      return { outcome: 'rejected', message };
  }
}

const longestText = 200;

/** A text of the gateway without the secrets that we sent. */
export function cleanText(text: string, secrets: readonly (Secret | undefined)[]): string {
  let clean = text.replaceAll(/\p{Cc}/gu, ' ');
  for (const secret of secrets) {
    const value = secret?.reveal();
    if (value) clean = clean.replaceAll(value, '[secret]');
  }
  // Masked before it is cut: part of a card number is not recognized.
  const start = clean.slice(0, longestText + longestCardNumber);
  return maskCardNumbers(start, { glued: true }).slice(0, longestText);
}
