import type { Business } from '../businesses/business.ts';
import { linkMark, longestBody } from '../conversations/body.ts';
import { dayFor } from '../conversations/quiet-hours.ts';
import type { World } from '../world.ts';
import { linkAddress } from './send-link.ts';

/** The link stands where the caller wants it, else at the end. */
export function withLink(text: string): string {
  return text.includes(linkMark) ? text : `${text} ${linkMark}`;
}

/** Whether carriers take it as one text: the address stands in it once for each mark, and is longer than that. */
export function hasRoom(world: World, businessId: bigint, text: string): boolean {
  // The addresses of all links are equally long.
  const address = linkAddress(world, { businessId, id: 0n });
  return [...text.replaceAll(linkMark, () => address)].length <= longestBody;
}

/** The first moment from `at` on at which the text may go out: where limits are on it waits for the morning. */
export function mayGoOut({ limited }: Business, phone: string, at: Date): Date {
  return limited ? dayFor({ kind: 'pay_link', phone, heardAt: undefined }, at) : at;
}
