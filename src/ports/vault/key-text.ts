import { keyBytes } from './cipher.ts';
import type { Kek } from './held-keys.ts';
import { VaultError } from './vault-error.ts';

/*
 * A keys file has one JSON object per line, the oldest first. A key is added by appending a line: existing lines are
 * never rewritten, and two concurrent additions lose none.
 */

export function keyLine(id: string, key: Buffer, madeAt: Date): string {
  return `${JSON.stringify({ id, key: key.toString('base64'), madeAt: madeAt.toISOString() })}\n`;
}

export function parseKeyLines(text: string, place: string): Kek[] {
  const keys: Kek[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() !== '') keys.push(parseKeyLine(line, `Line ${i + 1} of ${place}`));
  }
  return checkList(keys.reverse(), place);
}

/** `id:base64` and, after commas, older ones. */
export function parseKeyWords(text: string, place: string): Kek[] {
  const keys = text.split(',').map((word, i) => {
    const [id = '', key = '', ...more] = word.trim().split(':');
    return makeKek(id, more.length > 0 ? '' : key, `Key ${i + 1} of ${place}`);
  });
  return checkList(keys, place);
}

function parseKeyLine(line: string, what: string): Kek {
  let fields: { id?: unknown; key?: unknown } | null;
  try {
    fields = JSON.parse(line);
  } catch {
    // The parser's own message would quote the line.
    throw new VaultError('keys_unreadable', `${what} is not a JSON object.`);
  }
  return makeKek(fields?.id, fields?.key, what);
}

function makeKek(id: unknown, encoded: unknown, what: string): Kek {
  if (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id)) {
    throw new VaultError(
      'keys_unreadable',
      `${what} has no id of 1 to 64 letters, digits, dots, dashes and underscores.`,
    );
  }
  const key = typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  if (key.length !== keyBytes || key.toString('base64') !== encoded) {
    throw new VaultError('keys_unreadable', `${what} has no key of ${keyBytes} bytes in base64.`);
  }
  // 32 random bytes practically never have fewer than 16 different values.
  if (new Set(key).size < 16) {
    throw new VaultError('keys_unreadable', `${what} has a key that is not random.`);
  }
  return { id, key };
}

function checkList(keys: Kek[], place: string): Kek[] {
  if (keys.length === 0) throw new VaultError('keys_missing', `There is no key in ${place}.`);
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) {
    throw new VaultError('keys_unreadable', `Two keys in ${place} have the same id.`);
  }
  return keys;
}
