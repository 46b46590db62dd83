import { type Progress, unwatched } from '../kernel/progress.ts';
import { bytea, int8, optional, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import { acts, type Head, heads } from './audit-log.ts';
import { type Break, type Chain, checkChain, type StoredLink } from './check-chain.ts';

export type BrokenChain = {
  readonly businessId: bigint;
  readonly breaks: readonly Break[];
  /** Breaks beyond those. */
  readonly unreported: number;
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
  readonly rowsAtOnce?: number;
  /** Called with each broken chain. */
  readonly report: (broken: BrokenChain) => void;
  readonly progress?: Progress;
};

/**
 * Recomputes every chain of the audit log, while others append. A link is read together with the head of its chain, in
 * one statement, so that both are of one moment.
 */
export async function verifyAuditLog(
  sql: Sql,
  { businessId, rowsAtOnce = 10_000, report, progress = unwatched }: Options,
): Promise<Verdict> {
  let [chains, links, isWhole] = [0n, 0n, true];
  const judge = (of: bigint, chain: Chain, head: Head | undefined) => {
    chains += 1n;
    const { breaks, unreported } = chain.end(head);
    if (breaks.length === 0) return;
    isWhole = false;
    report({ businessId: of, breaks, unreported });
  };

  progress.step('links', 1, 3, await countLinks(sql, businessId));
  let current: { of: bigint; chain: Chain; head: Head | undefined } | undefined;
  for await (const row of readLinks(sql, businessId, rowsAtOnce)) {
    if (current?.of !== row.businessId) {
      if (current) judge(current.of, current.chain, current.head);
      current = { of: row.businessId, chain: checkChain(), head: undefined };
    }
    current.chain.take(row);
    current.head = row.head;
    links += 1n;
    progress.did(1);
  }
  if (current) judge(current.of, current.chain, current.head);
  progress.step('heads without links', 2, 3);
  for await (const { businessId: of, head } of readLonelyHeads(sql, businessId, rowsAtOnce)) {
    judge(of, checkChain(), head);
  }
  progress.step('businesses without a log', 3, 3);
  for await (const { businessId: of, moves } of readLostChains(sql, businessId, rowsAtOnce)) {
    chains += 1n;
    isWhole = false;
    report({ businessId: of, breaks: [{ n: 1n, upTo: moves, kind: 'missing' }], unreported: 0 });
  }
  return { chains, links, isWhole };
}

const counted = shape({ links: int8 });

/** Counts links by the heads, which is cheap: only for the progress shown to a person who waits. */
async function countLinks(sql: Sql, only: bigint | undefined): Promise<number> {
  const { links } = await counted.readRow(
    sql,
    `select coalesce(sum(n), 0)::bigint as links from audit_heads
     where $1::bigint is null or business_id = $1`,
    [only],
  );
  return Number(links);
}

const highest = 2n ** 63n - 1n;

/*
 * The size of a page is in the text of its statement, where the planner sees it: otherwise the plan may sort all rows
 * for every page.
 */

const stored = acts
  .omit('at', 'facts')
  .with({ microseconds: int8, factsText: text, headN: optional(int8), headHash: optional(bytea) });
type Row = StoredLink & { readonly head: Head | undefined };

async function* readLinks(sql: Sql, only: bigint | undefined, size: number): AsyncIterable<Row> {
  let [of, n] = [only ?? -1n, 0n];
  for (;;) {
    const rows = await stored.read(
      sql,
      `select ${stored.of('t')}, (extract(epoch from t.happened_at) * 1000000)::bigint as microseconds,
         t.facts::text as "factsText", h.n as "headN", h.hash as "headHash"
       from audit_trail t left join audit_heads h using (business_id)
       where (t.business_id, t.n) > ($1, $2) and t.business_id <= $3
       order by t.business_id, t.n limit ${size}`,
      [of, n, only ?? highest],
    );
    for (const { headN, headHash, ...row } of rows) {
      const isThere = headN !== undefined && headHash !== undefined;
      yield { ...row, head: isThere ? { n: headN, hash: headHash } : undefined };
    }
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    [of, n] = [end.businessId, end.n];
  }
}

/** Heads without a single link. */
async function* readLonelyHeads(
  sql: Sql,
  only: bigint | undefined,
  size: number,
): AsyncIterable<{ businessId: bigint; head: Head }> {
  for (let of = only === undefined ? -1n : only - 1n; ; ) {
    const rows = await heads.read(
      sql,
      `select ${heads.of('h')} from audit_heads h
       where h.business_id > $1 and h.business_id <= $2
         and not exists (select 1 from audit_trail t where t.business_id = h.business_id)
       order by h.business_id limit ${size}`,
      [of, only ?? highest],
    );
    yield* rows.map(({ businessId, ...head }) => ({ businessId, head }));
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    of = end.businessId;
  }
}

const lost = shape({ businessId: int8, moves: int8 });

/** Businesses that were moved and have no chain: each move left a link at least, so as many are missing. */
async function* readLostChains(
  sql: Sql,
  only: bigint | undefined,
  size: number,
): AsyncIterable<{ businessId: bigint; moves: bigint }> {
  for (let of = only === undefined ? -1n : only - 1n; ; ) {
    const rows = await lost.read(
      sql,
      `select m.business_id as "businessId", count(*) as moves from business_moves m
       where m.business_id > $1 and m.business_id <= $2
         and not exists (select 1 from audit_heads h where h.business_id = m.business_id)
         and not exists (select 1 from audit_trail t where t.business_id = m.business_id)
       group by m.business_id order by m.business_id limit ${size}`,
      [of, only ?? highest],
    );
    yield* rows;
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    of = end.businessId;
  }
}
