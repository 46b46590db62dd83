import type { Sql } from '../base/sql.ts';
import { type Break, type Chain, judgeChain, type StoredLink } from './judge-chain.ts';
import type { Head } from './trail.ts';

export type BrokenChain = {
  readonly businessId: bigint;
  readonly breaks: readonly Break[];
  /** Breaks beyond those. */
  readonly untold: number;
};

export type Verdict = {
  readonly chains: bigint;
  readonly links: bigint;
  readonly isWhole: boolean;
};

type Options = {
  /** All, when left out. */
  readonly businessId?: bigint | undefined;
  /** How many links are in memory at once. */
  readonly pageSize?: number;
  /** Is told of each chain that is not what it was. */
  readonly report: (broken: BrokenChain) => void;
};

/**
 * Recomputes every chain of the audit trail, while others append. A link is read together with the head of
 * its chain, in one statement, so that the two belong to one moment.
 */
export async function verifyTrail(
  sql: Sql,
  { businessId, pageSize = 10_000, report }: Options,
): Promise<Verdict> {
  let [chains, links, isWhole] = [0n, 0n, true];
  const judge = (of: bigint, chain: Chain, head: Head | undefined) => {
    chains += 1n;
    const { breaks, untold } = chain.end(head);
    if (breaks.length === 0) return;
    isWhole = false;
    report({ businessId: of, breaks, untold });
  };

  let current: { of: bigint; chain: Chain; head: Head | undefined } | undefined;
  for await (const row of readLinks(sql, businessId, pageSize)) {
    if (current?.of !== row.businessId) {
      if (current) judge(current.of, current.chain, current.head);
      current = { of: row.businessId, chain: judgeChain(), head: undefined };
    }
    current.chain.take(row);
    current.head = row.head;
    links += 1n;
  }
  if (current) judge(current.of, current.chain, current.head);
  for await (const { businessId: of, head } of readLonelyHeads(sql, businessId, pageSize)) {
    judge(of, judgeChain(), head);
  }
  for await (const { businessId: of, moves } of readLostBooks(sql, businessId, pageSize)) {
    chains += 1n;
    isWhole = false;
    report({ businessId: of, breaks: [{ n: 1n, upTo: moves, kind: 'missing' }], untold: 0 });
  }
  return { chains, links, isWhole };
}

const highest = 2n ** 63n - 1n;

type Row = StoredLink & { readonly head: Head | undefined };

async function* readLinks(sql: Sql, only: bigint | undefined, size: number): AsyncIterable<Row> {
  let [of, n] = [only ?? -1n, 0n];
  for (;;) {
    const rows = await sql.query<LinkRecord>(
      `select t.business_id, t.n, (extract(epoch from t.happened_at) * 1000000)::bigint as microseconds,
         t.actor, t.act, t.object, t.facts::text as facts_text, t.hash, h.n as head_n, h.hash as head_hash
       from audit_trail t left join audit_heads h using (business_id)
       where (t.business_id, t.n) > ($1, $2) and t.business_id <= $3
       order by t.business_id, t.n limit $4`,
      [of, n, only ?? highest, size],
    );
    yield* rows.map(toLink);
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    [of, n] = [end.business_id, end.n];
  }
}

/** Heads of which not one link is left. */
async function* readLonelyHeads(
  sql: Sql,
  only: bigint | undefined,
  size: number,
): AsyncIterable<{ businessId: bigint; head: Head }> {
  for (let of = only === undefined ? -1n : only - 1n; ; ) {
    const rows = await sql.query<Head & { business_id: bigint }>(
      `select h.business_id, h.n, h.hash from audit_heads h
       where h.business_id > $1 and h.business_id <= $2
         and not exists (select 1 from audit_trail t where t.business_id = h.business_id)
       order by h.business_id limit $3`,
      [of, only ?? highest, size],
    );
    yield* rows.map(({ business_id: businessId, ...head }) => ({ businessId, head }));
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    of = end.business_id;
  }
}

/** Businesses that were moved and have no book: each move left a link at least, so as many are missing. */
async function* readLostBooks(
  sql: Sql,
  only: bigint | undefined,
  size: number,
): AsyncIterable<{ businessId: bigint; moves: bigint }> {
  for (let of = only === undefined ? -1n : only - 1n; ; ) {
    const rows = await sql.query<{ business_id: bigint; moves: bigint }>(
      `select m.business_id, count(*) as moves from business_moves m
       where m.business_id > $1 and m.business_id <= $2
         and not exists (select 1 from audit_heads h where h.business_id = m.business_id)
         and not exists (select 1 from audit_trail t where t.business_id = m.business_id)
       group by m.business_id order by m.business_id limit $3`,
      [of, only ?? highest, size],
    );
    yield* rows.map(({ business_id: businessId, moves }) => ({ businessId, moves }));
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    of = end.business_id;
  }
}

type LinkRecord = Omit<StoredLink, 'businessId' | 'factsText'> & {
  readonly business_id: bigint;
  readonly facts_text: string;
  readonly head_n: bigint | null;
  readonly head_hash: Buffer | null;
};

function toLink(row: LinkRecord): Row {
  const { business_id: businessId, facts_text: factsText, head_n: n, head_hash: hash } = row;
  const head = n !== null && hash !== null ? { n, hash } : undefined;
  return { ...row, businessId, factsText, head };
}
