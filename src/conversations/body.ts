import { maskCardNumbers } from '../base/mask.ts';
import { pageAddress } from '../businesses/page-address.ts';
import type { World } from '../world.ts';

/** Where the address of a pay link stands in a text; it is put in when the text is sent. */
export const linkMark = '[PBTLINK]';

/** In characters, as `messages` has room for them. */
export const longestBody = 1600;

const notInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** As it is kept: whole Unicode text in lines, no longer than there is room; a link in it is not lost. */
export function keptBody(text: string): string {
  return cut(linesOf(text));
}

/** What a payer wrote: nobody keeps the card number that somebody sends by text, nor half of one. */
export function receivedBody(text: string): string {
  return cut(maskCardNumbers(linesOf(text)));
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
};

/** As the payer reads it. To be handed to the carrier, and kept nowhere. */
export function sentBody(
  world: Pick<World, 'vault' | 'config'>,
  { businessId, body, linkId }: Written,
): string {
  if (linkId === undefined) return body;
  const address = pageAddress(world, { businessId, kind: 'pay_link', objectId: linkId });
  return body.replaceAll(linkMark, () => address);
}
