import { isIPv4, isIPv6 } from 'node:net';
import { bitsOf4, bitsOf6, carriedIn, isIn6, type Range } from './ip-address.ts';

/** IPv4 ranges that the registry of special addresses excludes from the public network. */
const privateRanges: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // between a carrier and its customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds keep their secrets
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4, given up
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast at its end
];

/** All public IPv6 addresses are in this range, so nothing outside it needs a list. */
const globalUnicast: Range = ['2000::', 3];

const privateInGlobal: readonly Range[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
];

/**
 * True for an address of the public network. Others must not make the service call any other address, because it may
 * reach hosts that they cannot. A text that is no address is not public either.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublic4(bitsOf4(address));
  if (!isIPv6(address) || address.includes('%')) return false;
  const bits = bitsOf6(address);
  const carried = carriedIn(bits);
  if (carried !== undefined) return isPublic4(carried);
  return isIn6(bits, globalUnicast) && !privateInGlobal.some((range) => isIn6(bits, range));
}

/** The machine itself. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return isIn4(bitsOf4(address), ['127.0.0.0', 8]);
  if (!isIPv6(address) || address.includes('%')) return false;
  const bits = bitsOf6(address);
  return bits === 1n || (isIn6(bits, ['::ffff:0.0.0.0', 96]) && (bits >> 24n) % 256n === 127n);
}

function isPublic4(bits: bigint): boolean {
  return !privateRanges.some((range) => isIn4(bits, range));
}

function isIn4(bits: bigint, [start, length]: Range): boolean {
  return (bits ^ bitsOf4(start)) >> BigInt(32 - length) === 0n;
}
