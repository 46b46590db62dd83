import { lengths } from '../base/lengths.ts';
import type { Face } from '../businesses/face.ts';
import { linkMark } from '../conversations/body.ts';
import type { Told } from '../payments/untold-events.ts';
import { plain } from './plain.ts';
import { senderOf } from './receipt-facts.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords, dollars } from './wording.ts';

/** What payers are told of their subscriptions beside their receipts. */
type Said = Pick<Sheet, 'title' | 'subject' | 'tone' | 'paragraphs'> & {
  /** The same in one or two sentences. */
  readonly text: string;
  readonly facts: readonly (Row | undefined)[];
};
type Say = (told: Told, face: Face) => Said;

const said: Readonly<Record<string, Say>> = {
  'subscription.payment_failed': ({ data }, face) => {
    const name = nameOf(face);
    const amount = dollars(BigInt(data.amountCents));
    const { paragraph, short } = asks[data.ask as keyof typeof asks](data, face);
    return {
      title: 'Payment not completed',
      subject: `Your payment to ${name} did not go through`,
      tone: 'bad',
      paragraphs: [`We could not charge ${amount} for your subscription at ${name}.`, paragraph],
      text: `${amount} for your subscription could not be charged. ${short}`,
      facts: [planFact(data), { label: 'Amount due', value: amount }],
    };
  },
  'subscription.trial_will_end': ({ data }, face) => {
    const on = dayWords(new Date(data.chargedAt), face.timeZone);
    const amount = data.amountCents === undefined ? '' : dollars(BigInt(data.amountCents));
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
  'subscription.card_expiring': ({ data }, face) => {
    const on = dayWords(new Date(data.chargedAt), face.timeZone);
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

type Asked = { readonly paragraph: string; readonly short: string };

/** What the payer is asked to do about a charge that failed; a link to pay goes with each. */
const asks: Readonly<
  Record<'will_retry' | 'new_card' | 'pay_now', (data: Told['data'], face: Face) => Asked>
> = {
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

export function isOfSubscription(kind: string): boolean {
  return kind in said;
}

export function subscriptionSheet(
  told: Told,
  face: Face,
  payAddress: string | undefined,
): Sheet | undefined {
  const words = said[told.kind]?.(told, face);
  if (!words) return undefined;
  const { title, subject, tone, paragraphs } = words;
  const isSandbox = face.environment === 'sandbox';
  const cents = told.data.amountCents;
  return {
    subject: isSandbox ? `[TEST] ${subject}` : subject,
    banner: isSandbox ? 'TEST – no money was moved' : undefined,
    sender: senderOf(face),
    title,
    amount: cents === undefined ? undefined : dollars(BigInt(cents)),
    tone,
    paragraphs,
    facts: words.facts.filter((one) => one !== undefined),
    lines: [],
    total: undefined,
    action:
      payAddress === undefined
        ? undefined
        : { label: `Pay ${dollars(BigInt(cents))}`, value: payAddress },
    remarks: [`You get this because of your subscription at ${nameOf(face)}.`],
  };
}

export function subscriptionText(told: Told, face: Face): string | undefined {
  const words = said[told.kind]?.(told, face);
  if (!words) return undefined;
  const test = face.environment === 'sandbox' ? 'TEST, no money moved. ' : '';
  const link = told.data.linkId === undefined ? '' : ` Pay here: ${linkMark}`;
  return `${test}${plain(face.name, 32)}: ${words.text}${link}`;
}

function planFact({ planCode }: Told['data']): Row | undefined {
  const value = plain(planCode ?? '', lengths.externalId);
  return value === '' ? undefined : { label: 'Plan', value };
}

function nameOf({ name }: Face): string {
  return plain(name, lengths.name);
}
