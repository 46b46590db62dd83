import { inLanguage, usualLanguage } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { PaymentData, SubscriptionData } from '../../runtime/event-kinds.ts';
import type { AnyEvent } from '../../runtime/events.ts';
import { isHappening, whatOf } from './happening.ts';
import { anyPlaceholder, type MailKind, type OwnWords, type Placeholder } from './mail-template.ts';
import { plain } from './plain.ts';
import type { Sheet } from './sheet.ts';
import type { Subject } from './subjects.ts';
import { isOfSubscription } from './subscription-mail.ts';
import { isValidating } from './validation-mail.ts';
import { dayWords, methodWords } from './wording.ts';
import { common } from './words/receipts.ts';

/** What placeholders stand for in one mail; without those that are not known. */
export type Values = ReadonlyMap<Placeholder, string>;

/** Undefined: it has no words of the business. */
export function templateKindOf(event: AnyEvent): MailKind | undefined {
  if (isHappening(event)) {
    // A debit that we withdrew: it is no cancellation, and says what the payer has to do.
    if (event.kind === 'payment.voided' && event.data.payerIsAsked) return undefined;
    return whatOf(event).kind;
  }
  return isOfSubscription(event) || isValidating(event) ? event.kind : undefined;
}

export function valuesOf(
  { event, payment, payer }: Pick<Subject, 'event' | 'payment' | 'payer'>,
  sheet: Sheet,
  face: PublicProfile,
): Values {
  const { orderNumber, method, brand, last4, planCode, amountCents, currency, chargedAt } =
    event.data as Told;
  const language = languageOf(face);
  const money = (cents: string) => moneyWords(BigInt(cents), currencyIn({ currency }), language);
  const at = isHappening(event) ? whatOf(event).at : chargedAt ? new Date(chargedAt) : event.at;
  const accountKind = payment?.details.account?.kind;
  const [firstName, lastName] = [nameIn(payer.firstName), nameIn(payer.lastName)];
  const isName = !leadsAway.test(`${firstName} ${lastName}`);
  const all: readonly (readonly [Placeholder, string | false | undefined])[] = [
    ['firstName', isName && firstName],
    ['lastName', isName && lastName],
    ['business', sheet.sender.name],
    ['amount', sheet.amount ?? (amountCents && money(amountCents))],
    ['orderNumber', plain(orderNumber ?? '', lengths.orderNumber)],
    ['method', method && last4 && methodWords({ method, brand, last4, accountKind }, language)],
    ['date', dayWords(at, face.timeZone, language)],
    ['plan', plain(planCode ?? '', lengths.externalId)],
  ];
  return new Map(all.flatMap(([name, value]) => (value ? [[name, value] as const] : [])));
}

/** What events of some kinds have. */
type Told = Partial<PaymentData & SubscriptionData & { readonly chargedAt: string }>;

/**
 * A stranger who pays types any name, and any mail address. A name that holds an address of the web or a telephone number
 * would lead the reader there from the subject of a mail: it counts as not known.
 */
const leadsAway = /[/@]|[.\u3002][\p{L}\p{M}]{2,}|(?:\p{N}\P{N}*){7}/u;

/** As people see it: signs that look like others are those, and signs that nobody sees are gone. */
function nameIn(sent = ''): string {
  const seen = sent.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return plain(seen, lengths.name);
}

/** Kinds whose first sentence says only what title, sum and facts say, too: the own opening takes its place. */
export const isSaidAgain: ReadonlySet<MailKind> = new Set(['payment.captured', 'payment.refunded']);

/** A mail with own words. All the rest stands as before: sums, lines, links, what the payer has to know or to do. */
export function inOwnWords(
  sheet: Sheet,
  { kind, subject, opening, closing }: OwnWords & { readonly kind: MailKind },
  values: Values,
): Sheet {
  const [own] = linesOf(subject, values);
  const openingLines = linesOf(opening, values);
  const usual = openingLines.length > 0 && isSaidAgain.has(kind) ? 1 : 0;
  return {
    ...sheet,
    subject: own === undefined ? sheet.subject : marked(own, sheet),
    paragraphs: [...openingLines, ...sheet.paragraphs.slice(usual)],
    closing: linesOf(closing, values),
  };
}

/** A test is called one, whatever its subject. */
function marked(subject: string, { banner, language = usualLanguage }: Sheet): string {
  return banner === undefined ? subject : inLanguage(language, common.test(subject));
}

/** A line with a value that is not known of this payer is left out: no mail says "Dear ,". */
function linesOf(words: string | undefined, values: Values): string[] {
  const lines = (words ?? '').split(/\r\n|[\r\n]/).map((line) => plain(line, lengths.mailText));
  return lines
    .filter((line) => line !== '' && namesIn(line).every((name) => values.has(name)))
    .map((line) => line.replace(anyPlaceholder, (_, name: Placeholder) => values.get(name)!));
}

/** The placeholders of own words. */
export function namesIn(words: string): Placeholder[] {
  return [...words.matchAll(anyPlaceholder)].map(([, name]) => name as Placeholder);
}
