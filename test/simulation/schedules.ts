import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { batchesOf } from '../../src/build-world.ts';
import { repeatable } from '../../src/database/retryable.ts';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { reversePayment } from '../../src/payments/follow-ups/reversal.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { createGather } from '../../src/runtime/gather.ts';
import { createIds } from '../../src/runtime/ids.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import type { World } from '../../src/world.ts';
import { randomOf } from '../campaign/random.ts';
import { makeScenario, type Scenario } from '../crash/fixture.ts';
import type { Caller } from '../fixture.ts';
import { takeStep } from '../moments.ts';
import { close, live, own } from './customer.ts';
import { delayedBank } from './delayed-bank.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';

type Scope = { after(work: () => Promise<void>): void };

export type Outcome = {
  /** What the reconciliation finds, and what callers were told that did not stay so. */
  readonly findings: readonly string[];
  /** How the payments ended, to see that each way was taken. */
  readonly endedAs: Readonly<Record<string, number>>;
};

const settings = {
  SIMULATOR_LATE_WINDOW_SECONDS: '25',
  PROCESSOR_TIMEOUT_MS: '20000',
  RESOLVE_AFTER_SECONDS: '30',
};
const businessesAtOnce = 4;
const hour = 3_600_000;

/**
 * So many payments over two instances, each with its own schedule of delayed, lost and doubled messages: charged,
 * asked for again, followed up, closed in batches; until nobody has anything left to find out. Then the bank's book and
 * what callers were told are held against the tables.
 */
export async function runSchedules(scope: Scope, seed: number, count: number): Promise<Outcome> {
  const scenario = await makeScenario(scope, undefined, settings);
  const { fixture } = scenario;
  const time = virtualTime(fixture.clock);
  const random = randomOf(seed);
  const worlds = [
    await openInstance(scenario, time, `${seed}`, 0),
    await openInstance(scenario, time, `${seed}`, 0.002),
  ];
  // One after the other: what becomes of a message goes by its reference, and that by the number of the business.
  const callers: Caller[] = [];
  for (let n = 0; n < businessesAtOnce; n += 1) callers.push(await fixture.addBusiness());
  const broken: string[] = [];
  let left = 0;

  const begin = (work: () => Promise<void>, afterMs: number) => {
    left += 1;
    time.at(afterMs, () => {
      work()
        .catch((error) => broken.push(`failed: ${error instanceof Error ? error.stack : error}`))
        .finally(() => {
          left -= 1;
        });
    });
  };
  for (let n = 1; n <= count; n += 1) {
    const own = random.fork();
    const caller = own.pick(callers);
    const customer = { scenario, caller, n, random: own, time, worlds, broken };
    begin(() => live(customer), own.whole(0, 10 * 60_000));
  }
  for (const caller of callers) {
    for (let i = 0; i < 6; i += 1) {
      begin(() => close(own(worlds, i), caller), random.whole(0, 15 * 60_000));
    }
  }
  let isWorkedOff = false;
  const working = worlds.map((world, i) => work(world, i));
  let isOver = false;
  const ended = Promise.all(working).finally(() => {
    isOver = true;
  });
  await time.run(() => isOver);
  await ended;
  const found = await scenario.findings(fixture.db);
  return {
    findings: [...broken, ...found.map(formatFinding).filter(isOfDoubt)],
    endedAs: await endsIn(scenario),
  };

  /** A worker looks every five seconds while callers wait, and then when something is due. */
  async function work(world: World, i: number): Promise<void> {
    await time.sleep(500 + i * 700);
    const givesUpAt = fixture.clock.now().getTime() + 30 * 24 * hour;
    for (;;) {
      await lookAfterAll(world);
      const isQuiet = left === 0 && (await nothingLeft(scenario));
      if (isQuiet || isWorkedOff || fixture.clock.now().getTime() > givesUpAt) break;
      await time.sleep(left > 0 ? 5_000 : await untilNext(scenario));
    }
    isWorkedOff = true;
  }
}

/** What a worker does for payments; all else that it does is not tried here. */
async function lookAfterAll(world: World): Promise<void> {
  await resolveDue(world);
  await resolveFollowUps(world);
  await resolveBatches(world);
  const late = await world.db.query<{ business_id: bigint; id: string }>(
    `select business_id, payload ->> 'paymentId' as id from jobs where kind = 'payment.give_back'`,
  );
  for (const { business_id: businessId, id } of late) {
    if ((await reversePayment(world, businessId, BigInt(id))) === 'unknown') continue;
    await world.db.query(
      `delete from jobs where business_id = $1 and kind = 'payment.give_back' and key = $2`,
      [businessId, id],
    );
  }
}

/** One process; `pauses` is how often it stands still at a statement or commit, for up to a minute. */
async function openInstance(
  { fixture }: Scenario,
  time: VirtualTime,
  seed: string,
  pauses: number,
): Promise<World> {
  const world = await fixture.open();
  const random = randomOf(Number(seed) + 77);
  const pause = async () => {
    if (random.chance(pauses)) await time.sleep(random.whole(1_000, 60_000));
  };
  const watched = time.watch(fixture.db);
  // Not within a transaction: who waits for its locks would wait for a moment that does not come.
  const db: Database = {
    ...watched,
    query: (text, values) => takeStep(pause, () => watched.query(text, values)),
    begin: (work) => takeStep(pause, () => watched.begin(work)),
    together: (works) => takeStep(pause, () => watched.together(works)),
  };
  const { now, config } = world;
  const bank = delayedBank({
    seed,
    bank: fixture.bank,
    time,
    callTimeoutMs: config.processorTimeoutMs,
  });
  const gathering = {
    ...batchesOf(config),
    lanes: 4,
    retryable: repeatable,
    sleep: time.sleep,
  };
  return {
    ...world,
    db,
    sleep: time.sleep,
    ids: createIds(db, now),
    gather: createGather(db, gathering),
    processors: new Map([[bank.name, bank]]),
  };
}

/** Authorizations that nobody captured lapse after a week: that is not tried here. */
function isOfDoubt(finding: string): boolean {
  return !finding.includes('authorization.expire');
}

/** How long nothing comes due. */
async function untilNext({ fixture }: Scenario): Promise<number> {
  const [row] = await fixture.db.query<{ at: Date | null }>(
    `select min(at) as at from (
       select look_at as at from payment_watches
       union all select resolve_at from followups
       union all select resolve_at from batches) due`,
  );
  const ms = row?.at ? row.at.getTime() - fixture.clock.now().getTime() : 0;
  return Math.max(ms + 100, 5_000);
}

async function nothingLeft({ fixture }: Scenario): Promise<boolean> {
  const rows = await fixture.db.query(
    `select from payments where state in ('processing', 'unknown')
     union all select from followups where state in ('processing', 'unknown')
     union all select from batches where state in ('closing', 'unknown')
     union all select from payment_watches
     union all select from jobs where kind = 'payment.give_back'
     limit 1`,
  );
  return rows.length === 0;
}

async function endsIn({ fixture }: Scenario): Promise<Record<string, number>> {
  const rows = await fixture.db.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from payments group by state
     union all select 'follow-up ' || state, count(*)::int from followups group by state
     union all select 'batch ' || state, count(*)::int from batches group by state
     union all select 'watch ' || kind, count(*)::int from payment_watches group by kind order by 1`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
