import { crc32 } from 'node:zlib';
import { luhnValid } from '../../kernel/digits.ts';
import { Secret } from '../../kernel/secret.ts';

const prefixes = { sandbox: 'qk_test_', live: 'qk_live_' } as const;
/** 62 ** 43 is a little more than 2 ** 256. */
const bodyLength = 43;
/** 62 ** 6 is more than the 2 ** 32 of the checksum. */
const checkLength = 6;
const shape = /^qk_(?:test|live)_[0-9A-Za-z]{49}$/;

type RandomBytes = (count: number) => Buffer;

/** 256 random bits and a checksum, so that a misspelt key is rejected without a query. */
export function makeApiKey(environment: 'sandbox' | 'live', randomBytes: RandomBytes): string {
  const key = prefixes[environment] + randomBase62(bodyLength, randomBytes);
  return key + checksum(key);
}

export function hasKeyForm(text: string | Secret): boolean {
  const key = text instanceof Secret ? text.reveal() : text;
  return shape.test(key) && key.endsWith(checksum(key.slice(0, -checkLength)));
}

export function makeCardToken(randomBytes: RandomBytes): string {
  return `card_${randomBase62(24, randomBytes)}`;
}

/** Never passes Luhn, so that nobody mistakes it for a card number. */
export function makeBankToken(randomBytes: RandomBytes): string {
  for (;;) {
    const token = `9${randomDigits(19, randomBytes)}`;
    if (!luhnValid(token)) return token;
  }
}

function checksum(text: string): string {
  return toBase62(crc32(text), checkLength);
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Every character equally likely. */
function randomBase62(length: number, randomBytes: (count: number) => Buffer): string {
  return randomCharacters(alphabet, length, randomBytes);
}

/** Every digit equally likely. */
function randomDigits(length: number, randomBytes: (count: number) => Buffer): string {
  return randomCharacters('0123456789', length, randomBytes);
}

/** A number below 62 ** length, padded with zeros. */
function toBase62(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) {
    text = alphabet[rest % 62]! + text;
  }
  return text;
}

function randomCharacters(
  characters: string,
  length: number,
  randomBytes: (count: number) => Buffer,
): string {
  // Bytes beyond the last whole round of the alphabet would favour its beginning.
  const limit = 256 - (256 % characters.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < limit && text.length < length) text += characters[byte % characters.length];
    }
  }
  return text;
}
