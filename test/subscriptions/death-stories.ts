import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { announceDue } from '../../src/invoicing/subscriptions/announce.ts';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { cancelSubscription, changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { chargeDue } from '../../src/invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../../src/invoicing/subscriptions/follow.ts';
import { giveUp } from '../../src/invoicing/subscriptions/give-up.ts';
import type { World } from '../../src/world.ts';
import { callBy } from '../asmx/bindings.ts';
import { openDoor } from '../caller.ts';
import { type Club, goodCard, passTime } from './club.ts';
import { makePlan, payByHand, refund, requestOn, subscriptionOf, updateCard } from './member.ts';

/** What is done by a process that dies over it, and what must have come of it in the end. */
export type Story = {
  readonly name: string;
  /** By one that lives: all that comes before. */
  readonly before: (club: Club) => Promise<void>;
  /** By one that may die at any moment; and once more by one that lives. */
  readonly act: (world: World, club: Club) => Promise<unknown>;
  readonly ends: {
    readonly story: string;
    /** State and tries of each period. */
    readonly periods: readonly string[];
    /** What each of them costs. */
    readonly cents?: readonly number[];
    readonly asks?: readonly string[];
    readonly told?: readonly string[];
    readonly token?: boolean;
  };
};

const dayMs = 24 * 3_600_000;
const active = 'scheduled incomplete active';

async function sweep(world: World, { id }: Club): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const one of [beginDue, chargeDue, followPayments, giveUp, announceDue]) {
      await one(world, id);
    }
  }
}

export const charges: readonly Story[] = [
  joining('approve', { story: active, periods: ['paid 0'] }),
  joining('insufficient_funds', {
    story: 'scheduled incomplete',
    periods: ['open 1'],
    asks: ['pay_now, link'],
  }),
  joining('timeout_after_booking', { story: active, periods: ['paid 0'] }),
  renewal('is approved', 'approve', { story: active, periods: ['paid 0', 'paid 0'] }),
  renewal('is declined', 'insufficient_funds', {
    story: `${active} past_due`,
    periods: ['paid 0', 'open 1'],
    asks: ['will_retry, link'],
  }),
  renewal('nobody answers', 'timeout_after_booking', {
    story: active,
    periods: ['paid 0', 'paid 0'],
  }),
  {
    name: 'a renewal whose order number somebody charged',
    async before(club) {
      const id = await club.join({ Interval: 'Bi-Weekly' });
      await payByHand(club, `SUB-${id}-2`, { Amount: '7.00' });
      club.fixture.clock.setTo((await subscriptionOf(club, id)).dueAt!);
    },
    act: sweep,
    ends: { story: active, periods: ['paid 0', 'void 0'] },
  },
  {
    name: 'a renewal whose order number somebody charged and voided, the very same',
    async before(club) {
      const id = await club.join({ Interval: 'Bi-Weekly' });
      await payByHand(club, `SUB-${id}-2`, { Amount: '10.00', CCNumber: goodCard });
      await refund(club, id, 1);
      club.fixture.clock.setTo((await subscriptionOf(club, id)).dueAt!);
    },
    act: sweep,
    ends: { story: active, periods: ['paid 0', 'paid 0'] },
  },
];

