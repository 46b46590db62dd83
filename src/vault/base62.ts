const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Every character equally likely. */
export function randomBase62(length: number, randomBytes: (count: number) => Buffer): string {
  return randomCharacters(alphabet, length, randomBytes);
}

/** Every digit equally likely. */
export function randomDigits(length: number, randomBytes: (count: number) => Buffer): string {
  return randomCharacters('0123456789', length, randomBytes);
}

/** A number below 62 ** length, filled up with zeros. */
export function toBase62(number: number, length: number): string {
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
