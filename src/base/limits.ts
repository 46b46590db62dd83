/** So many in so long for each key: a bucket that fills up again by itself. */
export type Limiter = {
  /** Takes one, if one is left. */
  take(key: string): Taken;
  /** Whether one is left. */
  hasRoom(key: string): boolean;
  /** For what was taken before it was known whether it counts. */
  giveBack(key: string): void;
};
export type Taken = {
  readonly ok: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
};

type Options = { readonly burst: number; readonly perSecond: number; readonly now: () => Date };
type Bucket = { left: number; at: number };

// Full buckets say nothing and are thrown away; this many are kept before somebody looks for them.
const mostBuckets = 50_000;

export function createLimiter({ burst, perSecond, now }: Options): Limiter {
  const buckets = new Map<string, Bucket>();

  return {
    take(key) {
      const bucket = filled(key);
      const ok = bucket.left >= 1;
      if (ok) bucket.left -= 1;
      const retryAfterSeconds = ok ? 0 : Math.ceil((1 - bucket.left) / perSecond);
      return { ok, remaining: Math.floor(bucket.left), retryAfterSeconds };
    },
    hasRoom: (key) => filled(key).left >= 1,
    giveBack(key) {
      const bucket = filled(key);
      bucket.left = Math.min(burst, bucket.left + 1);
    },
  };

  function filled(key: string): Bucket {
    const at = now().getTime();
    let bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= mostBuckets) dropFull(at);
      bucket = { left: burst, at };
      buckets.set(key, bucket);
    }
    // A clock that was set back gives nothing and takes nothing.
    const elapsedMs = Math.max(0, at - bucket.at);
    bucket.left = Math.min(burst, bucket.left + (elapsedMs / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  function dropFull(at: number): void {
    for (const [key, bucket] of buckets) {
      if (bucket.left + ((at - bucket.at) / 1000) * perSecond >= burst) buckets.delete(key);
    }
    // All of them in use at once: forgetting them is kinder than running out of memory.
    if (buckets.size >= mostBuckets) buckets.clear();
  }
}
