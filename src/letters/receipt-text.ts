import type { Face } from '../businesses/face.ts';
import { linkMark } from '../conversations/body.ts';
import { segmentsOf } from '../conversations/segments.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { plain } from './plain.ts';
import { faceOn } from './receipt-facts.ts';
import { returnReason } from './return-words.ts';
import { dollars, methodWords, shortDayWords } from './wording.ts';

/** So much of the name of a business is said; the less the more the rest takes. */
const nameLengths = [32, 24, 16] as const;
const mostParts = 2;

type Wish = {
  readonly happening: Happening;
  readonly face: Face;
  readonly details: InvoiceDetails;
  /** Whether a link to pay goes with it. */
  readonly hasLink: boolean;
};

/** The receipt as a text: who, how much, with what, and under which number. */
export function receiptText({ happening, face, details, hasLink }: Wish): string {
  const { name } = faceOn(details, face);
  const isTest = happening.isTest || face.environment === 'sandbox';
  const said = sentences[happening.kind](happening, face);
  const texts = nameLengths.map((most) =>
    [
      isTest ? 'TEST, no money moved. ' : '',
      `${shortName(name, most)}: ${said}`,
      hasLink ? ` Pay here: ${linkMark}` : '',
    ].join(''),
  );
  return texts.find((text) => segmentsOf(text) <= mostParts) ?? texts.at(-1)!;
}

/** Counted as phones do: an emoji takes two. */
function shortName(name: string, most: number): string {
  let signs = [...plain(name, 2 * most)];
  while (signs.join('').length > most) signs = signs.slice(0, -1);
  return signs.join('').trimEnd();
}

/** One sentence or two for each kind of event. */
const sentences: Readonly<Record<HappeningKind, (what: Happening, face: Face) => string>> = {
  'payment.captured': (what) =>
    `You paid ${dollars(what.followUpCents ?? what.paidCents)} with ${source(what)}. ${receipt(what)}`,
  'payment.queued': (what) =>
    `${dollars(what.paidCents)} will be debited from ${source(what)}. ${receipt(what)}`,
  'payment.voided': (what) =>
    what.payerIsAsked
      ? `Your bank payment of ${dollars(what.paidCents)} was not sent: its account takes none.${ask(what)}`
      : `Payment of ${dollars(what.paidCents)} with ${source(what)} was canceled. ${receipt(what)}`,
  'payment.refunded': (what) =>
    `${dollars(what.followUpCents ?? what.paidCents)} was refunded to ${source(what)}. ${receipt(what)}`,
  'payment.returned': ({ askedCents, followUpCents, outcomeCode, ...what }, { timeZone }) => {
    const cents = followUpCents ?? askedCents;
    const cameBack = `Your bank payment of ${dollars(cents)} came back: ${returnReason(outcomeCode)}.`;
    if (what.againAt)
      return `${cameBack} We try again on ${shortDayWords(what.againAt, timeZone)}.`;
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

function receipt({ receiptNumber }: Happening): string {
  return `Receipt ${receiptNumber ?? ''}`.trimEnd();
}
