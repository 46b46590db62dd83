import { hash } from 'node:crypto';
import { dayMs, hourMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Vault } from '../../ports/vault/vault.ts';
import { bytea, int8, oneOf, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { User } from '../users/user.ts';

/** The purpose of a link: an invitation, a new password, or to sign in without one. */
const linkKinds = ['invitation', 'reset', 'login'] as const;
export type LinkKind = (typeof linkKinds)[number];

const links = table('sign_in_links', {
  tokenHash: bytea,
  id: uuid,
  kind: oneOf(linkKinds),
  email: text,
  /** The business that invites; for a new password, the home of the person. */
  businessId: int8,
  userId: optional(int8),
  createdAt: timestamptz,
  expiresAt: timestamptz,
  usedAt: optional(timestamptz),
  /**
   * The origins that saw the link of an invitation (`principal.ts`); undefined if it was mailed, or printed at the
   * machine.
   */
  shownTo: optional(text),
});
export type Link = RowOf<typeof links>;

export const lifetimeMs: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * dayMs,
  reset: hourMs,
  login: dayMs,
};

type Maker = Pick<World, 'now' | 'vault'>;
export type NewLink = Pick<Link, 'kind' | 'email' | 'businessId' | 'userId'> &
  Partial<Pick<Link, 'shownTo'>>;

/**
 * Makes a link, unless it was made already. The token is derived by a key of the vault, so that a mail can be written
 * again, and nothing that is stored opens the door. Scope: lookup.
 */
export async function makeLink(
  sql: Sql,
  { now, vault }: Maker,
  id: string,
  link: NewLink,
): Promise<string> {
  const token = tokenOfLink(vault, { id, businessId: link.businessId });
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs[link.kind]);
  const { shownTo, ...named } = link;
  const row = { ...named, id, email: link.email.toLowerCase(), tokenHash: hashOfLink(token) };
  const rows = [{ ...row, createdAt, expiresAt, shownTo }];
  await links.insert(sql, rows, 'on conflict do nothing');
  return token;
}

function tokenOfLink(
  { stream }: Pick<Vault, 'stream'>,
  { id, businessId }: Pick<Link, 'id' | 'businessId'>,
): string {
  return stream(businessId, `sign_in_link ${id}`)(32).toString('base64url');
}

export function addressOfLink(site: { readonly address: string }, token: string): string {
  // Behind the hash: it reaches no log of a server or proxy.
  return `${site.address}/sign-in/link#${token}`;
}

function hashOfLink(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The link of a token that may still be used. Scope: lookup. */
export async function findLink(sql: Sql, token: string, now: Date): Promise<Link> {
  const link = await links.readOne(
    sql,
    `select ${links.columns} from sign_in_links where token_hash = $1`,
    [hashOfLink(token)],
  );
  if (!link || link.usedAt || link.expiresAt <= now) throw new Refusal('link_not_valid');
  return link;
}

const spentLinks = links.pick('tokenHash');

/**
 * Once: of two browsers only one goes on. No other link for a new password of that address opens anything then: somebody
 * else may have read the mail before. Scope: lookup.
 */
export async function spendLink(sql: Sql, link: Link, now: Date): Promise<void> {
  const { tokenHash, kind, email } = link;
  const spent = await spentLinks.read(
    sql,
    `update sign_in_links set used_at = $2
     where used_at is null and expires_at > $2
       and (token_hash = $1 or $3 = 'reset' and kind = 'reset' and email = $4)
     returning token_hash as "tokenHash"`,
    [tokenHash, now, kind, email],
  );
  if (!spent.some((one) => one.tokenHash.equals(tokenHash))) throw new Refusal('link_not_valid');
}

/** No link that invited a user so far opens anything any more. Scope: lookup. */
export async function endInvitations(sql: Sql, { businessId, id }: User, at: Date): Promise<void> {
  await sql.query(
    `update sign_in_links set used_at = $3
     where business_id = $1 and user_id = $2 and kind = 'invitation' and used_at is null`,
    [businessId, id, at],
  );
}
