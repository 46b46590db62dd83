import { flawInLength, lengths } from './lengths.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAnAddress = flaw('malformed', 'must be a web address, for example www.example.com');

export const hasCredentials = flaw('has_credentials', 'must not hold a user name or password');

/** Some readers of addresses ignore these or take them for a slash, so that two programs would read two addresses. */
const neverInAddress = /[\s\\"<>^`{|}\u0000-\u001f\u007f-\u009f]/;
const prefix = /^https?:\/\//i;
/** Underscores occur in the names of many shops, although no registry would assign one. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * The address of a site that people visit, with or without http:// or https://; the result is without. A program must
 * not call it unchecked.
 */
export function parseWebAddress(text: string): Parsed<string> {
  const tooLong = flawInLength(text, lengths.url);
  if (tooLong) return tooLong;
  if (hasStrayCharacter(text)) return notAnAddress;
  const address = text.replace(prefix, '');
  const url = URL.parse(`https://${address}`);
  if (!url || address.startsWith('/')) return notAnAddress;
  if (hasUserPart(address)) return hasCredentials;
  return isDomain(url.hostname) ? parsed(address) : notAnAddress;
}

/** True if there are characters in it that no address has. */
export function hasStrayCharacter(text: string): boolean {
  return neverInAddress.test(text) || !text.isWellFormed();
}

/** An empty one too: `https://@example.com` and `https://:@example.com`. */
export function hasUserPart(text: string): boolean {
  return /^(?:https?:\/\/)?[^/?#]*@/i.test(text);
}

/** A name with a dot in it, so neither localhost nor a numeric address. */
export function isDomain(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.');
  const last = labels[labels.length - 1]!;
  return labels.length >= 2 && labels.every((part) => label.test(part)) && !/^\d+$/.test(last);
}
