import { todayIn } from '../../kernel/calendar.ts';
import { hourMs } from '../../kernel/duration.ts';
import { int8, text } from '../../runtime/column.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { readMissingDays, storeDays } from './daily-figures.ts';

/**
 * Delay after the end of a day until it is stored. Every transaction that writes a row of the day has committed by
 * then: moments are those at which a transaction was prepared, and none stays open for hours.
 */
const graceMs = 6 * hourMs;
const businessesAtOnce = 1000;
const daysAtOnce = 31;

const owners = shape({ businessId: int8, timeZone: text });
type Owner = RowOf<typeof owners>;
type Clocked = Pick<World, 'db' | 'now'>;

/**
 * Stores the figures of days that are over, of every business. By the real clock, since the clock of a business may be
 * ahead and can be reset, but is never behind. Scope: all.
 */
export async function storeFigures(world: Clocked): Promise<number> {
  let stored = 0;
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const found: readonly Owner[] = await owners.read(
      world.db,
      `select business_id as "businessId", time_zone as "timeZone" from businesses
       where business_id > $1 order by business_id limit $2`,
      [after, businessesAtOnce],
    );
    stored += await someAtOnce(found, async (owner) => await storeOf(world, owner));
    after = found.length < businessesAtOnce ? undefined : found.at(-1)!.businessId;
  }
  return stored;
}

async function storeOf({ db, now }: Clocked, owner: Owner): Promise<number> {
  const closed = new Date(now().getTime() - graceMs);
  const to = todayIn(owner.timeZone, closed).subtract({ days: 1 });
  const days = await readMissingDays(db, owner, to);
  let stored = 0;
  for (let n = 0; n < days.length; n += daysAtOnce) {
    stored += await storeDays(db, owner, days.slice(n, n + daysAtOnce));
  }
  return stored;
}
