/*
 * Ids in the order of time (version 7 of RFC 9562): 48 bits of milliseconds, 12 bits that count within one, then
 * chance. Events are published in the order of their ids.
 */

/** Ids by the clock that all processes share: each is greater than the last, even if the clock goes back. */
export function createUuids(now: () => Date, randomUuid: () => string): () => string {
  let [latestMs, count] = [0, 0];
  return () => {
    const ms = Math.max(now().getTime(), latestMs);
    count = ms === latestMs ? count + 1 : 0;
    const isFull = count > 0xfff;
    if (isFull) count = 0;
    latestMs = isFull ? ms + 1 : ms;
    const time = hex(latestMs, 12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}${randomUuid().slice(18)}`;
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
