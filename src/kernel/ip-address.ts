import { isIP } from 'node:net';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAnAddress = flaw('malformed', 'must be an IP address, version 4 or 6');

/** Eight groups, the last two of them an IPv4 address. */
const longest = 45;

/** One address: without a port, a network prefix or the zone of a link. */
export function parseIpAddress(text: string): Parsed<string> {
  return text.length <= longest && isIP(text) !== 0 && !text.includes('%')
    ? parsed(text)
    : notAnAddress;
}

/**
 * The address in a proxy's forwarded text: `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]`,
 * `[2001:db8::1]:5678`, each of them quoted or not. Undefined for anything else.
 */
export function forwardedAddress(text: string): string | undefined {
  const [, bracketed, plain] = forwardedForm.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return parseIpAddress(address).ok ? address : undefined;
}
const forwardedForm = /^"?(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|[\da-f:.]+)"?$/i;

/**
 * The rate limiter's bucket of this address. The owner of one IPv6 address usually has the whole /64 network around it,
 * so a /64 is one bucket. An IPv4 address inside an IPv6 address (mapped, NAT64, 6to4) shares the bucket of the IPv4
 * address. Any other text is a bucket of its own.
 */
export function addressBucket(address: string): string {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version !== 6) return address;
  const bits = bitsOf6(plain);
  const carried = carriedIn(bits);
  if (carried !== undefined) return textOf4(carried);
  return `${(bits >> 64n).toString(16).padStart(16, '0')}/64`;
}

/** A range of addresses: a prefix, written as an address, and its length in bits. */
export type Range = readonly [start: string, bits: number];

/** IPv6 ranges that contain an IPv4 address after so many bits. */
const carriers: readonly (readonly [...Range, after: number])[] = [
  ['::ffff:0.0.0.0', 96, 96], // mapped
  ['64:ff9b::', 96, 96], // NAT64
  ['2002::', 16, 16], // 6to4
];

/** The IPv4 address that is embedded in this IPv6 address, if any. */
export function carriedIn(bits: bigint): bigint | undefined {
  const carrier = carriers.find(([start, length]) => isIn6(bits, [start, length]));
  return carrier && BigInt.asUintN(32, bits >> BigInt(128 - carrier[2] - 32));
}

export function isIn6(bits: bigint, [start, length]: Range): boolean {
  return (bits ^ bitsOf6(start)) >> BigInt(128 - length) === 0n;
}

export function bitsOf4(address: string): bigint {
  return address.split('.').reduce((bits, part) => bits * 256n + BigInt(part), 0n);
}

export function bitsOf6(address: string): bigint {
  const [before = '', after] = address.split('::');
  const first = groupsOf(before);
  const last = groupsOf(after ?? '');
  const between = new Array<bigint>(8 - first.length - last.length).fill(0n);
  return [...first, ...between, ...last].reduce((bits, group) => bits * 65_536n + group, 0n);
}

/** Groups of sixteen bits; an IPv4 address at the end counts as two. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const bits = bitsOf4(group);
    return [bits >> 16n, bits % 65_536n];
  });
}

function textOf4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
}
