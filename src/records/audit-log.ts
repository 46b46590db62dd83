import { hash } from 'node:crypto';
import { bytea, int8, json, jsonOf, named, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type NewRowOf, type RowOf, table } from '../runtime/table.ts';

/** The audit log: each act, its actor and its object. Each row is a link of the hash chain of its business. */
export const acts = table('audit_trail', {
  /** 0: the platform's own chain. */
  businessId: int8,
  n: int8,
  at: named('happened_at', timestamptz),
  /** `api:USERNAME/KEY`, `operator`, `operator:NAME` or `system`. */
  actor: text,
  /** Such as `business.created`. */
  act: text,
  /** Such as `business:100002`. */
  object: text,
  /** Name no secret. */
  facts: jsonOf<Readonly<Record<string, unknown>>>(json),
  hash: bytea,
});
export type Act = Omit<RowOf<typeof acts>, 'n' | 'hash'>;

/** The last link of each chain. */
export const heads = table('audit_heads', { businessId: int8, n: int8, hash: bytea });
const head = heads.omit('businessId');
export type Head = RowOf<typeof head>;

/** The chain of acts that belong to no business. */
export const platform = 0n;

/** Written in the transaction of the act itself: both or neither. */
export async function recordAct(tx: Sql, act: Act): Promise<void> {
  await recordActs(tx, act.businessId, [act]);
}

/** The first act of a new business, whose chain is likely to be empty. */
export async function recordFirstAct(tx: Sql, act: Act): Promise<void> {
  const { businessId } = act;
  const isBegun = await beginChain(tx, businessId, linksAfter(root, businessId, [act]));
  if (!isBegun) await recordAct(tx, act);
}

/** The same for several acts of one business. */
export async function recordActs(tx: Sql, businessId: bigint, made: readonly Act[]): Promise<void> {
  for (;;) {
    const last = await lockHead(tx, businessId);
    if (last) return await append(tx, businessId, linksAfter(last, businessId, made));
    if (await beginChain(tx, businessId, linksAfter(root, businessId, made))) return;
    // Else another transaction began the chain just now.
  }
}

/** Before the first link. */
export const root: Head = { n: 0n, hash: Buffer.alloc(32) };

/** The stored bytes of an act: every change gives another hash. */
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

/** Locks the head until the transaction ends: another append to this chain waits. */
async function lockHead(tx: Sql, businessId: bigint): Promise<Head | undefined> {
  return await head.readOne(
    tx,
    `select ${head.columns} from audit_heads where business_id = $1 for update`,
    [businessId],
  );
}

const link = acts.omit('businessId');
const links = link.set();
const first = links.nextParameter;
const [business, lastN, lastHash] = [`$${first}::bigint`, `$${first + 1}`, `$${first + 2}`];

const insertLinks = `
  insert into audit_trail (business_id, ${link.names})
  select ${business}, ${link.names} from ${links.sql}`;

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

type Link = NewRowOf<typeof link>;

function valuesOf(businessId: bigint, chained: readonly Link[]): unknown[] {
  const last = chained.at(-1)!;
  return [...links.encode(chained), businessId, last.n, last.hash];
}

function linksAfter(last: Head, businessId: bigint, made: readonly Act[]): Link[] {
  const chained: Link[] = [];
  let before = last;
  for (const { at, actor, act, object, facts } of made) {
    const n = before.n + 1n;
    const factsText = JSON.stringify(facts);
    const microseconds = BigInt(at.getTime()) * 1000n;
    const content = { businessId, microseconds, actor, act, object, factsText };
    before = { n, hash: linkHash(before.hash, n, content) };
    chained.push({ ...before, at, actor, act, object, facts: factsText });
  }
  return chained;
}

/** A stored number was opened for another purpose than to charge it. */
export type Opening = Omit<Act, 'act' | 'facts'> & {
  /** The purpose, in our own words. */
  readonly reason: string;
  /** The number of records, and other facts for an examiner. */
  readonly facts?: Act['facts'];
};

/** Committed before the number is used, or in the transaction that uses it. Lock order: business. */
export async function recordOpenings(tx: Sql, openings: readonly Opening[]): Promise<void> {
  const inOrder = openings.toSorted((one, other) => Number(one.businessId - other.businessId));
  for (const { reason, facts, ...opening } of inOrder) {
    await recordAct(tx, { ...opening, act: 'number.opened', facts: { reason, ...facts } });
  }
}

const listed = acts.omit('hash');

/** The latest acts of a business, the newest first. */
export async function listActs(
  sql: Sql,
  businessId: bigint,
  limit: number,
  before?: bigint,
): Promise<RowOf<typeof listed>[]> {
  return await listed.read(
    sql,
    `select ${listed.columns} from audit_trail
     where business_id = $1 and n < coalesce($3, 9223372036854775807) order by n desc limit $2`,
    [businessId, limit, before],
  );
}
