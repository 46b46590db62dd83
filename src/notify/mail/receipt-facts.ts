import type { Currency } from '../../kernel/currency.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { fieldOfLine, type InvoiceField } from '../../parties/businesses/invoice-fields.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { plain } from './plain.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords, methodWords, momentWords, phoneWords, returnReason } from './wording.ts';

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
  const { title, subject, tone, paragraphs } = words[happening.kind](happening, face);
  const isCharge = happening.kind === 'payment.captured' || happening.kind === 'payment.queued';
  const { invoiceFields: shown } = face;
  const lines = isCharge ? linesOf(details, face, happening.currency) : [];
  return {
    subject: isTest(receipt) ? `[TEST] ${subject}` : subject,
    banner: isTest(receipt) ? 'TEST – no money was moved' : undefined,
    sender: senderOf(face),
    title,
    amount: moneyWords(sumOf(happening), happening.currency),
    tone,
    paragraphs,
    facts: factsOf(happening, details, face),
    lines,
    total:
      lines.length > 0 && shown.has('amount')
        ? { label: 'Total', value: moneyWords(sumOf(happening), happening.currency) }
        : undefined,
    action:
      receipt.payAddress === undefined
        ? undefined
        : {
            label: `Pay ${moneyWords(happening.askedCents, happening.currency)}`,
            value: receipt.payAddress,
          },
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

const words: Readonly<Record<HappeningKind, (what: Happening, face: PublicProfile) => Words>> = {
  'payment.captured': ({ paidCents, askedCents, followUpCents, currency }, face) => {
    const name = nameOf(face);
    const isPart = followUpCents === undefined && paidCents < askedCents;
    return {
      title: 'Receipt',
      subject: `Your receipt from ${name}`,
      tone: 'good',
      paragraphs: [
        `Thank you. You paid ${name} ${moneyWords(followUpCents ?? paidCents, currency)}.`,
        ...(isPart
          ? [
              `Of ${moneyWords(askedCents, currency)} your bank approved this part; the rest was not taken.`,
            ]
          : []),
      ],
    };
  },
  'payment.queued': ({ paidCents, currency }, face) => ({
    title: 'Receipt',
    subject: `Your bank payment to ${nameOf(face)}`,
    tone: 'good',
    paragraphs: [
      `Thank you. Your bank account will be debited ${moneyWords(paidCents, currency)} for ${nameOf(face)}.`,
      'This usually takes one to three banking days. Should your bank not honor it, we will tell you.',
    ],
  }),
  'payment.voided': (what, face) =>
    what.payerIsAsked ? notSent(what, face) : canceled(what, face),
  'payment.refunded': (what, face) => ({
    title: 'Refund',
    subject: `Your refund from ${nameOf(face)}`,
    tone: 'good',
    paragraphs: [
      `${nameOf(face)} refunded you ${moneyWords(sumOf(what), what.currency)}${refundedPart(what)}.`,
      what.method === 'bank'
        ? 'It goes to the bank account that you paid from, usually within one to three banking days.'
        : 'It goes to the card that you paid with. Your bank may take some days to show it.',
    ],
  }),
  'payment.returned': (what, face) => ({
    title: 'Payment came back',
    subject: `Your bank payment to ${nameOf(face)} came back`,
    tone: 'bad',
    paragraphs: [
      `Your bank payment of ${moneyWords(sumOf(what), what.currency)} to ${nameOf(face)} was not completed: ` +
        `${returnReason(what.outcomeCode)}.`,
      nextStep(what, face),
    ],
  }),
};

function canceled({ method, paidCents, currency }: Happening, face: PublicProfile): Words {
  return {
    title: 'Payment canceled',
    subject: `Your payment to ${nameOf(face)} was canceled`,
    tone: 'plain',
    paragraphs: [
      `Your payment of ${moneyWords(paidCents, currency)} to ${nameOf(face)} was canceled, and nothing is charged.`,
      method === 'bank'
        ? 'Your bank account will not be debited.'
        : 'If your card shows it as pending, it disappears by itself within a few days.',
    ],
  };
}

/** Voided by us because its account is unusable: the invoice is still to be paid. */
function notSent(what: Happening, face: PublicProfile): Words {
  return {
    title: 'Payment not sent',
    subject: `Your bank payment to ${nameOf(face)} was not sent`,
    tone: 'bad',
    paragraphs: [
      `Your bank payment of ${moneyWords(what.paidCents, what.currency)} to ${nameOf(face)} was not sent to your bank: ` +
        `${returnReason(what.outcomeCode)}. Your account will not be debited.`,
      nextStep(what, face),
    ],
  };
}

function refundedPart(what: Happening): string {
  const { refundedCents, paidCents, currency } = what;
  if (sumOf(what) >= paidCents) return ', all that you paid';
  const all = refundedCents >= paidCents ? ', by now all' : '';
  return ` of the ${moneyWords(paidCents, currency)} that you paid${all}`;
}

/** The payer's next step after a return. */
function nextStep({ againAt, payerIsAsked }: Happening, face: PublicProfile): string {
  if (againAt) {
    const on = dayWords(againAt, face.timeZone);
    return `It will be sent to your bank once more on ${on}. Please see that there is enough money in the account.`;
  }
  const name = nameOf(face);
  if (payerIsAsked === 'to_pay_otherwise') return `Please pay ${name} in another way.`;
  if (payerIsAsked === 'for_new_details') {
    return `Please pay ${name} from another account, or in another way.`;
  }
  return `Please talk to ${name} about what to do next.`;
}

function factsOf(happening: Happening, details: InvoiceDetails, face: PublicProfile): Row[] {
  const { kind, receiptNumber, refundedCents, paidCents, askedCents, currency } = happening;
  const { billTo, account, bill } = details;
  const payer = [billTo.firstName, billTo.lastName].filter(Boolean).join(' ');
  const isRefund = kind === 'payment.refunded';
  const has = (field: InvoiceField) => face.invoiceFields.has(field);
  const rows: (Row | false | undefined)[] = [
    { label: 'Date', value: momentWords(happening.at, face.timeZone) },
    {
      label: isRefund ? 'Refunded to' : 'Payment method',
      value: methodWords({ ...happening, accountKind: account?.kind }),
    },
    has('order_number') && row('Invoice number', happening.orderNumber, lengths.orderNumber),
    has('invoice_reference') &&
      row('Invoice reference', details.invoiceExternalId, lengths.externalId),
    row('Receipt number', receiptNumber, lengths.orderNumber),
    has('account_number') && row('Account number', bill?.accountNumber, lengths.externalId),
    has('reference') && row('Reference', bill?.accountNumber2, lengths.externalId),
    has('payer') && row('Paid by', payer, 2 * lengths.name),
    has('description') && row('For', happening.description, lengths.description),
    isRefund && { label: 'Amount paid', value: moneyWords(paidCents, currency) },
    isRefund && {
      label: 'Refunded so far',
      value: moneyWords(refundedCents, currency),
    },
    paidCents < askedCents &&
      kind === 'payment.captured' && {
        label: 'Amount asked for',
        value: moneyWords(askedCents, currency),
      },
  ];
  return rows.filter((one) => one !== undefined && one !== false);
}

export function row(label: string, value: string | undefined, most: number): Row | undefined {
  const text = plain(value ?? '', most);
  return text === '' ? undefined : { label, value: text };
}

/** Lines that are not zero; a discount is negative. */
export function linesOf(
  { lines }: InvoiceDetails,
  { invoiceFields }: PublicProfile,
  currency: Currency,
): Row[] {
  return lines
    .filter((line) => BigInt(line.cents) !== 0n && invoiceFields.has(fieldOfLine(line)))
    .map(({ name, cents, kind }) => ({
      label: plain(name, lengths.name),
      value: moneyWords(BigInt(cents) * (kind === 'discount' ? -1n : 1n), currency),
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
  return [
    ...(shown !== '' ? [`It appears on your statement as ${shown}.`] : []),
    ...(ways ? [`Questions about this payment? Please ask ${nameOf(face)}.`] : []),
  ];
}
