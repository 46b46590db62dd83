import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { everyLife, type Life } from '../crash-world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import type { Campaign, Size } from '../size.ts';
import { findingsIn, openClub, passTime } from '../subscriptions/club.ts';
import { workOffMs } from '../subscriptions/death-stories.ts';
import {
  periodsOf,
  requestOn,
  subscriptionOf,
  triesOf,
  updateCard,
} from '../subscriptions/member.ts';
import { chrome } from './counter.ts';
import { formOn, type Membership, newCard, visitsOf } from './membership.ts';

/** The payer gives another card on the page of a subscription, and the process dies over it. */

export function testCardDeaths(size?: Size): void {
  const campaign = { name: 'pages/subscription-deaths', size };

  for (const isOwed of [true, false]) {
    const what = isOwed ? 'is charged for what is owed' : 'is saved';
    test(`a card that a payer gives ${what} once, whoever dies at whatever moment of it`, async (t) => {
      const fixture = await makeFixture(t, { book: memoryBook() });
      const { lives, isWhole } = await everyDeath(campaign, fixture, isOwed);
      assert.deepEqual(await findingsIn(fixture), []);
      if (isWhole) assert.ok(lives > 5, `only ${lives} lives`);
    });
  }
}

export async function everyDeath(
  campaign: Campaign,
  fixture: Fixture,
  isOwed: boolean,
  breaks: (world: World) => World = (world) => world,
) {
  const world = breaks(await fixture.open());
  return await everyLife(campaign, {
    open: async (span) => breaks(await fixture.open(span)),
    async before(_, scope) {
      const club = await openClub(scope, { fixture, world });
      const id = await club.join({ Interval: 'Bi-Weekly' });
      if (isOwed) {
        const { token, dueAt } = await subscriptionOf(club, id);
        await updateCard(club, token, testCard('lost_card'));
        await passTime(club, new Date(dueAt!.getTime() + 1000));
      }
      const member = await visitsOf(club, id);
      return { ...member, form: formOn(await member.get()) };
    },
    act: send,
    async others(member, n) {
      // The payer sends it once more, sometimes when the leases of the dead are over.
      if (n % 2) fixture.clock.pass(workOffMs / 2);
      await send(world, member);
      await passTime(member.club, new Date(fixture.clock.now().getTime() + workOffMs));
    },
    judge: (member) => judge(member, isOwed),
    alike: 2,
  });
}

type Shown = Membership & { readonly form: string };

/** As a browser does that sends one form again after no answer came. */
async function send(world: World, { path, form }: Shown, span?: Life): Promise<void> {
  const { baseUrl, close } = await openDoor(world);
  try {
    const { status } = await fetch(baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'User-Agent': chrome, Connection: 'close' },
      body: new URLSearchParams({ ...newCard, form }),
    });
    if (!span?.isOver) assert.equal(status, 303);
  } finally {
    await close();
  }
}

async function judge({ club, id }: Membership, isOwed: boolean): Promise<void> {
  const { fixture } = club;
  const { token, state } = await subscriptionOf(club, id);
  const [stands] = await fixture.db.query<{ last4: string; saved: number; changes: number }>(
    `select last4, (select count(*)::int from tokens where business_id = $1 and last4 = '4444') as saved,
       (select count(*)::int from audit_trail where business_id = $1 and actor = 'payer'
          and act = 'subscription.token_changed') as changes
     from tokens where business_id = $1 and token = $2`,
    [club.id, token],
  );
  assert.deepEqual(stands, { last4: '4444', saved: 1, changes: 1 });
  assert.equal(state, 'active');
  const periods = (await periodsOf(club, id)).map((period) => period.state);
  const taken = (await triesOf(club, id)).filter((line) => /captured|settled/.test(line));
  assert.deepEqual([periods, taken.length], isOwed ? [['paid', 'paid'], 2] : [['paid'], 1]);
  // So that it is nobody's work while others are looked at.
  await cancelSubscription(club.world, await requestOn(club, id));
}
