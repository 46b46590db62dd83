/** Addresses that are nobody's business, and how they may be written so that they do not look like it. */
const private4 = [
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
];

const private6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'febf::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '3fff::1',
  '100::1',
  '64:ff9b:1::1',
  '4000::1',
];

/** The host part of URLs; every one leads to one of the above. */
export function privateHosts(): string[] {
  const hosts = [...private4.flatMap(spellingsOf), ...private6.map((address) => `[${address}]`)];
  hosts.push(...private6.map((address) => `[${address.toUpperCase()}]`));
  return [...new Set(hosts)];
}

/** What a name server may answer. */
export const privateAnswers: readonly string[] = [
  ...private4,
  ...private6,
  ...private4.flatMap((address) => [`::ffff:${address}`, `::ffff:${hexPair(address)}`]),
  'fe80::1%eth0',
  'no address',
  '',
];

function spellingsOf(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = parts.map((part) => `0x${part.toString(16)}`);
  const octal = parts.map((part) => `0${part.toString(8)}`);
  const pair = hexPair(address);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0X${whole.toString(16).toUpperCase()}`,
    `0${whole.toString(8)}`,
    hex.join('.'),
    octal.join('.'),
    [hex[0], octal[1], c, d].join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    // Digits of another script, and signs that a browser takes for a dot.
    address.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '%2e'),
    `%3${address[0]}${address.slice(1)}`,
    `[::ffff:${address}]`,
    `[::ffff:${pair}]`,
    `[0:0:0:0:0:ffff:${pair}]`,
    `[::${address}]`,
    `[64:ff9b::${pair}]`,
    `[2002:${pair}::1]`,
  ];
}

function hexPair(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
