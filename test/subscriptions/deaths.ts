import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { isOver } from '../../src/invoicing/subscriptions/subscription.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import type { Campaign, Size } from '../size.ts';
import { type Club, findingsIn, openClub, passTime } from './club.ts';
import { only, type Story, workOffMs } from './death-stories.ts';
import { asksOf, periodsOf, requestOn, storyOf, toldOf } from './member.ts';

export function testDeaths(stories: readonly Story[], size?: Size): void {
  for (const story of stories) {
    test(`${story.name} survives death at every statement, commit and call`, async (t) => {
      const fixture = await makeFixture(t, { book: memoryBook() });
      await liveThrough({ name: 'subscriptions/deaths', size }, fixture, story);
      assert.deepEqual(await findingsIn(fixture), []);
    });
  }
}

/** One process after the other, each living some moments longer, until one survives. */
export async function liveThrough(
  campaign: Campaign,
  fixture: Fixture,
  story: Story,
  breaks = (world: World): World => world,
): Promise<void> {
  const world = breaks(await fixture.open());
  await everyLife(campaign, {
    open: async (span) => breaks(await fixture.open(span)),
    async before(_, scope) {
      const club = await openClub(scope, { fixture, world });
      await story.before(club);
      return club;
    },
    act: story.act,
    async others(club, n) {
      // Somebody takes over: sometimes at once, sometimes when the leases of the dead are over.
      if (n % 2) fixture.clock.pass(workOffMs / 2);
      await story.act(world, club);
      await passTime(club, new Date(fixture.clock.now().getTime() + workOffMs));
    },
    async judge(club) {
      assert.deepEqual(await faultsOf(club, story), []);
      await end(club);
    },
    alike: 2,
  });
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
