import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../kernel/secret.ts';

/* Codes of an authenticator app (RFC 6238: SHA-1, 30 seconds, six digits), and codes for people who lost the app. */

const stepSeconds = 30;
const seedBytes = 20;
/** A clock may be a step behind or ahead. */
const drift = [0, -1, 1];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In base 32, as apps take it. */
export function newSeed(randomBytes: (count: number) => Buffer): Secret {
  return new Secret(base32(randomBytes(seedBytes)));
}

/** The time step that a correct code belongs to, if it is later than `after`; otherwise undefined. */
export function stepOfCode(
  seed: Secret,
  code: string,
  { now, after }: { readonly now: Date; readonly after: bigint },
): bigint | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = BigInt(Math.floor(now.getTime() / 1000 / stepSeconds));
  return drift
    .map((steps) => current + BigInt(steps))
    .find((step) => step > after && isSame(codeAt(seed.reveal(), step), code));
}

export function codeAt(seed: string, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const mac = createHmac('sha1', fromBase32(seed)).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The seed as its owner types it into an app, and as the address in a QR code: shown once. */
export function shownSeed(seed: Secret, email: string): { secret: string; address: string } {
  const secret = seed.reveal();
  const label = encodeURIComponent(`Quittance:${email}`);
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=Quittance` };
}

const recoveryCodes = 10;

/** Each code is good once. Ten bytes are sixteen characters, in groups of four. */
export function newRecoveryCodes(randomBytes: (count: number) => Buffer): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    base32(randomBytes(10)).match(/.{4}/g)!.join('-'),
  );
}

export function hashOfRecovery(code: string): string {
  return hash('sha256', code.toUpperCase().replace(/[^A-Z2-7]/g, ''), 'base64url');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
    }
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | alphabet.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Buffer.from(bytes);
}
