import type { Currency } from '../../kernel/currency.ts';
import { speaker } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { fieldOfLine, type InvoiceField } from '../../parties/businesses/invoice-fields.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { plain } from './plain.ts';
import type { Row, Sheet } from './sheet.ts';
import {
  dayWords,
  methodWords,
  momentWords,
  phoneWords,
  plainDayWords,
  returnReason,
} from './wording.ts';
import { common, receipts as texts } from './words/receipts.ts';

export type Receipt = {
  readonly happening: Happening;
  readonly face: PublicProfile;
  readonly details: InvoiceDetails;
  /** The page to pay an invoice that is open again. */
  readonly payAddress?: string | undefined;
};

/** A receipt as a sheet: for mail, page and PDF alike. */
export function receiptFacts(receipt: Receipt): Sheet {
  const { happening, details } = receipt;
  const face = faceOn(details, receipt.face);
  const language = languageOf(face);
  const say = speaker(language);
  const money = (cents: bigint) => moneyWords(cents, happening.currency, language);
  const { title, subject, tone, paragraphs } = words[happening.kind](happening, face);
  const isCharge = happening.kind === 'payment.captured' || happening.kind === 'payment.queued';
  const { invoiceFields: shown } = face;
  const lines = isCharge ? linesOf(details, face, happening.currency) : [];
  return {
    language: face.language,
    subject: isTest(receipt) ? say(common.test(subject)) : subject,
    banner: isTest(receipt) ? say(common.noMoneyWas) : undefined,
    sender: senderOf(face),
    title,
    amount: money(sumOf(happening)),
    tone,
    paragraphs,
    facts: factsOf(happening, details, face),
    lines,
    total:
      lines.length > 0 && shown.has('amount')
        ? { label: say(common.total), value: money(sumOf(happening)) }
        : undefined,
    action:
      receipt.payAddress === undefined
        ? undefined
        : { label: say(common.pay(money(happening.askedCents))), value: receipt.payAddress },
    remarks: remarksOf(happening, face),
  };
}

