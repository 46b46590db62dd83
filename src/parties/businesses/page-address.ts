import { hash } from 'node:crypto';
import type { Config } from '../../config.ts';
import { addressOf } from '../../kernel/listening-address.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Vault } from '../../ports/vault/vault.ts';
import { bytea, int8, oneOf } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { table } from '../../runtime/table.ts';

/** The kinds of hosted pages. */
const pageKinds = [
  'pay_link',
  'lead_form',
  'account_validation',
  'field_session',
  'subscription',
] as const;
export type PageKind = (typeof pageKinds)[number];

const pageAddresses = table('page_addresses', {
  tokenHash: bytea,
  businessId: int8,
  kind: oneOf(pageKinds),
  objectId: int8,
});
const pageNames = pageAddresses.omit('tokenHash');

/** The page behind an address, and its business. */
export type PageName = {
  readonly businessId: bigint;
  readonly kind: PageKind;
  readonly objectId: bigint;
};

const bytes = 16;
const written = /^[A-Za-z0-9_-]{22}$/;
const folders: Readonly<Record<PageKind, string>> = {
  pay_link: 'pay',
  lead_form: 'form',
  account_validation: 'account',
  field_session: 'fields',
  subscription: 'subscription',
};

type Context = {
  readonly vault: Pick<Vault, 'stream'>;
  readonly site: { readonly address: string };
};

/**
 * The whole address. Its last part is 128 secret bits. They are derived with a key of the vault: they are stored nowhere
 * and can be computed again for a text that is sent days later.
 */
export function pageAddress({ vault, site }: Context, page: PageName): string {
  return `${site.address}/${folders[page.kind]}/${secretPart(vault, page)}`;
}

/** Under which the settings say that we are reached, without a slash at its end. */
export function publicAddress({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl || addressOf(host, port);
}

const secretParts = new RegExp(
  `(/(?:${Object.values(folders).join('|')})/)[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])`,
  'g',
);

/** A text without the secret part of any address in it: whoever has that may pay, or see what was paid. */
export function hideAddresses(text: string): string {
  return text.replaceAll(secretParts, '$1…');
}

type Claiming = { readonly db: Sql; readonly vault: Pick<Vault, 'stream'> };

/**
 * Claims addresses before the transaction that makes their objects. A process that dies in between leaves an address
 * that leads nowhere: it was given to no one, its page answers like that of an unknown address, and its id is not used
 * again. A second attempt with the same ids claims nothing new. Scope: lookup.
 */
export async function claimPages(
  { db, vault }: Claiming,
  pages: readonly PageName[],
): Promise<void> {
  const rows = pages.map((page) => ({ ...page, tokenHash: hashOf(vault, page) }));
  await pageAddresses.insert(db, rows, 'on conflict do nothing');
}

/**
 * Claims an address and makes its object. The address is released if the object was refused or exists already
 * (undefined). After any other error it stays, since the transaction may have been committed.
 */
export async function makeWithPage<T>(
  claiming: Claiming,
  page: PageName,
  make: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await claimPages(claiming, [page]);
  try {
    const made = await make();
    if (made === undefined) await releasePage(claiming, page);
    return made;
  } catch (error) {
    if (error instanceof Refusal) await releasePage(claiming, page);
    throw error;
  }
}

async function releasePage({ db, vault }: Claiming, page: PageName): Promise<void> {
  await db.query('delete from page_addresses where token_hash = $1', [hashOf(vault, page)]);
}

/** The page of an address. Scope: lookup. */
export async function findPage(
  sql: Sql,
  kind: PageKind,
  secretPart: string,
): Promise<PageName | undefined> {
  if (!written.test(secretPart)) return undefined;
  return await pageNames.readOne(
    sql,
    `select ${pageNames.columns} from page_addresses where token_hash = $1 and kind = $2`,
    [hash('sha256', secretPart, 'buffer'), kind],
  );
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
