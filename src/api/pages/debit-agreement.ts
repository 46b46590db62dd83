import { hash } from 'node:crypto';
import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { moneyWords } from '../../kernel/money.ts';
import { faceOn } from '../../notify/mail/receipt-facts.ts';
import { dayWords, phoneWords } from '../../notify/mail/wording.ts';

/**
 * The authorization text that a web debit must have: payee, account, amount, date, and how to revoke it. Stored with the
 * invoice, because the business must show it on request of its bank.
 */
export function debitAgreement({ invoice, world, business, face: own }: OpenedLink): string {
  const { name, phone, email } = faceOn(invoice.details, own);
  const contact = phone ? phoneWords(phone) : email;
  return (
    `I authorize ${name} to make a one-time electronic debit of ${moneyWords(invoice.amountCents, invoice.currency)} from this ` +
    `account, on or after ${dayWords(world.now(), business.timeZone)}.${microDeposits(business)} I am an authorized user of this account. ` +
    `I can revoke this, before the debit is sent to my bank, by contacting ${name}${contact && ` at ${contact}`}.`
  );
}

/** A payer who is debited to take back deposits must agree to that too. */
function microDeposits({ terms }: OpenedLink['business']): string {
  if (terms.accountValidation !== 'micro_deposits') return '';
  return ' To confirm the account, up to two deposits of less than a dollar may be made to it and taken back.';
}

/** Posted with the form, so that only the text that was shown is agreed to. */
export function markOf(agreement: string): string {
  return hash('sha256', agreement, 'base64url').slice(0, 16);
}
