import { inLanguage, type Language, speaker, type Text } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { EventPayloads } from '../../runtime/event-kinds.ts';
import {
  type AnyEvent,
  type EventOf,
  type Handlers,
  handleEvent,
  isHandled,
} from '../../runtime/events.ts';
import { linkMark, pageMark } from '../conversations/body.ts';
import { plain } from './plain.ts';
import { senderOf } from './receipt-facts.ts';
import type { Row, Sheet } from './sheet.ts';
import { dayWords } from './wording.ts';
import { common } from './words/receipts.ts';
import { subscriptions as words } from './words/subscriptions.ts';
import { inGsm, texts as inTexts } from './words/texts.ts';

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
    const { say, name, language } = toldBy(face);
    const amount = moneyWords(BigInt(data.amountCents), currencyIn(data), language);
    const { paragraph, short } = asks[data.ask](data, face);
    return {
      title: say(words.failed),
      subject: say(words.failedSubject(name)),
      tone: 'bad',
      paragraphs: [say(words.failedText(name, amount)), say(paragraph)],
      text: `${say(inTexts.notCharged(amount))} ${say(short)}`,
      facts: [planFact(data, language), { label: say(words.amountDue), value: amount }],
    };
  },
  'subscription.trial_will_end': ({ at, data }, face) => {
    const { say, name, language } = toldBy(face);
    const on = dayWords(new Date(data.chargedAt ?? at), face.timeZone, language);
    const amount =
      data.amountCents === undefined
        ? ''
        : moneyWords(BigInt(data.amountCents), currencyIn(data), language);
    const [costs, short] =
      amount === '' ? ['', ''] : [say(words.firstIs(amount)), say(inTexts.firstIs(amount))];
    return {
      title: say(words.trialEnds),
      subject: say(words.trialEndsSubject(name)),
      tone: 'plain',
      paragraphs: [`${say(words.trialEndsText(name, on))}${costs}`],
      text: `${say(inTexts.trialEnds(on))}${short}`,
      facts: [planFact(data, language), { label: say(words.firstCharge), value: on }],
    };
  },
  'subscription.card_expiring': ({ at, data }, face) => {
    const { say, name, language } = toldBy(face);
    const on = dayWords(new Date(data.chargedAt ?? at), face.timeZone, language);
    const { last4 = '' } = data;
    return {
      title: say(words.expires),
      subject: say(words.expiresSubject(name)),
      tone: 'plain',
      paragraphs: [say(words.expiresText(name, last4, on)), say(words.giveAnother(name))],
      text: say(inTexts.expires(last4, on)),
      facts: [planFact(data, language), { label: say(words.nextCharge), value: on }],
    };
  },
};

function toldBy(face: PublicProfile) {
  const language = languageOf(face);
  return { language, say: speaker(language), name: nameOf(face) };
}

type Failed = EventPayloads['subscription.payment_failed'];
type Asked = { readonly paragraph: Text; readonly short: Text };

/** The request to the payer after a failed charge; each has a link to pay. */
const asks: Readonly<Record<Failed['ask'], (data: Failed, face: PublicProfile) => Asked>> = {
  will_retry: ({ nextTryAt }, face) => {
    const at = nextTryAt === undefined ? undefined : new Date(nextTryAt);
    const on = at && dayWords(at, face.timeZone, languageOf(face));
    return { paragraph: words.willRetry(on), short: inTexts.willRetry(on) };
  },
  new_card: () => ({ paragraph: words.newCard, short: inTexts.newCard }),
  pay_now: () => ({ paragraph: words.payNow, short: inTexts.payNow }),
};

export function isOfSubscription(event: AnyEvent): event is SubscriptionEvent {
  return isHandled(event, texts);
}

type Addresses = {
  readonly payAddress: string | undefined;
  /** Of the payer's page. */
  readonly pageAddress: string | undefined;
};

/** The link to the page of a subscription. */
export function pageLink(face: PublicProfile, value: string): Row {
  return { label: inLanguage(languageOf(face), words.yourPage), value };
}

export function subscriptionSheet(
  event: AnyEvent,
  face: PublicProfile,
  { payAddress, pageAddress }: Addresses,
): Sheet | undefined {
  if (!isOfSubscription(event)) return undefined;
  const { title, subject, tone, paragraphs, facts } = handleEvent(texts, event, face);
  const { say, name, language } = toldBy(face);
  const isSandbox = face.environment === 'sandbox';
  const { amountCents, currency } = { amountCents: undefined, currency: undefined, ...event.data };
  const amount =
    amountCents === undefined
      ? undefined
      : moneyWords(BigInt(amountCents), currencyIn({ currency }), language);
  return {
    language: face.language,
    subject: isSandbox ? say(common.test(subject)) : subject,
    banner: isSandbox ? say(common.noMoneyWas) : undefined,
    sender: senderOf(face),
    title,
    amount,
    tone,
    paragraphs,
    facts: facts.filter((one) => one !== undefined),
    lines: [],
    total: undefined,
    ...linksOf(event, amount, { payAddress, pageAddress }, face),
    remarks: [say(words.because(name))],
  };
}

/** Another card is asked for by its page; else the page stands behind the link to pay. */
function linksOf(
  { kind }: SubscriptionEvent,
  amount: string | undefined,
  { payAddress, pageAddress }: Addresses,
  face: PublicProfile,
): Pick<Sheet, 'action' | 'otherAction'> {
  const { say } = toldBy(face);
  const page = pageAddress === undefined ? undefined : pageLink(face, pageAddress);
  if (kind === 'subscription.card_expiring') {
    return { action: page && { ...page, label: say(words.useAnotherCard) } };
  }
  const isToPay = payAddress !== undefined && amount !== undefined;
  return {
    action: isToPay ? { label: say(common.pay(amount)), value: payAddress } : undefined,
    otherAction: page,
  };
}

/** `hasPage`: false where its payer has no page any more. */
export function subscriptionText(
  event: SubscriptionEvent,
  face: PublicProfile,
  hasPage: boolean,
): string {
  const { text } = handleEvent(texts, event, face);
  const { say } = toldBy(face);
  const test = face.environment === 'sandbox' ? say(inTexts.test) : '';
  const link = linkOf(event) === undefined ? '' : say(inTexts.payHere(linkMark));
  const page = hasPage ? say(inTexts.yourCard(pageMark)) : '';
  return `${test}${plain(face.name, 32)}: ${inGsm(face, text)}${link}${page}`;
}

/** The link to pay with. */
export function linkOf({ data }: SubscriptionEvent): bigint | undefined {
  return 'linkId' in data && data.linkId !== undefined ? BigInt(data.linkId) : undefined;
}

function planFact({ planCode }: SubscriptionEvent['data'], language: Language): Row | undefined {
  const value = plain(planCode ?? '', lengths.externalId);
  return value === '' ? undefined : { label: inLanguage(language, words.plan), value };
}

function nameOf({ name }: PublicProfile): string {
  return plain(name, lengths.name);
}
