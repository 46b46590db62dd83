import { hash } from 'node:crypto';
import { bytea, int8, json, type RowOf, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';

/** A privileged act: who did what to which object. Facts name no secret. */
export type Act = {
  /** Whose book it stands in; 0: the platform's own. */
  readonly businessId: bigint;
  /** `api:USERNAME`, `operator`, `operator:NAME` or `system`. */
  readonly actor: string;
  /** Such as `business.created`. */
  readonly act: string;
  /** Such as `business:100002`. */
  readonly object: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

/** The book of acts that belong to no business. */
export const platform = 0n;

/** Written in the transaction of the act itself: neither is there without the other. */
export async function recordAct(tx: Sql, act: Act): Promise<void> {
  await recordActs(tx, act.businessId, [act]);
}

/** The first act of an object that was made just now, whose book is likely to be empty. */
export async function recordFirstAct(tx: Sql, act: Act): Promise<void> {
  const { businessId } = act;
  const isBegun = await beginChain(tx, businessId, linksAfter(root, businessId, [act]));
  if (!isBegun) await recordAct(tx, act);
}

/** The same for several acts that follow on each other in the book of one business. */
export async function recordActs(tx: Sql, businessId: bigint, acts: readonly Act[]): Promise<void> {
  for (;;) {
    const head = await lockHead(tx, businessId);
    if (head) return await append(tx, businessId, linksAfter(head, businessId, acts));
    if (await beginChain(tx, businessId, linksAfter(root, businessId, acts))) return;
    // Else somebody else began it just now, and ours follow on those.
  }
}

export type Head = { readonly n: bigint; readonly hash: Buffer };

/** What is before the first link. */
export const root: Head = { n: 0n, hash: Buffer.alloc(32) };

/** An act as it is stored, to the letter: what was changed by a hair has another hash. */
export type LinkContent = Omit<Act, 'facts' | 'at'> & {
  readonly factsText: string;
  readonly microseconds: bigint;
};

export function linkHash(before: Buffer, n: bigint, content: LinkContent): Buffer {
  const { businessId, microseconds, actor, act, object, factsText } = content;
  const parts = [String(businessId), String(n), String(microseconds), actor, act, object];
  const message = Buffer.from(JSON.stringify([...parts, factsText]));
  return hash('sha256', Buffer.concat([before, message]), 'buffer');
}

/** Whoever appends to this chain comes after us, until our transaction ends. */
async function lockHead(tx: Sql, businessId: bigint): Promise<Head | undefined> {
  const rows = await tx.query<Head>(
    'select n, hash from audit_heads where business_id = $1 for update',
    [businessId],
  );
  return rows[0];
}

const linkColumns = {
  n: int8,
  at: timestamptz,
  actor: text,
  act: text,
  object: text,
  facts: json,
  hash: bytea,
};
const links = rowSet(linkColumns);
const first = links.nextParameter;
const [business, lastN, lastHash] = [`$${first}::bigint`, `$${first + 1}`, `$${first + 2}`];

const insertLinks = `
  insert into audit_trail (business_id, n, happened_at, actor, act, object, facts, hash)
  select ${business}, n, at, actor, act, object, facts, hash from ${links.sql}`;

async function append(tx: Sql, businessId: bigint, chained: readonly Link[]): Promise<void> {
  await tx.query(
    `with head as (
       update audit_heads set n = ${lastN}, hash = ${lastHash} where business_id = ${business}
     )
     ${insertLinks}`,
    valuesOf(businessId, chained),
  );
}

async function beginChain(tx: Sql, businessId: bigint, chained: readonly Link[]): Promise<boolean> {
  const rows = await tx.query(
    `with head as (
       insert into audit_heads (business_id, n, hash) values (${business}, ${lastN}, ${lastHash})
       on conflict do nothing returning business_id
     )
     ${insertLinks} where exists (select from head) returning n`,
    valuesOf(businessId, chained),
  );
  return rows.length > 0;
}

type Link = RowOf<typeof linkColumns> & Head;

function valuesOf(businessId: bigint, chained: readonly Link[]): unknown[] {
  const last = chained.at(-1)!;
  return [...links.encode(chained), businessId, last.n, last.hash];
}

function linksAfter(head: Head, businessId: bigint, acts: readonly Act[]): Link[] {
  const chained: Link[] = [];
  let before = head;
  for (const { at, actor, act, object, facts } of acts) {
    const n = before.n + 1n;
    const factsText = JSON.stringify(facts);
    const microseconds = BigInt(at.getTime()) * 1000n;
    const content = { businessId, microseconds, actor, act, object, factsText };
    const link = { n, hash: linkHash(before.hash, n, content) };
    chained.push({ ...link, at, actor, act, object, facts: factsText });
    before = link;
  }
  return chained;
}
