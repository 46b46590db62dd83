import { outcomes, requirements } from '../applications/codes.ts';
import { lengths } from '../base/lengths.ts';
import type { Face } from '../businesses/face.ts';
import type { Told } from '../payments/untold-events.ts';
import { plain } from './plain.ts';
import type { Row, Sheet } from './sheet.ts';
import { dollars, momentWords } from './wording.ts';

type Said = Pick<Sheet, 'subject' | 'title' | 'paragraphs'> & {
  readonly tone?: Sheet['tone'];
  readonly facts?: readonly (Row | undefined)[];
};

/** What businesses themselves are written about, by the kind of the event; those of an application in their order. */
const notices: Readonly<Record<string, (told: Told, face: Face) => Said>> = {
  'endpoint.disabled': ({ data }, { timeZone }) => ({
    subject: `Your ${data.endpoint} webhook was disabled`,
    title: 'Webhook disabled',
    tone: 'bad',
    paragraphs: [
      `Nothing is posted to your ${data.endpoint} webhook any more, since it took nothing that we posted.`,
      'Put your receiver right, then have the webhook enabled again. What happened meanwhile can be replayed.',
    ],
    facts: [
      factOf('Address', data.url, lengths.url),
      factOf('Reason', data.reason, lengths.description),
      data.failingSince && {
        label: 'Failing since',
        value: momentWords(new Date(data.failingSince), timeZone),
      },
      { label: 'Posts given up', value: String(data.discarded ?? 0) },
    ],
  }),
  'payment.refund_failed': ({ data }) => ({
    subject: `A refund came back: ${plain(data.orderNumber, lengths.orderNumber)}`,
    title: 'Refund came back',
    tone: 'bad',
    paragraphs: refundFailed(data.outcomeCode, dollars(BigInt(data.followUpCents))),
    facts: [
      factOf('Reason', data.message, lengths.description),
      factOf('Order number', data.orderNumber, lengths.orderNumber),
      factOf('Invoice number', data.invoiceNumber, lengths.orderNumber),
      factOf('Account ending', data.last4, lengths.orderNumber),
    ],
  }),
  'application.submitted': about('Application received', (name) => [
    `We have received the application of ${name} to take payments, and will tell you what becomes of it.`,
  ]),
  'application.in_review': about('Application in review', (name) => [
    `Somebody is looking at the application of ${name}. You need not do anything now.`,
  ]),
  'application.enhanced_review': about('Application in review', (name) => [
    `The application of ${name} is being looked at once more. You need not do anything now.`,
  ]),
  'application.needs_information': (told, face) => ({
    ...about('We need to know more', (name) => [
      `Before ${name} can take payments we need some more from you. Please send it to your account specialist:`,
      ...sentences(told.data.requirements, requirements),
    ])(told, face),
    tone: 'bad',
    facts: [
      told.data.expiresAt && {
        label: 'Until',
        value: momentWords(new Date(told.data.expiresAt), face.timeZone),
      },
    ],
  }),
  'application.approved': about('Application approved', (name) => [
    `The application of ${name} was approved. We will tell you as soon as you can take payments.`,
  ]),
  'application.active': about('You can take payments', (name) => [
    `${name} can take payments from now on.`,
  ]),
  'application.declined': (told, face) => ({
    ...about('Application declined', (name) => [
      `We are sorry: the application of ${name} to take payments was declined. Texting works as before.`,
      ...sentences(told.data.outcomeCodes, outcomes),
    ])(told, face),
    tone: 'bad',
  }),
  'application.withdrawn': about('Application withdrawn', (name) => [
    `The application of ${name} to take payments was withdrawn.`,
  ]),
  'application.expired': about('Application expired', (name) => [
    `The application of ${name} to take payments has ended, since what we asked for did not come in time. ` +
      'You can apply again.',
  ]),
};

const kinds = Object.keys(notices);

/** Where a notice stands among others of the same moment. */
export function noticePlace(kind: string): number {
  return kinds.indexOf(kind);
}

/** Whom it is written to. Undefined: nobody, since that step is taken within moments of another. */
export function noticeTo({ kind, data }: Told, face: Face): string | undefined {
  if (!(kind in notices)) return undefined;
  return (kind.startsWith('application.') ? data.email : face.contactEmail) || undefined;
}

export function noticeSheet(told: Told, face: Face): Sheet | undefined {
  const said = notices[told.kind]?.(told, face);
  if (!said) return undefined;
  const isSandbox = face.environment === 'sandbox';
  return {
    subject: isSandbox ? `[TEST] ${said.subject}` : said.subject,
    banner: isSandbox ? 'TEST – this is about a sandbox business' : undefined,
    sender: { name: 'Quittance', lines: [] },
    title: said.title,
    amount: undefined,
    tone: said.tone ?? 'plain',
    paragraphs: said.paragraphs,
    facts: [
      { label: 'Date', value: momentWords(told.at, face.timeZone) },
      ...(said.facts ?? []).filter((one) => one !== undefined),
    ],
    lines: [],
    total: undefined,
    action: undefined,
    remarks: [`You get this e-mail as the contact of ${nameOf(told, face)}.`],
  };
}

function about(
  title: string,
  say: (name: string) => readonly string[],
): (told: Told, face: Face) => Said {
  return (told, face) => {
    const name = nameOf(told, face);
    return { title, subject: `${title}: ${name}`, paragraphs: say(name) };
  };
}

function nameOf({ data }: Told, face: Face): string {
  return plain(data.businessName ?? face.name, lengths.name);
}

function factOf(label: string, value: string | undefined, most: number): Row | undefined {
  return value ? { label, value: plain(value, most) } : undefined;
}

function sentences(
  codes: readonly string[] | undefined,
  known: Readonly<Record<string, string>>,
): string[] {
  return (codes ?? []).map((code) => `• ${known[code] ?? code}`);
}

function refundFailed(outcomeCode: string | undefined, amount: string): string[] {
  if (outcomeCode === 'payment_returned') {
    return [
      `The ${amount} that you gave back was not sent: the bank payment itself came back before, so the payer has the money.`,
      'You need not do anything. The account is not debited again for it.',
    ];
  }
  return [
    `The payer did not get the ${amount} that you gave back: the money is with you again.`,
    'You can give it back once more, or pay it in another way.',
  ];
}
