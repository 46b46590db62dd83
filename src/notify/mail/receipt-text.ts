import { inLanguage, speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import { linkMark } from '../conversations/body.ts';
import { segmentsOf } from '../conversations/segments.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { plain } from './plain.ts';
import { faceOn, statementText } from './receipt-facts.ts';
import { methodWords, returnReason, shortDayWords } from './wording.ts';
import { inGsm, texts } from './words/texts.ts';

/** The longest name of the business, tried in turn until the text fits. */
const shortestName = 16;
const nameLengths = [32, 24, shortestName];
const mostParts = 2;

type TextReceipt = {
  readonly happening: Happening;
  readonly face: PublicProfile;
  readonly details: InvoiceDetails;
  /** True when it has a link to pay. */
  readonly hasLink: boolean;
};

/** A receipt as a text. */
export function receiptText({ happening, face, details, hasLink }: TextReceipt): string {
  const { name } = faceOn(details, face);
  const isTest = happening.isTest || face.environment === 'sandbox';
  const say = speaker(languageOf(face));
  const said = inGsm(face, sentences[happening.kind](happening, face));
  const textWith = (mostOfName: number) =>
    [
      isTest ? say(texts.test) : '',
      `${shortName(name, mostOfName)}: ${said}${onStatement(happening, face)}`,
      hasLink ? say(texts.payHere(linkMark)) : '',
    ].join('');
  const bodies = nameLengths.map(textWith);
  return bodies.find((text) => segmentsOf(text) <= mostParts) ?? textWith(shortestName);
}

/** Counted in UTF-16 units, as phones do. */
function shortName(name: string, most: number): string {
  let signs = [...plain(name, 2 * most)];
  while (signs.join('').length > most) signs = signs.slice(0, -1);
  return signs.join('').trimEnd();
}

/** One or two sentences for each kind of event. */
const sentences: Readonly<Record<HappeningKind, (what: Happening, face: PublicProfile) => string>> =
  {
    'payment.captured': (what, face) => {
      const { say, money } = toldBy(what, face);
      const amount = money(what.followUpCents ?? what.paidCents);
      return withReceipt(say(texts.paid(amount, source(what, face))), what, face);
    },
    'payment.queued': (what, face) => {
      const { say, money } = toldBy(what, face);
      return withReceipt(
        say(texts.willDebit(money(what.paidCents), source(what, face))),
        what,
        face,
      );
    },
    'payment.voided': (what, face) => {
      const { say, money } = toldBy(what, face);
      const amount = money(what.paidCents);
      if (what.payerIsAsked) return say(texts.notSent(amount)) + ask(what, face);
      return withReceipt(say(texts.canceled(amount, source(what, face))), what, face);
    },
    'payment.refunded': (what, face) => {
      const { say, money } = toldBy(what, face);
      const amount = money(what.followUpCents ?? what.paidCents);
      return withReceipt(say(texts.refunded(amount, source(what, face))), what, face);
    },
    'payment.returned': (what, face) => {
      const { say, money, language } = toldBy(what, face);
      const amount = money(what.followUpCents ?? what.askedCents);
      const cameBack = say(texts.cameBack(amount, returnReason(what.outcomeCode, language)));
      if (!what.againAt) return cameBack + ask(what, face);
      return cameBack + say(texts.tryAgain(shortDayWords(what.againAt, face.timeZone, language)));
    },
  };

function toldBy({ currency }: Pick<Happening, 'currency'>, face: PublicProfile) {
  const language = languageOf(face);
  return {
    language,
    say: speaker(language),
    money: (cents: bigint) => moneyWords(cents, currency, language),
  };
}

function ask({ payerIsAsked }: Happening, face: PublicProfile): string {
  if (!payerIsAsked || payerIsAsked === 'to_talk') return '';
  return inLanguage(languageOf(face), texts.payOtherwise);
}

function source({ method, brand, last4 }: Happening, face: PublicProfile): string {
  const language = languageOf(face);
  if (method === 'bank') return inLanguage(language, texts.yourAccount(last4));
  return methodWords({ method, brand, last4, accountKind: undefined }, language);
}

function onStatement(what: Happening, face: PublicProfile): string {
  const shown = statementText(what, face);
  return shown === '' ? '' : inLanguage(languageOf(face), texts.onStatement(shown));
}

function withReceipt(sentence: string, { receiptNumber }: Happening, face: PublicProfile): string {
  const number = inLanguage(languageOf(face), texts.receipt(receiptNumber ?? ''));
  return `${sentence} ${number}`.trimEnd();
}
