import { hash } from 'node:crypto';
import { bytea, oneOf, optional, timestamptz, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

const purposes = ['register', 'sign_in', 'prove'] as const;

/** The challenges that authenticators sign. */
const challenges = table('passkey_challenges', {
  challengeHash: bytea,
  purpose: oneOf(purposes),
  /** Undefined: nobody is signed in yet. */
  sessionId: optional(uuid),
  expiresAt: timestamptz,
});

/** The purpose of an answer, and the session that may give it. */
export type Occasion =
  | { readonly purpose: 'register' | 'prove'; readonly sessionId: string }
  | { readonly purpose: 'sign_in'; readonly sessionId?: undefined };

export const challengeMs = 5 * 60_000;
const challengeBytes = 32;

/** Scope: lookup. */
export async function makeChallenge(
  { db, now, randomBytes }: Pick<World, 'db' | 'now' | 'randomBytes'>,
  { purpose, sessionId }: Occasion,
): Promise<Buffer> {
  const challenge = randomBytes(challengeBytes);
  const expiresAt = new Date(now().getTime() + challengeMs);
  const challengeHash = hashOf(challenge);
  await challenges.insert(db, [{ challengeHash, purpose, sessionId, expiresAt }]);
  return challenge;
}

/** True once, in time and on this occasion. Scope: lookup. */
export async function takeChallenge(
  sql: Sql,
  challenge: Buffer,
  { purpose, sessionId }: Occasion,
  now: Date,
): Promise<boolean> {
  const [taken] = await challenges.read(
    sql,
    `delete from passkey_challenges where challenge_hash = $1 returning ${challenges.columns}`,
    [hashOf(challenge)],
  );
  return taken?.purpose === purpose && taken.sessionId === sessionId && taken.expiresAt > now;
}

/** Scope: all. */
export async function deleteOldChallenges(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from passkey_challenges where expires_at < $1', [now]);
}

function hashOf(challenge: Buffer): Buffer {
  return hash('sha256', challenge, 'buffer');
}
