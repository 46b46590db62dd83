import { isIP } from 'node:net';
import { flawInLength, lengths } from './lengths.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';
import { hasCredentials, hasStrayCharacter, hasUserPart, isDomain } from './web-address.ts';

type Environment = 'sandbox' | 'live';

const notWhole = {
  sandbox: flaw(
    'malformed',
    'must be a whole address with https:// or http://, for example https://www.example.com/payments',
  ),
  live: flaw(
    'malformed',
    'must be a whole address with https://, for example https://www.example.com/payments',
  ),
} as const;
const notSecure = flaw('insecure', 'must begin with https://');
const hasFragment = flaw('has_fragment', 'must not have a part behind a #');
const notPublic = flaw('not_public', 'must be an address of the public network');

/**
 * An address that the service posts to, in a canonical form, so that every program reads the same host from it. The
 * network addresses of its name are checked before each post.
 */
export function parseWebhookAddress(text: string, environment: Environment): Parsed<string> {
  const tooLong = flawInLength(text, lengths.url);
  if (tooLong) return tooLong;
  if (!/^https?:\/\/[^/]/i.test(text) || hasStrayCharacter(text)) return notWhole[environment];
  const url = URL.parse(text);
  if (!url) return notWhole[environment];
  if (url.protocol !== 'https:' && environment === 'live') return notSecure;
  if (url.username !== '' || url.password !== '' || hasUserPart(text)) return hasCredentials;
  if (text.includes('#')) return hasFragment;
  const flawed = flawInHost(url.hostname, environment);
  if (flawed) return flawed;
  // The canonical form may be longer.
  return flawInLength(url.href, lengths.url) ?? parsed(url.href);
}

function flawInHost(hostname: string, environment: Environment) {
  const host = bareHost(hostname);
  if (isOwnHost(host)) return environment === 'sandbox' ? undefined : notPublic;
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublic;
  return isDomain(host) ? undefined : notPublic;
}

/** True if the address leads to this machine by its name alone. */
export function isOwnMachine(address: string): boolean {
  return isOwnHost(bareHost(new URL(address).hostname));
}

function isOwnHost(host: string): boolean {
  return isLoopback(host) || host === 'localhost' || host.endsWith('.localhost');
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
