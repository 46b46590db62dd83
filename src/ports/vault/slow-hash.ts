import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secret } from '../../kernel/secret.ts';

const run = promisify(argon2);

/**
 * For keys that people choose, which may have little entropy: guessing at the hash must be slow. 19 MiB and two passes
 * are recommended for a machine that does other work too.
 */
export async function slowHash(value: Secret, salt: Buffer): Promise<Buffer> {
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  return await run('argon2id', { message: value.reveal(), nonce: salt, ...cost });
}

export async function sameSlowHash(value: Secret, salt: Buffer, stored: Buffer): Promise<boolean> {
  return timingSafeEqual(await slowHash(value, salt), stored);
}
