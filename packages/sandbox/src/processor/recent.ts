/**
 * A map that forgets: it keeps at least the latest `keep` keys and at most twice as many. Two generations
 * instead of one ordered map, because dropping a whole generation costs nothing per key.
 */
export type Recent<Value> = {
  get(key: string): Value | undefined;
  /** True when an older generation was dropped to make room. */
  set(key: string, value: Value): boolean;
};

export function recent<Value>(keep: number): Recent<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size < keep) return false;
      old = young;
      young = new Map();
      return true;
    },
  };
}
