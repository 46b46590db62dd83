import { advanceEntries } from '../ach/files/advance.ts';
import { makeFiles } from '../ach/files/make-files.ts';
import { simulateOdfi } from '../ach/files/simulated-odfi.ts';
import { carryOutConfirmed } from '../backoffice/case-actions/carry-out.ts';
import { expireLinks } from '../invoicing/pay-links/end-links.ts';
import { announceDue } from '../invoicing/subscriptions/announce.ts';
import { beginDue } from '../invoicing/subscriptions/begin-due.ts';
import { chargeDue } from '../invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../invoicing/subscriptions/follow.ts';
import { giveUp } from '../invoicing/subscriptions/give-up.ts';
import { sendTexts } from '../notify/conversations/send-texts.ts';
import { notifyPeople } from '../notify/mail/notify-people.ts';
import { sendMails } from '../notify/mail/send-mails.ts';
import { sendWebhooks } from '../notify/webhooks/deliver-due.ts';
import type { Sweep } from '../worker/schedule.ts';
import { workJobs, workOnce } from '../worker/worker.ts';
import type { World } from '../world.ts';
import type { DemoWorld } from './demo-world.ts';
import { doingIn, type Shop } from './shop.ts';

/**
 * Runs everything in the timeline before a moment, each act at its own moment: concurrently if possible, since
 * concurrent calls share their statements. The acts write their consequences into the timeline, and those run after
 * them.
 */
export async function live(demo: DemoWorld, shop: Shop, until: Date): Promise<void> {
  const { business, timeline, waits } = shop;
  for (;;) {
    const due = timeline.before(until);
    if (due.length === 0) break;
    demo.clock.at = due.at(-1)!.at;
    const worlds: World[] = [];
    for (const { at } of due) worlds.push(await demo.worldAt(at));
    const ends = await Promise.allSettled(
      due.map(({ act }, i) => act(doingIn(worlds[i]!, business))),
    );
    // Only when all have ended: nothing may go on behind the end of the transaction.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    // A text that asks for money is not sent any more when a payer has paid.
    if (waits.texts) await sendTexts(demo.steady, business.id);
    waits.texts = false;
    demo.check();
  }
  demo.clock.at = until;
}

/*
 * The sweeps of a worker that may find anything at that time of the day: all of them, minute by minute, would take half
 * an hour.
 */
const ofMorning: readonly Sweep[] = [
  advanceEntries,
  simulateOdfi,
  workJobs,
  beginDue,
  chargeDue,
  followPayments,
  giveUp,
  announceDue,
  expireLinks,
];
const ofEvening: readonly Sweep[] = [followPayments, workJobs, makeFiles];
/** The moments of these sweeps stay invisible: `redate.ts` dates their messages. */
const ofSomeEvenings: readonly Sweep[] = [notifyPeople, sendMails, sendTexts, carryOutConfirmed];

/** They roll back what lacks the address of a pay link, and begin again. */
const thatRollBack: ReadonlySet<Sweep> = new Set([chargeDue, followPayments, giveUp]);

async function run(demo: DemoWorld, sweep: Sweep, businessId: bigint): Promise<void> {
  await sweep(thatRollBack.has(sweep) ? demo.world : demo.steady, businessId);
}

export async function morning(demo: DemoWorld, { business }: Shop): Promise<void> {
  for (const sweep of ofMorning) await run(demo, sweep, business.id);
  demo.check();
}

export async function evening(
  demo: DemoWorld,
  { business, waits }: Shop,
  day: Temporal.PlainDate,
): Promise<void> {
  for (const sweep of ofEvening) await run(demo, sweep, business.id);
  if (day.dayOfYear % 3 === 0) {
    for (const sweep of ofSomeEvenings) await sweep(demo.world, business.id);
  }
  if (waits.webhooks) {
    await sendWebhooks(demo.steady, business.id);
    await demo.steady.flights.landed();
  }
  demo.check();
}

const mostRounds = 20;

/** Whatever is left to be done by now. */
export async function workOff(demo: DemoWorld, { business }: Shop): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const taken = await workOnce(demo.world, business.id);
    const landed = await demo.world.flights.landed();
    demo.check();
    if (taken + landed === 0) return;
  }
  throw new Error('there is always more to do');
}
