import { addressBucket } from '../kernel/ip-address.ts';

/** A token bucket for each key. */
export type Limiter = {
  /** Takes a token, if one is left. */
  take(key: string): Taken;
  /** Puts back a token that was taken before it was known whether the call counts. */
  putBack(key: string): void;
};
export type Taken = {
  readonly ok: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
};

type Options = { readonly burst: number; readonly perSecond: number; readonly now: () => Date };
type Bucket = { left: number; at: number };

// Full buckets hold no information and are dropped once there are this many.
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
    putBack(key) {
      const bucket = filled(key);
      bucket.left = Math.min(burst, bucket.left + 1);
    },
  };

  function filled(key: string): Bucket {
    const at = now().getTime();
    let bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= mostBuckets) dropFullest(at);
      bucket = { left: burst, at };
      buckets.set(key, bucket);
    }
    // A clock that was set back neither adds nor removes tokens.
    const elapsedMs = Math.max(0, at - bucket.at);
    bucket.left = Math.min(burst, bucket.left + (elapsedMs / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  /** The fullest buckets go first, so that filling the table with others cannot drop an empty one. */
  function dropFullest(at: number): void {
    const leftOf = ({ left, at: then }: Bucket) =>
      left + (Math.max(0, at - then) / 1000) * perSecond;
    for (const [key, bucket] of buckets) {
      if (leftOf(bucket) >= burst) buckets.delete(key);
    }
    if (buckets.size <= mostBuckets / 2) return;
    const byLeft = [...buckets].sort(([, one], [, other]) => leftOf(other) - leftOf(one));
    for (const [key] of byLeft.slice(0, mostBuckets / 2)) buckets.delete(key);
  }
}

/** Counts network addresses: each IPv4 address by itself, IPv6 addresses by their /64 network. */
export function createAddressLimiter(options: Options): Limiter {
  const limiter = createLimiter(options);
  return {
    take: (address) => limiter.take(addressBucket(address)),
    putBack: (address) => limiter.putBack(addressBucket(address)),
  };
}
