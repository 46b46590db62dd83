import { Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import { sameSlowHash, slowHash } from '../../ports/vault/slow-hash.ts';
import type { Person } from './person.ts';

export type PasswordHash = { readonly salt: Buffer; readonly passwordHash: Buffer };

// Each hash takes a core for some 20 ms: beyond this many, people are asked to come back.
const mostWaiting = 20;
const noSalt = Buffer.alloc(16);
const noHash = Buffer.alloc(32);

/** Hashes passwords, one after the other. */
export function createPasswords(randomBytes: (count: number) => Buffer) {
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  return {
    async hash(password: Secret): Promise<PasswordHash> {
      const salt = randomBytes(16);
      return { salt, passwordHash: await nextTurn(() => slowHash(password, salt)) };
    },
    /** It takes the same time for an unknown person. */
    async isRight(person: Person | undefined, password: Secret): Promise<boolean> {
      const { salt = noSalt, passwordHash = noHash } = person ?? {};
      const isSame = await nextTurn(() => sameSlowHash(password, salt, passwordHash));
      return isSame && person?.passwordHash !== undefined;
    },
  };

  async function nextTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= mostWaiting) throw new Refusal('busy');
    waiting += 1;
    const answer = turn.then(work).finally(() => {
      waiting -= 1;
    });
    turn = answer.catch(() => {});
    return await answer;
  }
}
export type Passwords = ReturnType<typeof createPasswords>;
