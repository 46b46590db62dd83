import type { Progress } from '../kernel/progress.ts';
import type { Business } from '../parties/businesses/business.ts';
import { recordAct } from '../records/audit-log.ts';
import { int4 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { daysLater } from './calendar.ts';
import { type DemoBank, type DemoWorld, demoWorld } from './demo-world.ts';
import { workOff } from './live.ts';
import { liveMonths } from './months.ts';
import { demoReceiver } from './receiver.ts';
import { redate } from './redate.ts';
import { chooseFillable, lockFillable } from './refuse.ts';
import { createShop } from './shop.ts';

type Filling = {
  /** The business that was named. Undefined: the demo chooses or makes one. */
  readonly businessId: bigint | undefined;
  readonly seed: number;
  /** How long it has been open: some months, in tests some days. */
  readonly past: Temporal.DurationLike;
  /** `now` is the moment in the past that is lived. */
  readonly bank: (now: () => Date) => DemoBank;
  readonly actor: string;
  readonly progress: Progress;
};

/**
 * Fills a sandbox business with months that could be real, up to now, by the flows that real ones take. All of it is one
 * transaction: a worker that runs beside never sees work that was due months ago, and after an error nothing is left.
 */
export async function fill(world: World, filling: Filling): Promise<Filled> {
  return await world.db.begin((tx) => fillIn(world, tx, filling));
}

const filled = shape({ customers: int4, payments: int4 });
/** The business, and how many it has now. */
type Filled = RowOf<typeof filled> & { readonly business: Business };

async function fillIn(world: World, tx: Sql, filling: Filling): Promise<Filled> {
  const { seed, past, actor } = filling;
  const until = world.now();
  const business =
    filling.businessId === undefined
      ? await chooseFillable(tx, actor, until)
      : await lockFillable(tx, filling.businessId);
  const { id: businessId } = business;
  const clock = { at: until };
  const bank = filling.bank(() => clock.at);
  const receiver = demoReceiver(daysLater(until, -9));
  const demo = demoWorld(world, tx, { businessId, bank, receiver, clock });
  const shop = createShop({ business, until, seed, demo });
  await plainPlans(tx);
  await liveMonths(demo, shop, tx, filling);
  await workOff(demo, shop);
  await redate(tx, businessId);
  const facts = { seed, past: Temporal.Duration.from(past).toString() };
  const object = `business:${businessId}`;
  await recordAct(tx, { businessId, actor, act: 'demo.filled', object, facts, at: until });
  const counts = await filled.readRow(
    tx,
    `select (select count(*)::int4 from customers where business_id = $1) as customers,
       (select count(*)::int4 from payments where business_id = $1) as payments`,
    [businessId],
  );
  await handOver(demo, bank);
  return { business, ...counts };
}

/**
 * Last before the commit: the answer of a bank that does not know a charge counts, and answers that do not exist never
 * come. Files that a process leaves without its commit do no harm: missing entries are never booked, since their ids
 * are not given again, and the next run removes the files. After a commit with an unknown outcome, they stay.
 */
async function handOver(demo: DemoWorld, bank: DemoBank): Promise<void> {
  try {
    await demo.handOver();
    // The book cannot be taken back, so it is stored last.
    await bank.keepBook();
  } catch (error) {
    await demo.takeBack();
    throw error;
  }
}

/** Statements of flows find their rows by indexes; without statistics the planner might read whole tables. */
async function plainPlans(tx: Sql): Promise<void> {
  await tx.query('set local enable_seqscan = off');
  await tx.query('set local jit = off');
}
