import { linkMark } from '../conversations/body.ts';

/** What carriers take as one text. An address may be longer than its mark, so that some room is kept for it. */
export const longestText = 1500;

/** The link stands where the caller wants it, else at the end. */
export function withLink(text: string): string {
  return text.includes(linkMark) ? text : `${text} ${linkMark}`;
}
