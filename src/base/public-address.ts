import { isIPv4, isIPv6 } from 'node:net';

/** A range of addresses: its first bits, written as an address, and how many of them count. */
type Range = readonly [start: string, bits: number];

/** What the registry of special IPv4 addresses keeps from the public network. */
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

/** All that is given out to anybody lies in here, and what lies beside it needs no list. */
const globalUnicast: Range = ['2000::', 3];

const privateInGlobal: readonly Range[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
];

/** Behind these bits stands an IPv4 address, and who sends there reaches that one. */
const carriers: readonly (readonly [...Range, after: number])[] = [
  ['::ffff:0.0.0.0', 96, 96], // mapped
  ['64:ff9b::', 96, 96], // NAT64
  ['2002::', 16, 16], // 6to4
];

/**
 * Whether this address is one of the public network: only there may the service be sent by others, who could
 * else have it ask what only it can reach. What is no address at all is not public either.
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

function carriedIn(bits: bigint): bigint | undefined {
  const carrier = carriers.find(([start, length]) => isIn6(bits, [start, length]));
  return carrier && BigInt.asUintN(32, bits >> BigInt(128 - carrier[2] - 32));
}

function isIn4(bits: bigint, [start, length]: Range): boolean {
  return (bits ^ bitsOf4(start)) >> BigInt(32 - length) === 0n;
}

function isIn6(bits: bigint, [start, length]: Range): boolean {
  return (bits ^ bitsOf6(start)) >> BigInt(128 - length) === 0n;
}

function bitsOf4(address: string): bigint {
  return address.split('.').reduce((bits, part) => bits * 256n + BigInt(part), 0n);
}

function bitsOf6(address: string): bigint {
  const [before = '', after] = address.split('::');
  const first = groupsOf(before);
  const last = groupsOf(after ?? '');
  const between = new Array<bigint>(8 - first.length - last.length).fill(0n);
  return [...first, ...between, ...last].reduce((bits, group) => bits * 65_536n + group, 0n);
}

/** Groups of sixteen bits; an IPv4 address at the end is two of them. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const bits = bitsOf4(group);
    return [bits >> 16n, bits % 65_536n];
  });
}
