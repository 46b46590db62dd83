import { hash } from 'node:crypto';
import { minuteMs } from '../../kernel/duration.ts';
import { bytea, oneOf, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** The kinds of sessions: a token of one kind opens nothing of the other. */
const sessionKinds = ['browser', 'command_line'] as const;

export const sessions = table('sessions', {
  tokenHash: bytea,
  id: uuid,
  personId: uuid,
  kind: oneOf(sessionKinds),
  /** `password`: the second factor is still missing. */
  stage: oneOf(['password', 'whole'] as const),
  createdAt: timestamptz,
  /** The last request, to the minute. */
  seenAt: timestamptz,
  /** When the person last proved who it is. */
  provedAt: timestamptz,
  address: text,
  browser: text,
  endedAt: optional(timestamptz),
});
export type Session = RowOf<typeof sessions>;

const idleMs = 15 * minuteMs;
export const longestMs = 12 * 60 * minuteMs;
/** For so long after a proof money may leave, and secrets are shown. */
export const provedMs = 10 * minuteMs;
const tokenBytes = 32;

export function newToken(randomBytes: (count: number) => Buffer): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A value that a page of another origin cannot know: it goes with every change. */
export function antiForgeryOf(token: string): string {
  return hash('sha256', `anti-forgery ${token}`, 'base64url');
}

export function isLiveAt({ createdAt, seenAt, endedAt }: Session, now: Date): boolean {
  const at = now.getTime();
  return (
    endedAt === undefined &&
    at < seenAt.getTime() + idleMs + minuteMs &&
    at < createdAt.getTime() + longestMs
  );
}

export function isProvedAt({ provedAt }: Session, now: Date): boolean {
  return now.getTime() < provedAt.getTime() + provedMs;
}

/** Scope: lookup. */
export const readSessions: Flush<Buffer, Session | undefined> = async (sql, hashes) => {
  const found = await sessions.read(
    sql,
    `select ${sessions.columns} from sessions where token_hash = any($1::bytea[])`,
    [hashes],
  );
  const byHash = new Map(found.map((one) => [one.tokenHash.toString('hex'), one]));
  return hashes.map((one) => byHash.get(one.toString('hex')));
};

/** Scope: lookup. */
export async function recordSeen(sql: Sql, { tokenHash }: Session, at: Date): Promise<void> {
  await sql.query(
    'update sessions set seen_at = $2 where token_hash = $1 and seen_at < $2 and ended_at is null',
    [tokenHash, at],
  );
}

/** Scope: lookup. */
export async function recordProof(sql: Sql, { tokenHash }: Session, at: Date): Promise<void> {
  await sql.query(
    `update sessions set stage = 'whole', proved_at = $2, seen_at = greatest(seen_at, $2)
     where token_hash = $1 and ended_at is null`,
    [tokenHash, at],
  );
}

/** The open ones of a person, the newest first. Scope: lookup. */
export async function readSessionsOf(sql: Sql, personId: string, now: Date): Promise<Session[]> {
  const found = await sessions.read(
    sql,
    `select ${sessions.columns} from sessions where person_id = $1 and ended_at is null
     order by created_at desc, id desc limit 100`,
    [personId],
  );
  return found.filter((one) => isLiveAt(one, now));
}

/** Ends sessions of a person: one of them, or all but one. Scope: lookup. */
export async function endSessions(
  sql: Sql,
  personId: string,
  { only, but, at }: { readonly only?: string; readonly but?: string; readonly at: Date },
): Promise<number> {
  const ended = await sql.query(
    `update sessions set ended_at = $4
     where person_id = $1 and ended_at is null and ($2::uuid is null or id = $2)
       and ($3::uuid is null or id <> $3)
     returning 1`,
    [personId, only, but, at],
  );
  return ended.length;
}

/** Sessions and links that ended long ago say nothing any more. Scope: all. */
export async function deleteOldSessions(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from sessions where created_at < $1', [before]);
  await sql.query('delete from sign_in_links where expires_at < $1', [before]);
  await sql.query('delete from sign_in_guesses where free_at < $1', [before]);
}
