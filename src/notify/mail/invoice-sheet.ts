import { leftOf, restOf } from '../../invoicing/pay-links/parts.ts';
import { inLanguage, speaker, type Text } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { InvoiceField } from '../../parties/businesses/invoice-fields.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { billedOf, type InvoiceDetails } from '../../payments/invoice.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import type { Billed } from '../../payments/order.ts';
import type { Payment } from '../../payments/payment.ts';
import { partRows } from './invoice-parts.ts';
import { faceOn, linesOf, nameOf, row, senderOf } from './receipt-facts.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords, plainDayWords } from './wording.ts';
import { common, invoices as texts } from './words/receipts.ts';

export type InvoicePaper = {
  readonly invoice: Invoice;
  /** Ten digits. */
  readonly number: string;
  readonly face: PublicProfile;
  readonly standing: 'due' | 'paid' | 'expired' | 'void';
  /** The payments of its parts, the earliest first. */
  readonly parts: readonly Payment[];
  /** The page to pay it: only for its payer. */
  readonly payAddress?: string | undefined;
};

type Words = { readonly title: Text; readonly tone: Sheet['tone']; readonly paragraph?: Text };

const words: Readonly<Record<InvoicePaper['standing'], Words>> = {
  due: { title: texts.due, tone: 'plain' },
  paid: { title: texts.paid, tone: 'good', paragraph: texts.paidText },
  expired: { title: texts.expired, tone: 'bad', paragraph: texts.expiredText },
  void: { title: texts.void, tone: 'bad', paragraph: texts.voidText },
};

/** An invoice as a sheet: the facts and lines that its page shows. */
export function invoiceSheet(paper: InvoicePaper): Sheet {
  const { invoice, number, standing, payAddress, parts } = paper;
  const { details, amountCents, currency } = invoice;
  const face = faceOn(details, paper.face);
  const language = languageOf(face);
  const say = speaker(language);
  const whole = moneyWords(amountCents, currency, language);
  const amount = standing === 'due' ? moneyWords(restOf(invoice), currency, language) : whole;
  const { title, tone, paragraph: usual } = words[standing];
  const isEnded = standing === 'expired' || standing === 'void';
  const paragraph = isEnded && parts.length > 0 ? texts.restEnded : usual;
  const isTest = face.environment === 'sandbox';
  const lines = linesOf(details, face, currency);
  const isTotalShown = lines.length + parts.length > 0 && face.invoiceFields.has('amount');
  const subject = say(texts.subject(number, nameOf(face)));
  return {
    language: face.language,
    subject: isTest ? say(common.test(subject)) : subject,
    banner: isTest ? say(common.noMoneyIs) : undefined,
    sender: senderOf(face),
    amount,
    title: say(title),
    tone,
    paragraphs: paragraph ? [say(paragraph)] : [],
    facts: [
      ...factsOf(paper, face),
      { label: say(texts.id), value: number },
      ...(isTotalShown && lines.length === 0 ? [{ label: say(common.total), value: whole }] : []),
      ...partRows(parts, leftOf(invoice), face),
    ],
    lines,
    total:
      isTotalShown && lines.length > 0 ? { label: say(common.total), value: whole } : undefined,
    action: payAddress === undefined ? undefined : { label: say(texts.payHere), value: payAddress },
    remarks: remarksOf(face),
  };
}

function factsOf({ invoice }: InvoicePaper, face: PublicProfile): Row[] {
  const { details, createdAt } = invoice;
  const language = languageOf(face);
  const say = speaker(language);
  const has = (field: InvoiceField) => face.invoiceFields.has(field);
  const isDated = has('statement_date') && details.bill !== undefined;
  const facts: (Row | false | undefined)[] = [
    !isDated && { label: say(common.date), value: dayWords(createdAt, face.timeZone, language) },
    ...invoiceFacts(invoice, face).map(([label, value]) => row(label, value, longest)),
    has('description') && row(say(common.for), details.description, lengths.description),
  ];
  return facts.filter((one) => one !== undefined && one !== false);
}

/** The facts of an invoice that the type of the business shows. */
export function invoiceFacts(
  { orderNumber, details }: Pick<Invoice, 'orderNumber' | 'details'>,
  face: Pick<PublicProfile, 'invoiceFields' | 'language'>,
): (readonly [label: string, value: string | undefined])[] {
  const { bill } = details;
  const language = languageOf(face);
  const say = speaker(language);
  const longDate = (day: string | undefined) => day && plainDayWords(day, language);
  const facts: (readonly [InvoiceField, string, string | undefined])[] = [
    ['order_number', say(common.invoiceNumber), orderNumber],
    ['invoice_reference', say(common.invoiceReference), details.invoiceExternalId],
    ['payer', say(texts.billedTo), payerOf(billedOf(details))],
    ['account_number', say(common.accountNumber), bill?.accountNumber],
    ['reference', say(common.reference), bill?.accountNumber2],
    ['statement_date', say(texts.statementDate), longDate(bill?.statementOn)],
    ...daysOf(bill).map(([label, day]) => ['due_date', say(label), longDate(day)] as const),
  ];
  return facts.flatMap(([field, ...fact]) => (face.invoiceFields.has(field) ? [fact] : []));
}

/** By when it is to be paid, and until when it can be, which is the same where nothing else is said. */
function daysOf(bill: InvoiceDetails['bill']): (readonly [label: Text, day: string])[] {
  const { dueOn, expiresOn } = bill ?? {};
  const payBy = dueOn ?? expiresOn;
  return [
    ...(payBy ? [[texts.payBy, payBy] as const] : []),
    ...(expiresOn && expiresOn !== payBy ? [[texts.payableUntil, expiresOn] as const] : []),
  ];
}

/** The longest of these values. */
const longest = Math.max(lengths.orderNumber, lengths.externalId, 2 * lengths.name + 1);

/** The person billed. */
export function payerOf({ billTo: { firstName, lastName } }: Billed): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function remarksOf(face: PublicProfile): string[] {
  const ways = face.phone !== '' || face.email !== '' || face.address.length > 0;
  return ways ? [inLanguage(languageOf(face), texts.ask(nameOf(face)))] : [];
}
