import { moment as bankMoment } from '../kernel/ach-windows.ts';
import { todayIn } from '../kernel/calendar.ts';
import type { Progress } from '../kernel/progress.ts';
import { nextCutoffOf } from '../parties/businesses/cutoff.ts';
import type { Sql } from '../runtime/sql.ts';
import { ensureTimers } from '../settlement/timers.ts';
import { planBills } from './bills.ts';
import { daysLater, momentOn } from './calendar.ts';
import type { DemoWorld } from './demo-world.ts';
import { planDisputes } from './disputes.ts';
import { openForm, planEnquiries } from './enquiries.ts';
import { planFleets } from './fleets.ts';
import { evening, live, morning } from './live.ts';
import { planJoins } from './members.ts';
import { planPresent } from './present.ts';
import { planRentals } from './rentals.ts';
import { planSales } from './sales.ts';
import { applyBelow, furnish, listen, openShop } from './setup.ts';
import { doingIn, type Shop } from './shop.ts';
import { planTexts } from './texts.ts';
import { planToday, proposeRefund } from './today.ts';

/** Since when the site of the shop listens, and businesses below it apply, in days before now. */
const daysListening = 25;
const daysApplied = 12;

type Past = { readonly past: Temporal.DurationLike; readonly progress: Progress };

/** Day after day: in the morning the bank, during the day the shop, in the evening its batch. */
export async function liveMonths(
  demo: DemoWorld,
  shop: Shop,
  tx: Sql,
  { past, progress }: Past,
): Promise<void> {
  const { business, until, waits } = shop;
  const { timeZone, terms } = business;
  const { batchCutoff } = terms;
  const today = todayIn(timeZone, until);
  const begins = today.subtract(past);
  const opens = momentOn(begins, timeZone, 8, shop.randomFor('first day'));
  demo.clock.at = opens;
  const first = doingIn(await demo.worldAt(opens), business);
  await openShop(first, shop);
  await furnish(first, shop);
  await startTimers(demo, tx, business.id);
  const form = await openForm(first, shop);
  planFleets(shop, begins, today);
  planDisputes(shop, opens);
  planToday(shop);
  planPresent(shop, opens);
  shop.at(daysLater(until, -daysListening), async (doing) => {
    waits.webhooks = true;
    await listen(doing, shop);
  });
  shop.at(daysLater(until, -daysApplied), async (doing) => await applyBelow(doing));

  const count = begins.until(today).days + 1;
  progress.step('days', 1, 1, count);
  for (let n = 0; n < count; n += 1) {
    const day = begins.add({ days: n });
    for (const plan of [planSales, planRentals, planJoins, planBills, planTexts]) plan(shop, day);
    planEnquiries(shop, form, day);
    const bankOpens = bankMoment(day, '09:00');
    if (bankOpens <= until) {
      await live(demo, shop, bankOpens);
      await morning(demo, shop);
    }
    const midnight = new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
    const closes = nextCutoffOf({ timeZone, batchCutoff }, midnight);
    if (closes <= until) {
      await live(demo, shop, closes);
      await evening(demo, shop, day);
    }
    if (counted.has(n)) await countRows(tx);
    progress.did(1);
  }
  await live(demo, shop, until);
  await proposeRefund(demo.world, business.id);
}

/** From the first evening on; the present ones would wait for tonight. */
async function startTimers(demo: DemoWorld, tx: Sql, businessId: bigint): Promise<void> {
  await tx.query(
    `delete from jobs where business_id = $1 and kind in ('batch.close', 'deposit.make')`,
    [businessId],
  );
  await ensureTimers(demo.world, businessId);
}

/**
 * After so many days growing tables are counted anew: no other process sees the rows of an open transaction, or counts
 * them.
 */
const counted: ReadonlySet<number> = new Set([10, 40, 100]);

async function countRows(tx: Sql): Promise<void> {
  await tx.query(
    `analyze payments, invoices, tokens, customers, ach_entries, events, transfers, mails, messages, deliveries, followups`,
  );
}
