import { hash } from 'node:crypto';
import type { Sql } from '../base/sql.ts';

/** A privileged act: who did what to which object. Facts name no secret. */
export type Act = {
  /** Whose book it stands in; 0: the platform's own. */
  readonly businessId: bigint;
  /** `api:USERNAME`, `operator` or `system`. */
  readonly actor: string;
  /** Such as `business.created`. */
  readonly act: string;
  /** Such as `business:100002`. */
  readonly object: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

export type Link = Act & { readonly n: bigint; readonly hash: Buffer };

/** Written in the transaction of the act itself: neither is there without the other. */
export async function recordAct(sql: Sql, act: Act): Promise<void> {
  for (;;) {
    const last = await lastLink(sql, act.businessId);
    const n = (last?.n ?? 0n) + 1n;
    const written = await sql.query(
      `insert into audit_trail (business_id, n, happened_at, actor, act, object, facts, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict do nothing returning n`,
      [
        act.businessId,
        n,
        act.at,
        act.actor,
        act.act,
        act.object,
        JSON.stringify(act.facts),
        linkHash(last?.hash, n, act),
      ],
    );
    // Else somebody else wrote the next link just now, and ours follows on that one.
    if (written.length === 1) return;
  }
}

export const firstHash = Buffer.alloc(32);

export function linkHash(before: Buffer | undefined, n: bigint, act: Act): Buffer {
  const { businessId, actor, act: name, object, facts, at } = act;
  const content = [String(businessId), String(n), at.toISOString(), actor, name, object, facts];
  const message = Buffer.from(JSON.stringify(content));
  return hash('sha256', Buffer.concat([before ?? firstHash, message]), 'buffer');
}

async function lastLink(
  sql: Sql,
  businessId: bigint,
): Promise<{ n: bigint; hash: Buffer } | undefined> {
  const rows = await sql.query<{ n: bigint; hash: Buffer }>(
    'select n, hash from audit_trail where business_id = $1 order by n desc limit 1',
    [businessId],
  );
  return rows[0];
}
