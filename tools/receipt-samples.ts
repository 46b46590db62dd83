import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { businessMailSheet } from '../src/notify/mail/business-mail.ts';
import type { Happening } from '../src/notify/mail/happening.ts';
import { receiptFacts } from '../src/notify/mail/receipt-facts.ts';
import { receiptPdf } from '../src/notify/mail/receipt-pdf.ts';
import type { Sheet } from '../src/notify/mail/sheet.ts';
import { sheetText } from '../src/notify/mail/sheet.ts';
import { sheetHtml } from '../src/notify/mail/sheet-html.ts';
import { invoiceFields } from '../src/parties/businesses/invoice-fields.ts';
import type { PublicProfile } from '../src/parties/businesses/public-profile.ts';
import type { InvoiceDetails } from '../src/payments/invoice.ts';
import type { EventKind, EventPayloads } from '../src/runtime/event-kinds.ts';
import type { AnyEvent } from '../src/runtime/events.ts';

/** Writes one letter of every kind into a folder, as HTML, text and PDF, to look at. */

const folder = process.argv[2];
if (!folder) throw new Error('usage: npx node tools/receipt-samples.ts FOLDER');

const at = new Date('2030-01-15T15:00:00Z');
const face: PublicProfile = {
  name: 'Park Flowers',
  address: ['12 Main Street', 'Boston, MA 02110'],
  phone: '6175550123',
  email: 'hello@parkflowers.example',
  contactEmail: 'ann@parkflowers.example',
  mobileNumber: '6175550100',
  timeZone: 'America/New_York',
  environment: 'live',
  invoiceFields: new Set(invoiceFields),
};
const details: InvoiceDetails = {
  lines: [
    { name: 'Subtotal', cents: '11000', kind: 'subtotal' },
    { name: 'Discount', cents: '1000', kind: 'discount' },
    { name: 'Tax', cents: '625', kind: 'tax' },
    { name: 'Delivery fee', cents: '1825', kind: 'fee' },
  ],
  billTo: { firstName: 'Ada', lastName: 'Lovelace' },
  email: 'ada@example.com',
  phone: '2125550123',
  emailReceipt: true,
  smsReceipt: true,
};
const charge: Happening = {
  kind: 'payment.captured',
  at,
  askedCents: 12450n,
  currency: 'USD',
  paidCents: 12450n,
  followUpCents: undefined,
  refundedCents: 0n,
  method: 'card',
  brand: 'visa',
  last4: '4242',
  orderNumber: 'A-1047',
  receiptNumber: 'R255T0000002',
  isTest: false,
  description: 'Spring bouquet with a card, delivered on Friday',
  statementDescriptor: 'PARK FLOWERS BOSTON',
  outcomeCode: undefined,
  againAt: undefined,
  payerIsAsked: undefined,
};
const bank = { ...charge, method: 'bank', brand: undefined, last4: '5678' } as const;
const returned = { ...bank, kind: 'payment.returned', outcomeCode: 'R01' } as const;
const account = {
  name: 'First Bank',
  routingNumber: '021000021',
  kind: 'checking',
  holder: 'personal',
} as const;

const receipt = (happening: Happening, more: Partial<PublicProfile> = {}, payAddress?: string) =>
  receiptFacts({
    happening,
    face: { ...face, ...more },
    details: happening.method === 'bank' ? { ...details, account } : details,
    payAddress,
  });
const notice = <K extends EventKind>(kind: K, data: Partial<EventPayloads[K]>) =>
  businessMailSheet(
    { id: '', businessId: 1n, kind, objectId: 1n, at, data } as unknown as AnyEvent,
    face,
  )!;

const sheets: Readonly<Record<string, Sheet>> = {
  charge: receipt(charge),
  'charge-in-the-sandbox': receipt(charge, { environment: 'sandbox' }),
  'charge-of-a-part': receipt({ ...charge, paidCents: 6000n }),
  'bank-payment': receipt({ ...bank, kind: 'payment.queued' }),
  canceled: receipt({ ...charge, kind: 'payment.voided' }),
  refund: receipt({
    ...charge,
    kind: 'payment.refunded',
    followUpCents: 2500n,
    refundedCents: 2500n,
  }),
  'return-sent-again': receipt({ ...returned, againAt: new Date('2030-01-18T20:00:00Z') }),
  'return-to-be-paid': receipt(
    { ...returned, payerIsAsked: 'to_pay_otherwise' },
    {},
    'https://pay.example.com/pay/mWq2PpZ0Xv7Jt1sKc9Rb4A',
  ),
  'webhook-disabled': notice('endpoint.disabled', {
    endpoint: 'payments',
    url: 'https://hooks.parkflowers.example/quittance',
    reason: 'no success for five days',
    failingSince: '2030-01-10T14:12:00Z',
    discarded: 12,
  }),
  'more-needed': notice('application.needs_information', {
    businessName: 'Park Flowers LLC',
    requirements: ['website', 'owner_identity'],
    expiresAt: '2030-02-14T15:00:00Z',
  }),
};

await mkdir(folder, { recursive: true });
for (const [name, sheet] of Object.entries(sheets)) {
  await writeFile(join(folder, `${name}.html`), sheetHtml(sheet));
  await writeFile(join(folder, `${name}.txt`), sheetText(sheet));
  await writeFile(join(folder, `${name}.pdf`), await receiptPdf(sheet, at));
}