export const changes: readonly Story[] = [
  {
    name: 'giving up',
    async before(club) {
      await joined(club, 'lost_card');
      await passTime(club, new Date((await nextGivingUp(club)).getTime() - 1000));
      club.fixture.clock.pass(1000);
    },
    act: sweep,
    ends: {
      story: `${active} past_due unpaid`,
      periods: ['paid 0', 'unpaid 1'],
      asks: ['new_card, link', 'pay_now, link'],
    },
  },
  {
    name: 'the end of a first charge that was never paid',
    async before(club) {
      await club.join({}, testCard('lost_card'));
      await passTime(club, new Date((await nextGivingUp(club)).getTime() - 1000));
      club.fixture.clock.pass(1000);
    },
    act: sweep,
    ends: {
      story: 'scheduled incomplete incomplete_expired',
      periods: ['void 1'],
      asks: ['new_card, link'],
    },
  },
  {
    name: 'the announcement of the end of a trial',
    async before(club) {
      await makePlan(club, { trialDays: 10 });
      await club.join({ PlanCode: 'plan' });
      const { noticeAt } = await only(club);
      club.fixture.clock.setTo(noticeAt!);
    },
    act: sweep,
    ends: { story: 'trialing', periods: [], told: ['subscription.trial_will_end'] },
  },
  {
    name: 'another card for what is owed',
    async before(club) {
      await joined(club, 'lost_card');
      await club.token('5555555555554444');
    },
    async act(world, club) {
      const { token } = await only(club);
      const [other] = await club.fixture.db.query<{ token: string }>(
        `select token from tokens where business_id = $1 and last4 = '4444'`,
        [club.id],
      );
      const request = await requestOn(club, (await only(club)).id);
      if (token !== other!.token) await changeToken(world, request, other!.token);
      await sweep(world, club);
    },
    ends: {
      story: `${active} past_due active`,
      periods: ['paid 0', 'paid 1'],
      asks: ['new_card, link'],
    },
  },
  {
    name: 'canceling what owes',
    before: (club) => joined(club, 'insufficient_funds'),
    async act(world, club) {
      const { id, state } = await only(club);
      if (state !== 'canceled') await cancelSubscription(world, await requestOn(club, id));
    },
    ends: {
      story: `${active} past_due canceled`,
      periods: ['paid 0', 'void 1'],
      asks: ['will_retry, link'],
    },
  },
  {
    name: 'another interval',
    before: async (club) => void (await club.join()),
    async act(world, club) {
      const { id, interval } = await only(club);
      const request = { interval: 'weekly', amountCents: 2000n } as const;
      if (interval !== 'weekly') await changePrice(world, await requestOn(club, id), request);
      await sweep(world, club);
    },
    ends: { story: active, periods: ['paid 0', 'paid 0'] },
  },
  {
    name: 'a lower price, then another interval, and a higher price before anybody looks',
    async before(club) {
      // In the morning: all of it happens on one day.
      const morning = club.fixture.clock.now();
      morning.setUTCDate(morning.getUTCDate() + 1);
      morning.setUTCHours(15);
      club.fixture.clock.setTo(morning);
      await club.join({ Amount: '31.00' });
    },
    async act(world, club) {
      const before = await only(club);
      const request = await requestOn(club, before.id);
      const { interval, amountCents } = before;
      if (amountCents === 3100n) await changePrice(world, request, { amountCents: 2000n });
      if (interval !== 'yearly') await changePrice(world, request, { interval: 'yearly' });
      if (amountCents !== 10_000n) await changePrice(world, request, { amountCents: 10_000n });
      await sweep(world, club);
    },
    ends: { story: active, periods: ['paid 0', 'paid 0'], cents: [3100, 6900] },
  },
  {
    name: 'another card, given while nobody knows that the old one was declined',
    async before(club) {
      const id = await club.join({ Interval: 'Bi-Weekly' });
      const { token, dueAt } = await subscriptionOf(club, id);
      await updateCard(club, token, testCard('lost_card'));
      await club.work();
      club.fixture.clock.setTo(dueAt!);
      club.fixture.bank.script({ next: 1 }, 'timeout_after_decline');
      await sweep(club.world, club);
      await updateCard(club, token, goodCard);
      // It was being asked for; now whoever looks again finds out.
      club.fixture.clock.pass(dayMs / 12);
    },
    act: sweep,
    ends: { story: `${active} past_due active`, periods: ['paid 0', 'paid 1'] },
  },
];

export async function only({ fixture, id, ...club }: Club) {
  const [row] = await fixture.db.query<{ id: bigint }>(
    'select id from subscriptions where business_id = $1',
    [id],
  );
  return await subscriptionOf({ fixture, id, ...club }, row!.id);
}

function joining(does: BehaviourName, ends: Story['ends']): Story {
  return {
    name: `a first charge that the bank answers with ${does}`,
    before: async (club) => void (await club.token(testCard(does))),
    async act(world, { caller, fixture, id }) {
      const [row] = await fixture.db.query<{ token: string }>(
        'select token from tokens where business_id = $1',
        [id],
      );
      const fields = { CardToken: row!.token, PlanCode: 'gold', Amount: '10.00' };
      const rest = { Interval: 'Monthly', Discount: '', Tax: '', StartDate: '' };
      const sent = { Token: caller.apiKey, Username: caller.username, ...fields, ...rest };
      const door = await openDoor(world);
      await callBy('HTTP POST', door.baseUrl, 'CreateCustomerSubscription', sent, {}).finally(
        door.close,
      );
    },
    ends,
  };
}

function renewal(name: string, does: BehaviourName, ends: Story['ends']): Story {
  return {
    name: `a renewal that ${name}`,
    async before(club) {
      const id = await club.join({ Interval: 'Bi-Weekly' });
      const { token, dueAt } = await subscriptionOf(club, id);
      await updateCard(club, token, does === 'approve' ? goodCard : testCard(does));
      await club.work();
      club.fixture.clock.setTo(dueAt!);
    },
    act: sweep,
    ends,
  };
}

/** Whose second period was declined like this. */
async function joined(club: Club, does: BehaviourName): Promise<void> {
  const id = await club.join({ Interval: 'Bi-Weekly' });
  const { token, dueAt } = await subscriptionOf(club, id);
  await updateCard(club, token, testCard(does));
  await club.work();
  club.fixture.clock.setTo(dueAt!);
  await sweep(club.world, club);
}

async function nextGivingUp({ fixture, id }: Club): Promise<Date> {
  const [row] = await fixture.db.query<{ at: Date }>(
    'select max(gives_up_at) as at from subscription_periods where business_id = $1',
    [id],
  );
  return row!.at;
}

/** Long enough for whoever takes over, and too short for a next try. */
export const workOffMs = dayMs / 2;
