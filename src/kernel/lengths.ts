import { type Flaw, flaw } from './parsed.ts';

/** The greatest lengths of all kinds of text, for all interfaces. */
export const lengths = {
  /** First and last names, companies, cities, banks, names of amounts. */
  name: 100,
  address: 150,
  postalCode: 20,
  /** State or province where the country is neither the US nor Canada. */
  region: 30,
  email: 254,
  description: 500,
  orderNumber: 50,
  externalId: 100,
  customField: 100,
  statementDescriptor: 22,
  smsText: 1600,
  note: 2000,
  mailSubject: 150,
  mailText: 1000,
  url: 2048,
  idempotencyKey: 255,
  apiKey: 255,
  password: 255,
} as const;

/**
 * No field is this long, in UTF-16 units, of which a character has at most two. A longer text is refused before it is
 * parsed, so that a longer text costs nothing more.
 */
export const longestRead = 4 * lengths.url;

/** Counted in characters, as PostgreSQL counts: an emoji is one, though two units in JavaScript. */
export function flawInLength(text: string, most: number): Flaw | undefined {
  if (text.length <= most) return undefined;
  if (text.length <= 2 * most && characters(text) <= most) return undefined;
  return flaw('too_long', `must have at most ${most} characters`);
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
