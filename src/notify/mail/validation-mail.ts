import { confirmDays, mostWrongTries } from '../../ach/validation/validation.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { AnyEvent, EventOf } from '../../runtime/events.ts';
import { plain } from './plain.ts';
import { senderOf } from './receipt-facts.ts';
import type { Sheet } from './sheet.ts';

export type ValidatingEvent = EventOf<'payment.account_validating'>;

export function isValidating(event: AnyEvent): event is ValidatingEvent {
  return event.kind === 'payment.account_validating';
}

/** Asks the payer to confirm two micro-deposits. It names no amount: knowing them is the proof. */
export function validationSheet(
  { data }: ValidatingEvent,
  face: PublicProfile,
  address: string,
): Sheet {
  const name = plain(face.name, lengths.name);
  const isSandbox = face.environment === 'sandbox';
  const subject = `Please confirm your bank account for ${name}`;
  return {
    subject: isSandbox ? `[TEST] ${subject}` : subject,
    banner: isSandbox ? 'TEST – no money is moved' : undefined,
    sender: senderOf(face),
    title: 'Confirm your bank account',
    amount: undefined,
    tone: 'plain',
    paragraphs: [
      `You paid ${name} ${moneyWords(BigInt(data.amountCents), currencyIn(data))} from this bank account for the first time.`,
      'Within one or two banking days your account statement shows two small deposits, each of less than a dollar and ' +
        'marked ACCTVERIFY; they are taken back right away. Open the page below and name both amounts: then your payment is sent.',
      `You have ${confirmDays} days for this, and ${mostWrongTries} tries. If the amounts are not confirmed, your payment is not sent.`,
    ],
    facts: [{ label: 'Account ending', value: plain(data.last4, lengths.name) }],
    lines: [],
    total: undefined,
    action: { label: 'Confirm the amounts', value: address },
    remarks: [`You get this since a payment to ${name} was made from your bank account.`],
  };
}
