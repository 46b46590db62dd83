import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { outcomes, requirements } from '../../parties/applications/codes.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { applicationKinds } from '../../runtime/event-kinds.ts';
import {
  type AnyEvent,
  type EventOf,
  type Handlers,
  handleEvent,
  isHandled,
} from '../../runtime/events.ts';
import { plain } from './plain.ts';
import type { Row, Sheet } from './sheet.ts';
import { momentWords } from './wording.ts';

type MailText = Pick<Sheet, 'subject' | 'title' | 'paragraphs'> & {
  readonly tone?: Sheet['tone'];
  readonly facts?: readonly (Row | undefined)[];
};

type BusinessMailKind =
  | 'endpoint.disabled'
  | 'payment.refund_failed'
  | Exclude<ApplicationKind, 'application.screening' | 'application.provisioning'>;
type ApplicationKind = (typeof applicationKinds)[number];
type ApplicationEvent = EventOf<ApplicationKind>;

/** Mails to businesses by kind of event; mails of an application stay in their order. */
const texts: Handlers<BusinessMailKind, [face: PublicProfile], MailText> = {
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
      untilFact('Failing since', data.failingSince, timeZone),
      { label: 'Posts given up', value: String(data.discarded ?? 0) },
    ],
  }),
  'payment.refund_failed': ({ data }) => ({
    subject: `A refund came back: ${plain(data.orderNumber, lengths.orderNumber)}`,
    title: 'Refund came back',
    tone: 'bad',
    paragraphs: refundFailed(
      data.outcomeCode,
      moneyWords(BigInt(data.followUpCents ?? 0), currencyIn(data)),
    ),
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
  'application.needs_information': (event, face) => ({
    ...about('We need to know more', (name) => [
      `Before ${name} can take payments we need some more from you. Please send it to your account specialist:`,
      ...sentences(event.data.requirements, requirements),
    ])(event, face),
    tone: 'bad',
    facts: [untilFact('Until', event.data.expiresAt, face.timeZone)],
  }),
  'application.approved': about('Application approved', (name) => [
    `The application of ${name} was approved. We will tell you as soon as you can take payments.`,
  ]),
  'application.active': about('You can take payments', (name) => [
    `${name} can take payments from now on.`,
  ]),
  'application.declined': (event, face) => ({
    ...about('Application declined', (name) => [
      `We are sorry: the application of ${name} to take payments was declined. Texting works as before.`,
      ...sentences(event.data.outcomeCodes, outcomes),
    ])(event, face),
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

function untilFact(label: string, at: string | undefined, timeZone: string): Row | undefined {
  return at === undefined ? undefined : { label, value: momentWords(new Date(at), timeZone) };
}

const kinds = Object.keys(texts);

/** The place among events of the same moment. */
export function orderOf(kind: string): number {
  return kinds.indexOf(kind);
}

/** Undefined: the event has no mail to the business. */
export function businessRecipient(event: AnyEvent, face: PublicProfile): string | undefined {
  if (!isHandled(event, texts)) return undefined;
  return ('businessName' in event.data ? event.data.email : face.contactEmail) || undefined;
}

export function businessMailSheet(event: AnyEvent, face: PublicProfile): Sheet | undefined {
  if (!isHandled(event, texts)) return undefined;
  const mail = handleEvent(texts, event, face);
  const isSandbox = face.environment === 'sandbox';
  return {
    subject: isSandbox ? `[TEST] ${mail.subject}` : mail.subject,
    banner: isSandbox ? 'TEST – this is about a sandbox business' : undefined,
    sender: { name: 'Quittance', lines: [] },
    title: mail.title,
    amount: undefined,
    tone: mail.tone ?? 'plain',
    paragraphs: mail.paragraphs,
    facts: [
      { label: 'Date', value: momentWords(event.at, face.timeZone) },
      ...(mail.facts ?? []).filter((one) => one !== undefined),
    ],
    lines: [],
    total: undefined,
    action: undefined,
    remarks: [`You get this e-mail as the contact of ${nameOf(event, face)}.`],
  };
}

function about(
  title: string,
  say: (name: string) => readonly string[],
): (event: ApplicationEvent, face: PublicProfile) => MailText {
  return (event, face) => {
    const name = nameOf(event, face);
    return { title, subject: `${title}: ${name}`, paragraphs: say(name) };
  };
}

function nameOf({ data }: AnyEvent, face: PublicProfile): string {
  return plain('businessName' in data ? data.businessName : face.name, lengths.name);
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
