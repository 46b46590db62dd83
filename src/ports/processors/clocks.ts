/** A gateway's clock is its own: it may be so far from ours, either way. */
export const clocksApartMs = 5 * 60_000;