/** The public profile of a business, with the details of the invoice itself. */
export function faceOn({ bill }: Pick<InvoiceDetails, 'bill'>, face: PublicProfile): PublicProfile {
  if (!bill) return face;
  const { name, phone, email, address1, address2, city, stateCode, postalCode } = bill.business;
  const place = [city, [stateCode, postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  const address = [address1, address2, place].filter((line): line is string => Boolean(line));
  return {
    ...face,
    name: name ?? face.name,
    phone: phone ?? face.phone,
    email: email ?? face.email,
    address: address.length > 0 ? address : face.address,
  };
}

export function senderOf({
  name,
  address,
  phone,
  email,
  branding,
}: PublicProfile): Sheet['sender'] {
  const ways = [...address, phone && phoneWords(phone), email];
  const lines = ways.map((line) => plain(line, lengths.address)).filter(Boolean);
  return { name: nameOf({ name }), lines, ...(branding && { branding }) };
}

export function nameOf({ name }: Pick<PublicProfile, 'name'>): string {
  return plain(name, lengths.name);
}

function isTest({ happening, face }: Pick<Receipt, 'happening' | 'face'>): boolean {
  return happening.isTest || face.environment === 'sandbox';
}

/** The sum of the receipt: of a refund, capture or return its own, else the paid sum. */
function sumOf({ kind, followUpCents, paidCents, askedCents }: Happening): bigint {
  if (kind === 'payment.returned') return followUpCents ?? askedCents;
  return kind === 'payment.voided' ? paidCents : (followUpCents ?? paidCents);
}

type Words = Pick<Sheet, 'title' | 'subject' | 'tone' | 'paragraphs'>;

/** What sentences are made of: the name of the business and amounts, in its language. */
function toldBy(face: PublicProfile, { currency }: Happening) {
  const language = languageOf(face);
  return {
    language,
    say: speaker(language),
    name: nameOf(face),
    money: (cents: bigint) => moneyWords(cents, currency, language),
  };
}

const words: Readonly<Record<HappeningKind, (what: Happening, face: PublicProfile) => Words>> = {
  'payment.captured': (what, face) => {
    const { say, name, money } = toldBy(face, what);
    const { paidCents, askedCents, followUpCents } = what;
    const isPart = followUpCents === undefined && paidCents < askedCents;
    return {
      title: say(texts.receipt),
      subject: say(texts.yours(name)),
      tone: 'good',
      paragraphs: [
        say(texts.youPaid(name, money(followUpCents ?? paidCents))),
        ...(isPart ? [say(texts.inPart(money(askedCents)))] : []),
      ],
    };
  },
  'payment.queued': (what, face) => {
    const { say, name, money } = toldBy(face, what);
    return {
      title: say(texts.receipt),
      subject: say(texts.bankPayment(name)),
      tone: 'good',
      paragraphs: [say(texts.willDebit(name, money(what.paidCents))), say(texts.usually)],
    };
  },
  'payment.voided': (what, face) =>
    what.payerIsAsked ? notSent(what, face) : canceled(what, face),
  'payment.refunded': (what, face) => {
    const { say, name } = toldBy(face, what);
    return {
      title: say(texts.refund),
      subject: say(texts.yourRefund(name)),
      tone: 'good',
      paragraphs: [
        refundedText(what, face),
        say(what.method === 'bank' ? texts.toAccount : texts.toCard),
      ],
    };
  },
  'payment.returned': (what, face) => {
    const { say, name, money, language } = toldBy(face, what);
    const reason = returnReason(what.outcomeCode, language);
    return {
      title: say(texts.cameBack),
      subject: say(texts.cameBackSubject(name)),
      tone: 'bad',
      paragraphs: [say(texts.notCompleted(name, money(sumOf(what)), reason)), nextStep(what, face)],
    };
  },
};

function canceled(what: Happening, face: PublicProfile): Words {
  const { say, name, money } = toldBy(face, what);
  return {
    title: say(texts.canceled),
    subject: say(texts.canceledSubject(name)),
    tone: 'plain',
    paragraphs: [
      say(texts.canceledText(name, money(what.paidCents))),
      say(what.method === 'bank' ? texts.noDebit : texts.pending),
    ],
  };
}

/** Voided by us because its account is unusable: the invoice is still to be paid. */
function notSent(what: Happening, face: PublicProfile): Words {
  const { say, name, money, language } = toldBy(face, what);
  const reason = returnReason(what.outcomeCode, language);
  return {
    title: say(texts.notSent),
    subject: say(texts.notSentSubject(name)),
    tone: 'bad',
    paragraphs: [say(texts.notSentText(name, money(what.paidCents), reason)), nextStep(what, face)],
  };
}

function refundedText(what: Happening, face: PublicProfile): string {
  const { say, name, money } = toldBy(face, what);
  const { refundedCents, paidCents } = what;
  const sum = money(sumOf(what));
  if (sumOf(what) >= paidCents) return say(texts.refundedAll(name, sum));
  return say(texts.refundedPart(name, sum, money(paidCents), refundedCents >= paidCents));
}

/** The payer's next step after a return. */
function nextStep(what: Happening, face: PublicProfile): string {
  const { say, name, language } = toldBy(face, what);
  const { againAt, payerIsAsked } = what;
  if (againAt) return say(texts.onceMore(dayWords(againAt, face.timeZone, language)));
  if (payerIsAsked === 'to_pay_otherwise') return say(texts.payOtherwise(name));
  if (payerIsAsked === 'for_new_details') return say(texts.newDetails(name));
  return say(texts.talk(name));
}

function factsOf(happening: Happening, details: InvoiceDetails, face: PublicProfile): Row[] {
  const { kind, receiptNumber, refundedCents, paidCents, askedCents } = happening;
  const { say, money, language } = toldBy(face, happening);
  const { billTo, account, bill } = details;
  const payer = [billTo.firstName, billTo.lastName].filter(Boolean).join(' ');
  const isRefund = kind === 'payment.refunded';
  const has = (field: InvoiceField) => face.invoiceFields.has(field);
  const rows: (Row | false | undefined)[] = [
    { label: say(common.date), value: momentWords(happening.at, face.timeZone, language) },
    {
      label: say(isRefund ? texts.refundedTo : texts.method),
      value: methodWords({ ...happening, accountKind: account?.kind }, language),
    },
    has('order_number') &&
      row(say(common.invoiceNumber), happening.orderNumber, lengths.orderNumber),
    has('invoice_reference') &&
      row(say(common.invoiceReference), details.invoiceExternalId, lengths.externalId),
    row(say(texts.receiptNumber), receiptNumber, lengths.orderNumber),
    has('account_number') &&
      row(say(common.accountNumber), bill?.accountNumber, lengths.externalId),
    has('reference') && row(say(common.reference), bill?.accountNumber2, lengths.externalId),
    has('due_date') &&
      row(say(texts.due), bill?.dueOn && plainDayWords(bill.dueOn, language), lengths.description),
    has('payer') && row(say(texts.paidBy), payer, 2 * lengths.name),
    has('description') && row(say(common.for), happening.description, lengths.description),
    details.partOf && {
      label: say(texts.partOf),
      value: money(BigInt(details.partOf.cents)),
    },
    isRefund && { label: say(texts.amountPaid), value: money(paidCents) },
    isRefund && {
      label: say(texts.refundedSoFar),
      value: money(refundedCents),
    },
    paidCents < askedCents &&
      kind === 'payment.captured' && {
        label: say(texts.amountAsked),
        value: money(askedCents),
      },
  ];
  return rows.filter((one) => one !== undefined && one !== false);
}

export function row(label: string, value: string | undefined, most: number): Row | undefined {
  const text = plain(value ?? '', most);
  return text === '' ? undefined : { label, value: text };
}

/** Lines that are not zero; a discount is negative. */
export function linesOf({ lines }: InvoiceDetails, face: PublicProfile, currency: Currency): Row[] {
  const { invoiceFields } = face;
  const language = languageOf(face);
  return lines
    .filter((line) => BigInt(line.cents) !== 0n && invoiceFields.has(fieldOfLine(line)))
    .map(({ name, cents, kind }) => ({
      label: plain(name, lengths.name),
      value: moneyWords(BigInt(cents) * (kind === 'discount' ? -1n : 1n), currency, language),
    }));
}

/** The statement descriptor; '' where there is none, or it is not on the statement. */
export function statementText(
  { kind, statementDescriptor }: Pick<Happening, 'kind' | 'statementDescriptor'>,
  { invoiceFields }: PublicProfile,
): string {
  if (!invoiceFields.has('statement_descriptor')) return '';
  if (kind === 'payment.voided' || kind === 'payment.returned') return '';
  return plain(statementDescriptor ?? '', lengths.statementDescriptor);
}

function remarksOf(happening: Happening, face: PublicProfile): string[] {
  const shown = statementText(happening, face);
  const ways = face.phone !== '' || face.email !== '' || face.address.length > 0;
  const { say, name } = toldBy(face, happening);
  return [
    ...(shown !== '' ? [say(texts.onStatement(shown))] : []),
    ...(ways ? [say(texts.askAbout(name))] : []),
  ];
}
