import { createHash } from 'node:crypto';
import { luhnValid } from '../../src/kernel/digits.ts';

/** A marked number: `marks` are what must be found nowhere, in whatever form. */
export type Canary = { readonly label: string; readonly digits: string; readonly marks: Needle[] };

/** Bytes to look for. `alone`: only where no further digit stands beside them. */
export type Needle = { readonly label: string; readonly bytes: Buffer; readonly alone?: boolean };

/** Unlike any other card number: digits behind the first six and before the last four are its own. */
export function cardCanary(label: string, first6 = '491653', length = 16): Canary {
  const start = `${first6}${digitsFor(label, length - 7)}`;
  const last = [...'0123456789'].find((digit) => luhnValid(start + digit))!;
  return canary(label, start + last);
}

/** A published test card, for what the simulated bank does with it alone. */
export function publishedCanary(label: string, digits: string): Canary {
  return { label, digits, marks: wholeMarks(label, digits) };
}

/** Eleven digits, the most that the sandbox takes; the last four may be shown. */
export function accountCanary(label: string): Canary {
  return canary(label, `8${digitsFor(label, 10)}`);
}

/** Nine digits that somebody could have; nothing of them is ever shown. */
export function ssnCanary(label: string): Canary {
  const digits = `2${digitsFor(label, 8)}`;
  const [, area, group, serial] = /^(...)(..)(.*)$/.exec(digits)!;
  const written = { label, bytes: Buffer.from(`${area}-${group}-${serial}`) };
  // Needles are looked up by their first bytes, and raw files are full of zeros.
  const marks = wholeMarks(label, digits).filter(({ bytes }) => bytes.readUInt32BE(0) !== 0);
  return { label, digits, marks: [written, ...marks] };
}

/** A password or key, as somebody chose it. */
export function wordCanary(label: string) {
  const word = createHash('sha256').update(`canary ${label}`).digest('base64url').slice(0, 30);
  return { label, word, marks: [{ label, bytes: Buffer.from(word) }, ...encoded(label, word)] };
}

/** Four digits say little by themselves: the caller chooses such as stand nowhere before. */
export function cvvNeedles(cvv: string): Needle[] {
  const label = `CVV ${cvv}`;
  return [
    { label, bytes: Buffer.from(cvv), alone: true },
    ...encoded(label, cvv).filter(({ bytes }) => bytes.length > 4),
  ];
}

export function keyNeedles(apiKey: string): Needle[] {
  const secret = apiKey.replace(/^qk_[a-z]+_/, '').slice(0, 40);
  const label = 'API key';
  return [{ label, bytes: Buffer.from(secret) }, ...encoded(label, secret)];
}

/** Same label, same digits: a failure can be looked into. */
function digitsFor(label: string, count: number): string {
  const hash = createHash('sha256').update(`canary ${label}`).digest();
  // No run of zeros and no small number, which a file may hold for reasons of its own.
  return [...hash.subarray(0, count)].map((byte) => String((byte % 9) + 1)).join('');
}

function canary(label: string, digits: string): Canary {
  // Eight digits, of which a mask may show two at the most.
  const core = digits.length > 12 ? digits.slice(-12, -4) : digits.slice(0, -3);
  const grouped = [' ', '-', '.'].map((sign) => `${core.slice(0, 4)}${sign}${core.slice(4)}`);
  return {
    label,
    digits,
    marks: [
      ...[core, ...grouped].map((text) => ({ label, bytes: Buffer.from(text) })),
      ...encoded(label, core),
      ...wholeMarks(label, digits),
    ],
  };
}

/** The whole number as text, as a number, and hashed without a key, which anybody could try out. */
function wholeMarks(label: string, digits: string): Needle[] {
  const integer = Buffer.alloc(8);
  integer.writeBigInt64BE(BigInt(digits));
  const reversed = Buffer.from(integer).reverse();
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const decimal = Buffer.from(even, 'hex');
  // As PostgreSQL keeps a numeric: four digits in each two bytes.
  const groups = digits.padStart(Math.ceil(digits.length / 4) * 4, '0').match(/\d{4}/g)!;
  const numeric = Buffer.from(new Uint16Array(groups.map(Number)).buffer);
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].map((name) =>
    createHash(name).update(digits).digest().subarray(0, 16),
  );
  const forms = [Buffer.from(digits), integer, reversed, decimal, numeric, ...hashes];
  return [
    ...forms.map((bytes) => ({ label, bytes })),
    ...encoded(label, digits),
    ...hashes.map((hash) => ({ label, bytes: Buffer.from(hash.toString('hex')) })),
  ];
}

/** As hex, and as base64 in whatever place it has in the encoded whole. */
function encoded(label: string, text: string): Needle[] {
  const forms = [Buffer.from(text).toString('hex')];
  for (const before of [0, 1, 2]) {
    const base64 = Buffer.from('\0'.repeat(before) + text).toString('base64');
    // The characters that depend on this text alone, and not on what stands around it.
    const from = Math.ceil((before * 8) / 6);
    forms.push(base64.slice(from, Math.floor(((before + text.length) * 8) / 6)));
  }
  return forms.map((form) => ({ label, bytes: Buffer.from(form) }));
}
