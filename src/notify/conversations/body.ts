import type { Currency } from '../../kernel/currency.ts';
import { type Language, languages } from '../../kernel/language.ts';
import { longestCardNumber, maskCardNumbers } from '../../kernel/mask.ts';
import { moneyWords } from '../../kernel/money.ts';
import { pageAddress } from '../../parties/businesses/page-address.ts';
import type { World } from '../../world.ts';

/** Stands for the address of a pay link, which is put in when the text is sent. */
export const linkMark = '[PBTLINK]';

/** Stands for the address of the page of a subscription, likewise. */
export const pageMark = '[PBTPAGE]';

/** Stands for what is left to pay of the invoice of a pay link, in the language of the text. */
export function leftMark(language: Language): string {
  return `[PBTLEFT:${language}]`;
}

/** In characters; the length of `messages.body`. */
export const longestBody = 1600;

const notInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** The stored form: well-formed Unicode, cut to the longest body; a link in it stays. */
export function storedBody(text: string): string {
  return cut(linesOf(text));
}

/** The body of an incoming text, its card numbers masked. */
export function receivedBody(text: string): string {
  // Masked before it is cut: half a card number would not be found.
  const start = [...linesOf(text)].slice(0, longestBody + longestCardNumber).join('');
  return cut(maskCardNumbers(start));
}

function linesOf(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(notInLines, '');
}

function cut(lines: string): string {
  const characters = [...lines];
  if (characters.length <= longestBody) return lines;
  const start = characters.slice(0, longestBody).join('');
  if (start.includes(linkMark) || !lines.includes(linkMark)) return start;
  return `${characters.slice(0, longestBody - linkMark.length - 1).join('')} ${linkMark}`;
}

type Written = {
  readonly businessId: bigint;
  readonly body: string;
  readonly linkId: bigint | undefined;
  readonly pageId: bigint | undefined;
  /** What is left to pay, where a link asks for it. */
  readonly leftCents?: bigint | undefined;
  readonly currency?: Currency | undefined;
};

/** The form for the payer: for the carrier, and never stored. */
export function sentBody(
  world: Pick<World, 'vault' | 'site'>,
  { businessId, body, linkId, pageId, leftCents, currency }: Written,
): string {
  const marks = [
    { mark: linkMark, kind: 'pay_link', objectId: linkId },
    { mark: pageMark, kind: 'subscription', objectId: pageId },
  ] as const;
  return marks.reduce((text, { mark, kind, objectId }) => {
    if (objectId === undefined) return text;
    const address = pageAddress(world, { businessId, kind, objectId });
    return text.replaceAll(mark, () => address);
  }, withLeft());

  function withLeft(): string {
    if (leftCents === undefined || currency === undefined) return body;
    return languages.reduce((text, language) => {
      const left = moneyWords(leftCents, currency, language).replaceAll('\u00a0', ' ');
      return text.replaceAll(leftMark(language), () => left);
    }, body);
  }
}
