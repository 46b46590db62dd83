/** The clock of a gateway may differ from ours by as much as this, either way. */
export const clocksApartMs = 5 * 60_000;
