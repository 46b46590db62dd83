import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { EventPayloads } from '../../runtime/event-kinds.ts';
import {
  type AnyEvent,
  type EventOf,
  type Handlers,
  handleEvent,
  isHandled,
} from '../../runtime/events.ts';
import { linkMark } from '../conversations/body.ts';
import { plain } from './plain.ts';
import { senderOf } from './receipt-facts.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords } from './wording.ts';

/** A mail and text about a subscription, beside the receipts. */
type MailText = Pick<Sheet, 'title' | 'subject' | 'tone' | 'paragraphs'> & {
  /** As a text: one or two sentences. */
  readonly text: string;
  readonly facts: readonly (Row | undefined)[];
};
type SubscriptionKind =
  | 'subscription.payment_failed'
  | 'subscription.trial_will_end'
  | 'subscription.card_expiring';
export type SubscriptionEvent = EventOf<SubscriptionKind>;

const texts: Handlers<SubscriptionKind, [face: PublicProfile], MailText> = {
  'subscription.payment_failed': ({ data }, face) => {
    const name = nameOf(face);
    const amount = moneyWords(BigInt(data.amountCents), currencyIn(data));
    const { paragraph, short } = asks[data.ask](data, face);
    return {
      title: 'Payment not completed',
      subject: `Your payment to ${name} did not go through`,
      tone: 'bad',
      paragraphs: [`We could not charge ${amount} for your subscription at ${name}.`, paragraph],
      text: `${amount} for your subscription could not be charged. ${short}`,
      facts: [planFact(data), { label: 'Amount due', value: amount }],
    };
  },
  'subscription.trial_will_end': ({ at, data }, face) => {
    const on = dayWords(new Date(data.chargedAt ?? at), face.timeZone);
    const amount =
      data.amountCents === undefined ? '' : moneyWords(BigInt(data.amountCents), currencyIn(data));
    const costs = amount === '' ? '' : ` The first charge is ${amount}.`;
    return {
      title: 'Your trial ends soon',
      subject: `Your trial at ${nameOf(face)} ends soon`,
      tone: 'plain',
      paragraphs: [
        `Your trial at ${nameOf(face)} ends, and you will be charged for the first time on ${on}.${costs}`,
      ],
      text: `Your trial ends soon; you will first be charged on ${on}.${costs}`,
      facts: [planFact(data), { label: 'First charge', value: on }],
    };
  },
  'subscription.card_expiring': ({ at, data }, face) => {
    const on = dayWords(new Date(data.chargedAt ?? at), face.timeZone);
    const card = `card ending ${data.last4}`;
    return {
      title: 'Your card expires',
      subject: `Your card for ${nameOf(face)} expires`,
      tone: 'plain',
      paragraphs: [
        `The ${card} that pays your subscription at ${nameOf(face)} expires before the next charge on ${on}.`,
        `Please give ${nameOf(face)} another card, so that your subscription goes on.`,
      ],
      text: `Your ${card} expires before the next charge on ${on}. Please give us another card.`,
      facts: [planFact(data), { label: 'Next charge', value: on }],
    };
  },
};

type Failed = EventPayloads['subscription.payment_failed'];
type Asked = { readonly paragraph: string; readonly short: string };

/** The request to the payer after a failed charge; each has a link to pay. */
const asks: Readonly<Record<Failed['ask'], (data: Failed, face: PublicProfile) => Asked>> = {
  will_retry: ({ nextTryAt }, { timeZone }) => {
    const on = nextTryAt ? ` on ${dayWords(new Date(nextTryAt), timeZone)}` : '';
    return {
      paragraph: `We will try again${on}. You can also pay now, with any card or account.`,
      short: `We will try again${on}, or you can pay now.`,
    };
  },
  new_card: () => ({
    paragraph: 'Your card or account was refused for good. Please pay with another one.',
    short: 'Please pay with another card or account.',
  }),
  pay_now: () => ({
    paragraph:
      'It will not be tried again by itself. Please pay, so that your subscription goes on.',
    short: 'Please pay, so that your subscription goes on.',
  }),
};

export function isOfSubscription(event: AnyEvent): event is SubscriptionEvent {
  return isHandled(event, texts);
}

export function subscriptionSheet(
  event: AnyEvent,
  face: PublicProfile,
  payAddress: string | undefined,
): Sheet | undefined {
  if (!isOfSubscription(event)) return undefined;
  const words = handleEvent(texts, event, face);
  const { title, subject, tone, paragraphs } = words;
  const isSandbox = face.environment === 'sandbox';
  const { amountCents, currency } = { amountCents: undefined, currency: undefined, ...event.data };
  const amount =
    amountCents === undefined
      ? undefined
      : moneyWords(BigInt(amountCents), currencyIn({ currency }));
  return {
    subject: isSandbox ? `[TEST] ${subject}` : subject,
    banner: isSandbox ? 'TEST – no money was moved' : undefined,
    sender: senderOf(face),
    title,
    amount,
    tone,
    paragraphs,
    facts: words.facts.filter((one) => one !== undefined),
    lines: [],
    total: undefined,
    action:
      payAddress === undefined || amount === undefined
        ? undefined
        : { label: `Pay ${amount}`, value: payAddress },
    remarks: [`You get this because of your subscription at ${nameOf(face)}.`],
  };
}

export function subscriptionText(event: SubscriptionEvent, face: PublicProfile): string {
  const words = handleEvent(texts, event, face);
  const test = face.environment === 'sandbox' ? 'TEST, no money moved. ' : '';
  const link = linkOf(event) === undefined ? '' : ` Pay here: ${linkMark}`;
  return `${test}${plain(face.name, 32)}: ${words.text}${link}`;
}

/** The link to pay with. */
export function linkOf({ data }: SubscriptionEvent): bigint | undefined {
  return 'linkId' in data && data.linkId !== undefined ? BigInt(data.linkId) : undefined;
}

function planFact({ planCode }: SubscriptionEvent['data']): Row | undefined {
  const value = plain(planCode ?? '', lengths.externalId);
  return value === '' ? undefined : { label: 'Plan', value };
}

function nameOf({ name }: PublicProfile): string {
  return plain(name, lengths.name);
}
