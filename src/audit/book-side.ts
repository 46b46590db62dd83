import { createSeen, type Seen } from './seen.ts';

/** What the book said of a payment or a follow-up: 1, it has no effect; 2, it moved money. */
export type BookMark = 1 | 2;

/** What was learnt from the book, for the checks that come from the other side. */
export type BookSide = {
  /** By the ids of payments and of follow-ups, which one sequence gives out. */
  readonly seen: Seen<BookMark>;
  /** What was charged or captured and neither voided nor given back, of what is finished here. */
  netCents: bigint;
};

export function createBookSide(): BookSide {
  return { seen: createSeen(), netCents: 0n };
}

/** Notes what the book says; true when it said before already that this moved money, and says so again. */
export function note({ seen }: BookSide, businessId: bigint, id: bigint, isNet: boolean): boolean {
  const before = seen.get(businessId, id);
  if (before !== 2) seen.set(businessId, id, isNet ? 2 : 1);
  return before === 2 && isNet;
}
