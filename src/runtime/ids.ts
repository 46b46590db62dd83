import { hourMs } from '../kernel/duration.ts';
import { int8 } from './column.ts';
import type { Database, Sql } from './sql.ts';
import { shape, table } from './table.ts';

/**
 * One counter of a business numbers everything inside it. A process takes numbers in blocks, so that an id costs no
 * round trip, grows with time and is unique. Blocks start small and grow fourfold, so that a business that is seldom
 * used does not waste numbers at every start. An unfinished block is dropped after some hours, so that a reader may
 * rely on higher ids for objects made since yesterday.
 */
export type Ids = { next(businessId: bigint): Promise<bigint> | bigint };

type Block = {
  next: bigint;
  end: bigint;
  size: number;
  goodUntil: number;
  more: Promise<void> | undefined;
};
const largestBlock = 4096;
const goodForMs = 6 * hourMs;

export function createIds(db: Database, now: () => Date): Ids {
  const blocks = new Map<bigint, Block>();

  return {
    next(businessId) {
      let block = blocks.get(businessId);
      if (!block) {
        block = { next: 0n, end: 0n, size: 16, goodUntil: 0, more: undefined };
        blocks.set(businessId, block);
      }
      return hasMore(block) ? take(block) : takeFromNew(block, businessId);
    },
  };

  function hasMore({ next, end, goodUntil }: Block): boolean {
    return next < end && now().getTime() < goodUntil;
  }

  function take(block: Block): bigint {
    const id = block.next;
    block.next += 1n;
    return id;
  }

  async function takeFromNew(block: Block, businessId: bigint): Promise<bigint> {
    while (!hasMore(block)) {
      block.more ??= refill(block, businessId).finally(() => {
        block.more = undefined;
      });
      await block.more;
    }
    return take(block);
  }

  async function refill(block: Block, businessId: bigint): Promise<void> {
    // Callers within a transaction take ids too.
    const start = await takeBlock(db.aside, businessId, block.size);
    block.goodUntil = now().getTime() + goodForMs;
    block.next = start;
    block.end = start + BigInt(block.size);
    block.size = Math.min(block.size * 4, largestBlock);
  }
}

/** The counter of each business. */
export const businessIds = table('business_ids', { businessId: int8, next: int8 });
const blocks = shape({ start: int8 });

async function takeBlock(sql: Sql, businessId: bigint, size: number): Promise<bigint> {
  const block = await blocks.readRow(
    sql,
    `insert into business_ids (business_id, next) values ($1, 1 + $2::bigint)
     on conflict (business_id) do update set next = business_ids.next + $2::bigint
     returning next - $2::bigint as start`,
    [businessId, size],
  );
  return block.start;
}
