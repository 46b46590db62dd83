import { flaw, type Parsed, parsed } from './parsed.ts';

const notAGateway = flaw(
  'malformed',
  'must be an address such as https://secure.example.com, without a name, query or fragment; http only on this machine',
);

/**
 * A white label of a gateway has an address of its own, below which it may keep a path as the gateway does; a double of a
 * gateway runs on this machine.
 */
export function parseGatewayAddress(text: string): Parsed<string> {
  const url = URL.parse(text);
  const place = url && url.origin + url.pathname.replace(/\/$/, '');
  const isNear = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear);
  const isPlain = place !== null && place === text.replace(/\/$/, '');
  return isPlain && isSafe ? parsed(place) : notAGateway;
}
