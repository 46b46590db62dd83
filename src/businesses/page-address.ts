import { hash } from 'node:crypto';
import { bytea, int8, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Config } from '../config.ts';
import type { Vault } from '../vault/vault.ts';

/** What a hosted page can be about. */
export type PageKind = 'pay_link' | 'lead_form';

/** Which page of which business: what an address leads to. */
export type PageName = {
  readonly businessId: bigint;
  readonly kind: PageKind;
  readonly objectId: bigint;
};

const bytes = 16;
const written = /^[A-Za-z0-9_-]{22}$/;
const folders: Readonly<Record<PageKind, string>> = { pay_link: 'pay', lead_form: 'form' };

type Surroundings = {
  readonly vault: Pick<Vault, 'stream'>;
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'port'>;
};

/**
 * The whole address. Its last part is 128 bits that nobody can guess; they follow from a key of the vault, so that
 * they stand nowhere and can still be said again, when a text goes out days later.
 */
export function pageAddress({ vault, config }: Surroundings, page: PageName): string {
  return `${publicAddress(config)}/${folders[page.kind]}/${secretPart(vault, page)}`;
}

/** Under which payers reach us, without a slash at its end. */
export function publicAddress({ publicUrl, host, port }: Surroundings['config']): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const rows = rowSet({ tokenHash: bytea, businessId: int8, kind: text, objectId: int8 });

/** Written in the transaction that makes the object. */
export async function insertPages(
  tx: Sql,
  vault: Pick<Vault, 'stream'>,
  pages: readonly PageName[],
): Promise<void> {
  await tx.query(
    `insert into page_addresses (token_hash, business_id, kind, object_id)
     select token_hash, business_id, kind, object_id from ${rows.sql}`,
    rows.encode(pages.map((page) => ({ ...page, tokenHash: hashOf(vault, page) }))),
  );
}

/** Where an address leads. Scope: lookup. */
export async function findPage(
  sql: Sql,
  kind: PageKind,
  secretPart: string,
): Promise<PageName | undefined> {
  if (!written.test(secretPart)) return undefined;
  const [row] = await sql.query<{ business_id: bigint; object_id: bigint }>(
    'select business_id, object_id from page_addresses where token_hash = $1 and kind = $2',
    [hash('sha256', secretPart, 'buffer'), kind],
  );
  return row && { businessId: row.business_id, kind, objectId: row.object_id };
}

export function hashOf(vault: Pick<Vault, 'stream'>, page: PageName): Buffer {
  return hash('sha256', secretPart(vault, page), 'buffer');
}

function secretPart(
  vault: Pick<Vault, 'stream'>,
  { businessId, kind, objectId }: PageName,
): string {
  return vault.stream(businessId, `${kind} ${objectId}`)(bytes).toString('base64url');
}
