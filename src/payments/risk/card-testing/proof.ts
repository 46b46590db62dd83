import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { bytea, timestamptz } from '../../../runtime/column.ts';
import type { Sql } from '../../../runtime/sql.ts';
import { table } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { highestLevel } from './judge.ts';
import { higher, levels } from './limits.ts';
import { readSuspects } from './store.ts';
import type { Suspect } from './suspect.ts';

/*
 * Proof of work: a browser looks for a number that gives the SHA-256 of the challenge and that number so many leading
 * zero bits. A challenge is signed, belongs to one link, ends after half an hour and is spent by its first use.
 */

/** About 130,000 hashes: a fraction of a second in the browser of a payer. */
const zeroBits = 17;
const lastsMs = 30 * 60_000;
const longestAnswer = 16;

const spentProofs = table('spent_proofs', { drawn: bytea, expiresAt: timestamptz });

type Link = { readonly businessId: bigint; readonly id: bigint };
type Context = Pick<World, 'vault' | 'randomBytes' | 'now'>;

export type Challenge = { readonly text: string; readonly zeroBits: number };

/**
 * The challenge for a form that is shown; undefined while none of its users is suspected, unless it is wanted in any
 * case.
 */
export async function challengeFor(
  world: World,
  link: Link,
  suspects: readonly Suspect[],
  isWanted = false,
): Promise<Challenge | undefined> {
  if (isWanted) return newChallenge(world, link);
  const at = world.now().getTime();
  const rows = await readSuspects(
    world.db,
    suspects.map(({ name }) => name),
  );
  const level = rows.map(({ watched }) => highestLevel(watched, at)).reduce(higher, 'none');
  const isRaised = levels.indexOf(level) >= levels.indexOf('prove');
  return isRaised ? newChallenge(world, link) : undefined;
}

function newChallenge(world: Context, link: Link): Challenge {
  const drawn = world.randomBytes(12).toString('base64url');
  const signed = `${drawn}.${world.now().getTime().toString(36)}`;
  return { text: `${signed}.${signature(world, link, signed)}`, zeroBits };
}

/** True once for each challenge: `proof` is the challenge, a colon and the number. */
export async function spendProof(world: World, link: Link, proof: string): Promise<boolean> {
  const challenge = challengeIn(world, link, proof);
  if (!challenge || leadingZeroBits(hash('sha256', proof, 'buffer')) < zeroBits) return false;
  const { drawn, expiresAt } = challenge;
  const spent = await spentProofs.insert(
    world.db,
    [{ drawn, expiresAt }],
    'on conflict do nothing',
  );
  return spent > 0;
}

function challengeIn(world: Context, link: Link, proof: string) {
  const [, signed = '', drawn = '', time = '', given = '', answer = ''] =
    /^(([\w-]{16})\.([0-9a-z]{1,10}))\.([\w-]{22}):([0-9a-z]+)$/.exec(proof) ?? [];
  if (answer === '' || answer.length > longestAnswer) return undefined;
  const right = Buffer.from(signature(world, link, signed));
  if (!timingSafeEqual(Buffer.from(given), right)) return undefined;
  const expiresAt = new Date(Number.parseInt(time, 36) + lastsMs);
  if (expiresAt <= world.now()) return undefined;
  return { drawn: Buffer.from(drawn, 'base64url'), expiresAt };
}

function leadingZeroBits(digest: Buffer): number {
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest.readUInt8(at)) - 24;
}

function signature({ vault }: Context, { businessId, id }: Link, signed: string): string {
  const key = vault.stream(businessId, `proof of pay_link ${id}`)(32);
  return createHmac('sha256', key).update(signed).digest().subarray(0, 16).toString('base64url');
}

export async function deleteOldProofs(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from spent_proofs where expires_at < $1', [now]);
}
