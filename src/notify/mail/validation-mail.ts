import { confirmDays, mostWrongTries } from '../../ach/validation/validation.ts';
import { speaker } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { AnyEvent, EventOf } from '../../runtime/events.ts';
import { plain } from './plain.ts';
import { senderOf } from './receipt-facts.ts';
import type { Sheet } from './sheet.ts';
import { common, validation as words } from './words/receipts.ts';

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
  const language = languageOf(face);
  const say = speaker(language);
  const subject = say(words.subject(name));
  const amount = moneyWords(BigInt(data.amountCents), currencyIn(data), language);
  return {
    language: face.language,
    subject: isSandbox ? say(common.test(subject)) : subject,
    banner: isSandbox ? say(common.noMoneyIs) : undefined,
    sender: senderOf(face),
    title: say(words.title),
    amount: undefined,
    tone: 'plain',
    paragraphs: [
      say(words.firstTime(name, amount)),
      say(words.deposits),
      say(words.limits(confirmDays, mostWrongTries)),
    ],
    facts: [{ label: say(words.ending), value: plain(data.last4, lengths.name) }],
    lines: [],
    total: undefined,
    action: { label: say(words.confirm), value: address },
    remarks: [say(words.because(name))],
  };
}
