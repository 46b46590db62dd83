import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { isOver } from '../../src/invoicing/subscriptions/subscription.ts';
import type { World } from '../../src/world.ts';
import { life } from '../crash-world.ts';
import { makeFixture } from '../fixture.ts';
import { type Club, findingsIn, openClub, passTime } from './club.ts';
import { only, type Story, workOffMs } from './crash-stories.ts';
import { asksOf, periodsOf, requestOn, storyOf, toldOf } from './member.ts';

type Scope = { after(work: () => Promise<void>): void };

/** One process after the other, each living a moment longer, until one survives; what was wrong in the end. */
export async function liveThrough(
  scope: Scope,
  story: Story,
  breaks = (world: World): World => world,
) {
  const fixture = await makeFixture(scope, { book: memoryBook() });
  const world = breaks(await fixture.open());
  const faults: string[] = [];
  for (let moments = 1; moments < 300; moments += 1) {
    const club = await openClub(scope, { fixture, world });
    await story.before(club);
    const span = life(moments);
    const crashing = breaks(await fixture.open(span));
    span.begin();
    await story.act(crashing, club).catch((error) => {
      if (!span.isOver) throw error;
    });
    // Somebody takes over: sometimes at once, sometimes when the leases of the dead are over.
    if (moments % 2) fixture.clock.pass(workOffMs / 2);
    await story.act(world, club).catch((error) => faults.push(String(error)));
    await passTime(club, new Date(fixture.clock.now().getTime() + workOffMs));
    faults.push(...(await faultsOf(club, story)).map((fault) => `life ${moments}: ${fault}`));
    await end(club).catch((error) => faults.push(String(error)));
    if (!span.isOver || faults.length > 0)
      return { lives: moments, faults: [...faults, ...(await findingsIn(fixture))] };
  }
  throw new Error('it never survives');
}

/** So that it is nobody's work while others are looked at. */
async function end(club: Club): Promise<void> {
  const { id, state } = await only(club);
  if (!isOver(state)) await cancelSubscription(club.world, await requestOn(club, id));
}

async function faultsOf(club: Club, { ends }: Story): Promise<string[]> {
  const { id } = await only(club);
  const faults: string[] = [];
  const wrong = (what: string, is: unknown, should: unknown) => {
    const [one, other] = [JSON.stringify(is), JSON.stringify(should)];
    if (one !== other) faults.push(`${what}: ${one} in place of ${other}`);
  };
  wrong('it went', await storyOf(club, id), ends.story);
  const periods = await periodsOf(club, id);
  wrong(
    'its periods, with their tries',
    periods.map(({ state, tries }) => `${state} ${tries}`),
    ends.periods,
  );
  if (ends.cents) {
    wrong(
      'its periods cost',
      periods.map(({ amountCents }) => Number(amountCents)),
      ends.cents,
    );
  }
  wrong('it asked for', await asksOf(club, id), ends.asks ?? []);
  const told = (await toldOf(club, id)).filter((kind) => kind !== 'subscription.payment_failed');
  wrong('it told', told, ends.told ?? []);
  for (const { n, state } of periods) {
    const taken = await takenFor(club, id, n);
    if (taken !== (state === 'paid' ? 1 : 0)) {
      faults.push(`period ${n} is ${state} and was charged ${taken} times`);
    }
  }
  return faults;
}

/** How often money was taken for a period, under whatever name. */
async function takenFor({ fixture, id }: Club, of: bigint, n: number): Promise<number> {
  const rows = await fixture.db.query(
    `select from payments p join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     where p.business_id = $1 and p.captured_cents > p.refunded_cents
       and v.details -> 'period' ->> 'subscriptionId' = $2 and (v.details -> 'period' ->> 'number')::int = $3`,
    [id, String(of), n],
  );
  return rows.length;
}
