import { type Happening, happeningKinds } from '../../src/notify/mail/happening.ts';
import { invoiceSheet } from '../../src/notify/mail/invoice-sheet.ts';
import { receiptFacts } from '../../src/notify/mail/receipt-facts.ts';
import { receiptText } from '../../src/notify/mail/receipt-text.ts';
import { type Sheet, sheetText } from '../../src/notify/mail/sheet.ts';
import { sheetHtml } from '../../src/notify/mail/sheet-html.ts';
import { subscriptionSheet, subscriptionText } from '../../src/notify/mail/subscription-mail.ts';
import { validationSheet } from '../../src/notify/mail/validation-mail.ts';
import { invoiceFields } from '../../src/parties/businesses/invoice-fields.ts';
import type { PublicProfile } from '../../src/parties/businesses/public-profile.ts';

/** Everything that a payer is told by mail and text, by a name: the sheet, or the words of a text. */
export type Samples = ReadonlyMap<string, Sheet | string>;

const address = 'http://127.0.0.1:8080/pay/x';
const details = {
  lines: [{ name: 'Peonies', cents: '1250', kind: 'fee' }],
  billTo: { firstName: 'Ada', lastName: 'Park' },
  email: 'ada@example.com',
  phone: '2125550123',
  emailReceipt: true,
  smsReceipt: true,
  description: 'A bunch of peonies',
  invoiceExternalId: 'inv-9',
  bill: {
    business: {},
    accountNumber: 'ACCT-77',
    accountNumber2: 'ROUTE-9',
    statementOn: '2030-08-01',
    expiresOn: '2030-08-15',
  },
} as const;

const happenings: Readonly<Record<string, Partial<Happening>>> = {
  usual: {},
  part: { paidCents: 500n, refundedCents: 500n, followUpCents: 200n },
  'less approved': { paidCents: 500n },
  'all refunded by now': { followUpCents: 250n, refundedCents: 1250n },
  bank: { method: 'bank', brand: undefined, last4: '5432' },
  again: { againAt: new Date('2030-08-15T12:00:00Z'), outcomeCode: 'R01' },
  otherwise: { payerIsAsked: 'to_pay_otherwise', outcomeCode: 'R02' },
  'new details': { payerIsAsked: 'for_new_details', outcomeCode: 'R04' },
  talk: { payerIsAsked: 'to_talk', outcomeCode: 'R07', statementDescriptor: 'LEE FLOWERS' },
};

/** Why a bank payment came back. */
const codes = [
  'account_not_validated',
  'R03',
  'R08',
  'R09',
  'R12',
  'R13',
  'R16',
  'R20',
  'R31',
  'R99',
];
const reasons: Readonly<Record<string, Partial<Happening>>> = Object.fromEntries(
  codes.map((outcomeCode) => [outcomeCode, { outcomeCode }]),
);

export function samplesOf(face: PublicProfile): Samples {
  const samples = new Map<string, Sheet | string>();
  for (const kind of happeningKinds) {
    const all = kind === 'payment.returned' ? { ...happenings, ...reasons } : happenings;
    for (const [name, more] of Object.entries(all)) {
      const happening = { ...charge, kind, ...more };
      const payAddress = happening.payerIsAsked && address;
      samples.set(`${kind}, ${name}`, receiptFacts({ happening, face, details, payAddress }));
      const hasLink = payAddress !== undefined;
      samples.set(`${kind}, ${name}, text`, receiptText({ happening, face, details, hasLink }));
    }
  }
  for (const standing of ['due', 'paid', 'expired', 'void'] as const) {
    const paper = { invoice: invoice as never, number: '1234567890', face, standing, parts: [] };
    samples.set(`invoice, ${standing}`, invoiceSheet({ ...paper, payAddress: address }));
  }
  for (const [name, event] of Object.entries(subscriptionEvents)) {
    samples.set(
      name,
      subscriptionSheet(event as never, face, {
        payAddress: address,
        pageAddress: undefined,
      })!,
    );
    samples.set(`${name}, text`, subscriptionText(event as never, face, false));
  }
  const validating = eventOf('payment.account_validating', { amountCents: '1250', last4: '5432' });
  samples.set('validating', validationSheet(validating as never, face, address));
  return samples;
}

/** All of it as one text. */
export function writtenOut(samples: Samples): string {
  const parts = [...samples].map(([name, sample]) => {
    const words = typeof sample === 'string' ? sample : `${sample.subject}\n${sheetText(sample)}`;
    return `=== ${name}\n${words}\n`;
  });
  return parts.join('\n');
}

/** The mails as HTML. */
export function htmlOf(samples: Samples): string {
  const sheets = [...samples.values()].filter((one) => typeof one !== 'string');
  return sheets.map(sheetHtml).join('\n');
}

export function faceOf(more: Partial<PublicProfile> = {}): PublicProfile {
  return {
    name: 'Lee Flowers',
    address: ['9 Elm Street'],
    phone: '6175550124',
    email: 'shop@example.com',
    contactEmail: '',
    mobileNumber: undefined,
    timeZone: 'America/New_York',
    environment: 'sandbox',
    invoiceFields: new Set(invoiceFields),
    ...more,
  };
}

export const charge: Happening = {
  kind: 'payment.captured',
  at: new Date('2030-01-15T15:00:00Z'),
  askedCents: 125_000n,
  currency: 'USD',
  paidCents: 125_000n,
  followUpCents: undefined,
  refundedCents: 0n,
  method: 'card',
  brand: 'visa',
  last4: '4242',
  orderNumber: 'A-1',
  receiptNumber: 'R1',
  isTest: false,
  description: 'A bunch of peonies',
  statementDescriptor: undefined,
  outcomeCode: undefined,
  againAt: undefined,
  payerIsAsked: undefined,
};

const invoice = {
  businessId: 1n,
  id: 2n,
  orderNumber: 'A-1',
  state: 'open',
  amountCents: 125_000n,
  partsCents: 0n,
  currency: 'USD',
  createdAt: new Date('2030-01-15T15:00:00Z'),
  details,
};

const ofSubscription = {
  customerId: '7',
  planCode: 'gold',
  amountCents: '2100',
  last4: '4242',
  phone: '2125550123',
};
const subscriptionEvents = {
  ...Object.fromEntries(
    ['will_retry', 'new_card', 'pay_now'].map((ask) => [
      `failed, ${ask}`,
      eventOf('subscription.payment_failed', {
        ...ofSubscription,
        ask,
        linkId: '8',
        nextTryAt: '2030-08-15T12:00:00Z',
      }),
    ]),
  ),
  trial: eventOf('subscription.trial_will_end', {
    ...ofSubscription,
    chargedAt: '2030-08-15T12:00:00Z',
  }),
  card: eventOf('subscription.card_expiring', {
    ...ofSubscription,
    chargedAt: '2030-02-15T12:00:00Z',
  }),
};

function eventOf(kind: string, data: object) {
  const at = new Date('2030-01-15T15:00:00Z');
  return { businessId: 1n, id: 'e', objectId: 1n, kind, at, data };
}
