import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { InvoiceField } from '../../parties/businesses/invoice-fields.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import { billedOf } from '../../payments/invoice.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import type { Billed } from '../../payments/order.ts';
import { faceOn, linesOf, nameOf, row, senderOf } from './receipt-facts.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords } from './wording.ts';

export type InvoicePaper = {
  readonly invoice: Invoice;
  /** Ten digits. */
  readonly number: string;
  readonly face: PublicProfile;
  readonly standing: 'due' | 'paid' | 'expired' | 'void';
  /** The page to pay it: only for its payer. */
  readonly payAddress?: string | undefined;
};

type Words = Pick<Sheet, 'title' | 'tone' | 'paragraphs'>;

const words: Readonly<Record<InvoicePaper['standing'], Words>> = {
  due: { title: 'Invoice', tone: 'plain', paragraphs: [] },
  paid: { title: 'Invoice · Paid', tone: 'good', paragraphs: ['This invoice is paid.'] },
  expired: {
    title: 'Invoice · Expired',
    tone: 'bad',
    paragraphs: ['This invoice could be paid until its last day, which is over.'],
  },
  void: {
    title: 'Invoice · Void',
    tone: 'bad',
    paragraphs: ['This invoice is void: nothing is to be paid.'],
  },
};

/** An invoice as a sheet: the facts and lines that its page shows. */
export function invoiceSheet(paper: InvoicePaper): Sheet {
  const { invoice, number, standing, payAddress } = paper;
  const { details, amountCents, currency } = invoice;
  const face = faceOn(details, paper.face);
  const amount = moneyWords(amountCents, currency);
  const isTest = face.environment === 'sandbox';
  const lines = linesOf(details, face, currency);
  const isTotalShown = lines.length > 0 && face.invoiceFields.has('amount');
  const subject = `Invoice ${number} from ${nameOf(face)}`;
  return {
    subject: isTest ? `[TEST] ${subject}` : subject,
    banner: isTest ? 'TEST – no money is moved' : undefined,
    sender: senderOf(face),
    amount,
    ...words[standing],
    facts: [...factsOf(paper, face), { label: 'Invoice ID', value: number }],
    lines,
    total: isTotalShown ? { label: 'Total', value: amount } : undefined,
    action: payAddress === undefined ? undefined : { label: 'Pay here', value: payAddress },
    remarks: remarksOf(face),
  };
}

function factsOf({ invoice }: InvoicePaper, face: PublicProfile): Row[] {
  const { details, createdAt } = invoice;
  const has = (field: InvoiceField) => face.invoiceFields.has(field);
  const isDated = has('statement_date') && details.bill !== undefined;
  const facts: (Row | false | undefined)[] = [
    !isDated && { label: 'Date', value: dayWords(createdAt, face.timeZone) },
    ...invoiceFacts(invoice, face).map(([label, value]) => row(label, value, longest)),
    has('description') && row('For', details.description, lengths.description),
  ];
  return facts.filter((one) => one !== undefined && one !== false);
}

/** The facts of an invoice that the type of the business shows. */
export function invoiceFacts(
  { orderNumber, details }: Pick<Invoice, 'orderNumber' | 'details'>,
  { invoiceFields }: Pick<PublicProfile, 'invoiceFields'>,
): (readonly [label: string, value: string | undefined])[] {
  const { bill } = details;
  const facts: (readonly [InvoiceField, string, string | undefined])[] = [
    ['order_number', 'Invoice number', orderNumber],
    ['invoice_reference', 'Invoice reference', details.invoiceExternalId],
    ['payer', 'Billed to', payerOf(billedOf(details))],
    ['account_number', 'Account number', bill?.accountNumber],
    ['reference', 'Reference', bill?.accountNumber2],
    ['statement_date', 'Statement date', bill?.statementOn && longDate(bill.statementOn)],
    ['due_date', 'Pay by', bill?.expiresOn && longDate(bill.expiresOn)],
  ];
  return facts.flatMap(([field, ...fact]) => (invoiceFields.has(field) ? [fact] : []));
}

/** The longest of these values. */
const longest = Math.max(lengths.orderNumber, lengths.externalId, 2 * lengths.name + 1);

/** The person billed. */
export function payerOf({ billTo: { firstName, lastName } }: Billed): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** November 22, 2026, of a day as YYYY-MM-DD. */
function longDate(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'long' });
}

function remarksOf(face: PublicProfile): string[] {
  const ways = face.phone !== '' || face.email !== '' || face.address.length > 0;
  return ways ? [`Please ask ${nameOf(face)} about this invoice.`] : [];
}
