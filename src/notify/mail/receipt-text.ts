import { moneyWords } from '../../kernel/money.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import { linkMark } from '../conversations/body.ts';
import { segmentsOf } from '../conversations/segments.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { plain } from './plain.ts';
import { faceOn, statementText } from './receipt-facts.ts';
import { methodWords, returnReason, shortDayWords } from './wording.ts';

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
  const said = sentences[happening.kind](happening, face);
  const textWith = (mostOfName: number) =>
    [
      isTest ? 'TEST, no money moved. ' : '',
      `${shortName(name, mostOfName)}: ${said}${onStatement(happening, face)}`,
      hasLink ? ` Pay here: ${linkMark}` : '',
    ].join('');
  const texts = nameLengths.map(textWith);
  return texts.find((text) => segmentsOf(text) <= mostParts) ?? textWith(shortestName);
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
    'payment.captured': (what) =>
      `You paid ${moneyWords(what.followUpCents ?? what.paidCents, what.currency)} with ${source(what)}. ${receipt(what)}`,
    'payment.queued': (what) =>
      `${moneyWords(what.paidCents, what.currency)} will be debited from ${source(what)}. ${receipt(what)}`,
    'payment.voided': (what) =>
      what.payerIsAsked
        ? `Your bank payment of ${moneyWords(what.paidCents, what.currency)} was not sent: its account takes none.${ask(what)}`
        : `Payment of ${moneyWords(what.paidCents, what.currency)} with ${source(what)} was canceled. ${receipt(what)}`,
    'payment.refunded': (what) =>
      `${moneyWords(what.followUpCents ?? what.paidCents, what.currency)} was refunded to ${source(what)}. ${receipt(what)}`,
    'payment.returned': ({ askedCents, followUpCents, outcomeCode, currency, ...what }, face) => {
      const cents = followUpCents ?? askedCents;
      const cameBack = `Your bank payment of ${moneyWords(cents, currency)} came back: ${returnReason(outcomeCode)}.`;
      if (what.againAt)
        return `${cameBack} We try again on ${shortDayWords(what.againAt, face.timeZone)}.`;
      return cameBack + ask(what);
    },
  };

function ask({ payerIsAsked }: Pick<Happening, 'payerIsAsked'>): string {
  return payerIsAsked && payerIsAsked !== 'to_talk' ? ' Please pay another way.' : '';
}

function source({ method, brand, last4 }: Happening): string {
  if (method === 'bank') return `your account ending ${last4}`;
  return methodWords({ method, brand, last4, accountKind: undefined });
}

function onStatement(what: Happening, face: PublicProfile): string {
  const shown = statementText(what, face);
  return shown === '' ? '' : `. On your statement: ${shown}`;
}

function receipt({ receiptNumber }: Happening): string {
  return `Receipt ${receiptNumber ?? ''}`.trimEnd();
}
