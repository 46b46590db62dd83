import { isIP } from 'node:net';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAnAddress = flaw('malformed', 'must be an IP address, version 4 or 6');

/** One address and no more: a port, a network or the zone of a link is no part of it. */
export function parseIpAddress(text: string): Parsed<string> {
  return isIP(text) !== 0 && !text.includes('%') ? parsed(text) : notAnAddress;
}
