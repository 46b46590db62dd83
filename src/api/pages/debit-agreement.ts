import { hash } from 'node:crypto';
import { inLanguage } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { faceOn } from '../../notify/mail/receipt-facts.ts';
import { dayWords, phoneWords } from '../../notify/mail/wording.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import type { AskedLink } from './part-choice.ts';
import { agreement } from './words/pay.ts';

/**
 * The authorization text that a web debit must have: payee, account, amount, date, and how to revoke it. Stored with the
 * invoice as it was shown, because the business must show it on request of its bank.
 */
export function debitAgreement({ invoice, world, business, face: own, asked }: AskedLink): string {
  const { name, phone, email } = faceOn(invoice.details, own);
  const language = languageOf(own);
  const text = agreement.text({
    name,
    amount: moneyWords(asked.cents, invoice.currency, language),
    day: dayWords(world.now(), business.timeZone, language),
    contact: phone ? phoneWords(phone) : email,
    hasDeposits: business.terms.accountValidation === 'micro_deposits',
  });
  return inLanguage(language, text);
}

/** Posted with the form, so that only the text that was shown is agreed to. */
export function markOf(agreement: string): string {
  return hash('sha256', agreement, 'base64url').slice(0, 16);
}
