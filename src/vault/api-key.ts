import { crc32 } from 'node:zlib';
import { luhnValid } from '../base/digits.ts';
import { Secret } from '../base/secret.ts';
import { randomBase62, randomDigits, toBase62 } from './base62.ts';

const prefixes = { sandbox: 'qk_test_', live: 'qk_live_' } as const;
/** 62 ** 43 is a little more than 2 ** 256. */
const bodyLength = 43;
/** 62 ** 6 is more than the 2 ** 32 of the checksum. */
const checkLength = 6;
const shape = /^qk_(?:test|live)_[0-9A-Za-z]{49}$/;

type RandomBytes = (count: number) => Buffer;

/** 256 random bits and a checksum, so that a misspelt key is known without asking the database. */
export function makeApiKey(environment: 'sandbox' | 'live', randomBytes: RandomBytes): string {
  const key = prefixes[environment] + randomBase62(bodyLength, randomBytes);
  return key + checksum(key);
}

export function looksLikeOurKey(text: string | Secret): boolean {
  const key = text instanceof Secret ? text.reveal() : text;
  return shape.test(key) && key.endsWith(checksum(key.slice(0, -checkLength)));
}

export function makeCardToken(randomBytes: RandomBytes): string {
  return `card_${randomBase62(24, randomBytes)}`;
}

/** Never passes Luhn, so that nobody takes it for a card number. */
export function makeBankToken(randomBytes: RandomBytes): string {
  for (;;) {
    const token = `9${randomDigits(19, randomBytes)}`;
    if (!luhnValid(token)) return token;
  }
}

function checksum(text: string): string {
  return toBase62(crc32(text), checkLength);
}
