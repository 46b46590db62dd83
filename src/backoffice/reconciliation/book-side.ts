/** The book's mark of a payment or a follow-up: 1, it has no effect; 2, it moved money. */
export type BookMark = 1 | 2;

/** Facts learnt from the book, for the checks that come from the other side. */
export type BookSide = {
  /** By the ids of payments and of follow-ups, which one sequence gives out. */
  readonly seen: Seen<BookMark>;
  /** The sum that was charged or captured and neither voided nor refunded, of everything that is finished here. */
  netCents: bigint;
};

export function createBookSide(): BookSide {
  return { seen: createSeen(), netCents: 0n };
}

/**
 * Marks the book's entry. Returns true if an earlier entry of the book moved this money already, and this one does
 * again.
 */
export function markSeen(
  { seen }: BookSide,
  businessId: bigint,
  id: bigint,
  isNet: boolean,
): boolean {
  const before = seen.get(businessId, id);
  if (before !== 2) seen.set(businessId, id, isNet ? 2 : 1);
  return before === 2 && isNet;
}

/**
 * Which payments were met, two bits each, fifteen to a small number: a million that follow on each other take ten
 * megabytes, and a million that lie far apart a hundred.
 */
export type Seen<Mark extends number> = {
  get(businessId: bigint, paymentId: bigint): Mark | 0;
  set(businessId: bigint, paymentId: bigint, mark: Mark): void;
};

const perNumber = 15n;

export function createSeen<Mark extends 1 | 2 | 3>(): Seen<Mark> {
  const businesses = new Map<bigint, Map<number, number>>();

  return {
    get(businessId, id) {
      const marks = businesses.get(businessId)?.get(Number(id / perNumber)) ?? 0;
      return ((marks >> shiftOf(id)) & 3) as Mark | 0;
    },
    set(businessId, id, mark) {
      const own = businesses.get(businessId) ?? new Map<number, number>();
      businesses.set(businessId, own);
      const at = Number(id / perNumber);
      const others = (own.get(at) ?? 0) & ~(3 << shiftOf(id));
      own.set(at, others | (mark << shiftOf(id)));
    },
  };
}

function shiftOf(id: bigint): number {
  return 2 * Number(id % perNumber);
}
