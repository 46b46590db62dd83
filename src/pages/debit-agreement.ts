import { hash } from 'node:crypto';
import { faceOn } from '../letters/receipt-facts.ts';
import { dayWords, dollars, phoneWords } from '../letters/wording.ts';
import type { OpenedLink } from '../pay-links/open-link.ts';

/**
 * What a debit that is agreed to on the web must say: who, from what, how much, when, and how to take it back. It is
 * kept with the invoice, word for word, since the business has to show it when its bank asks.
 */
export function debitAgreement({ invoice, world, business, face: own }: OpenedLink): string {
  const { name, phone, email } = faceOn(invoice.details, own);
  const contact = phone ? phoneWords(phone) : email;
  return (
    `I authorize ${name} to make a one-time electronic debit of ${dollars(invoice.amountCents)} from this ` +
    `account, on or after ${dayWords(world.now(), business.timeZone)}. I am an authorized user of this account. ` +
    `I can revoke this, before the debit is sent to my bank, by contacting ${name}${contact && ` at ${contact}`}.`
  );
}

/** Sent back with the form: a text that is not the one that somebody read was not agreed to. */
export function markOf(agreement: string): string {
  return hash('sha256', agreement, 'base64url').slice(0, 16);
}
