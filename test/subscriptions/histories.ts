import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import {
  cancelAtEnd,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import type { Scope } from '../scope.ts';
import { drawing, type Size, sizeOf } from '../size.ts';
import { type Club, goodCard, momentOf, openClub } from './club.ts';
import {
  payPeriod,
  periodsOf,
  refund,
  requestOn,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';
import {
  act,
  beginDay,
  type Card,
  chargeDay,
  givable,
  join,
  lengths,
  type Model,
  morning,
  work,
} from './model.ts';

const cards: Readonly<Record<Card, string>> = {
  good: goodCard,
  poor: testCard('insufficient_funds'),
  lost: testCard('lost_card'),
};

type Step = {
  readonly action: string;
  readonly value: number;
  readonly days: number;
  /** Of a change: whether the next follows before anybody looks. */
  readonly isHasty: boolean;
  /** Of a change: whether it comes the next morning, between what begins then and its charge. */
  readonly isEarly: boolean;
};

const cents = fc.integer({ min: 100, max: 5000 });
const anyStep: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(
    ...['nothing', 'card', 'card', 'card', 'pay', 'pay', 'pause', 'pause', 'resume', 'resume'],
    ...['resume', 'price', 'price', 'price', 'price', 'interval', 'interval'],
    ...['cancel at end', 'cancel', 'refund', 'refund', 'refund', 'refund'],
  ),
  value: cents,
  days: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })),
  isHasty: fc.boolean(),
  isEarly: fc.boolean(),
});
const anyHistory = fc.record({
  card: fc.constantFrom<Card>('good', 'good', 'poor'),
  amount: cents,
  interval: fc.constantFrom(0, 1, 1, 2),
  steps: fc.array(anyStep, { minLength: 6, maxLength: 16 }),
});
const intervals = ['daily', 'weekly', 'every_two_weeks'] as const;
const words = ['Daily', 'Weekly', 'Bi-Weekly'] as const;

export function testHistories(size?: Size): void {
  const histories = sizeOf({ gate: 1, usual: 10, full: 300 }, size);
  test('whatever is done to a subscription, each period is charged as a slow and obvious model says', async (t) => {
    await drawing({ name: 'subscriptions/histories', size }, async (seed) => {
      await fc.assert(keepsToTheModel(t), { seed, numRuns: histories });
    });
  });
}

/** Whatever is done, each period is charged as the model says. */
function keepsToTheModel(scope: Scope) {
  return fc.asyncProperty(anyHistory, async ({ card, amount, interval, steps }) => {
    const club = await openClub(scope);
    const start = Temporal.PlainDate.from('2030-01-16');
    let day = start;
    const today = () => start.until(day).days;
    await club.until(`${day} 12:00`);
    const id = await club.join(
      { Amount: (amount / 100).toFixed(2), Interval: words[interval]! },
      cards[card],
    );
    const model = join(0, card, amount, lengths[interval]!);
    await compare(club, id, model, 'joined');
    for (const { action, value, days, isHasty, isEarly } of steps) {
      if (action === 'card' && cards[wanted(value)] === cards[model.card]) continue;
      const isChange = action === 'price' || action === 'interval';
      if (isChange && isEarly) {
        await club.work();
        work(model, today());
        day = day.add({ days: 1 });
        club.fixture.clock.setTo(momentOf(club, `${day} 09:00`));
        await beginDue(club.world, club.id);
        beginDay(model, today());
      }
      if (action === 'refund') {
        // What is to begin now begins before, so that it is known what it is charged.
        await club.work();
        work(model, today());
      }
      const [oldest] = model.periods.filter(({ state }) => /open|unpaid/.test(state));
      const back = givable(model, value);
      const isPart = back && value % 2 === 1 && back.given + value < back.cents;
      const isDone = act(model, today(), action, value);
      const on =
        action === 'refund' ? { n: back?.n, ...(isPart && { part: value }) } : { n: oldest?.n };
      assert.equal(await done(club, id, action, value, on), isDone, action);
      if (isChange && isEarly) chargeDay(model, today());
      else if (isChange && isHasty) continue;
      await club.until(`${day} 12:00`);
      work(model, today());
      await compare(club, id, model, action);
      for (let passed = 0; passed < days; passed += 1) {
        day = day.add({ days: 1 });
        morning(model, today());
      }
      await club.until(`${day} 12:00`);
      await compare(club, id, model, `${days} days after ${action}`);
    }
    assert.deepEqual(await club.findings(), []);
  });
}

function wanted(value: number): Card {
  return (['good', 'poor', 'lost'] as const)[value % 3]!;
}

async function done(
  club: Club,
  id: bigint,
  action: string,
  value: number,
  { n, part }: { readonly n: number | undefined; readonly part?: number },
): Promise<boolean> {
  const { world } = club;
  const on = await requestOn(club, id);
  const { token, endedAt } = await subscriptionOf(club, id);
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    nothing: async () => {},
    card: () => updateCard(club, token, cards[wanted(value)]),
    pause: () => pauseSubscription(world, on),
    resume: () => resumeSubscription(world, on),
    price: () => changePrice(world, on, { amountCents: BigInt(value) }),
    interval: () => changePrice(world, on, { interval: intervals[value % intervals.length] }),
    'cancel at end': () => cancelAtEnd(world, on, true),
    cancel: () => cancelSubscription(world, on),
  };
  if (action === 'pay') {
    if (n === undefined || endedAt) return false;
    const payment = await payPeriod(club, id, n, '5555555555554444');
    return payment.state === 'captured';
  }
  if (action === 'refund') {
    const amount = part === undefined ? undefined : (part / 100).toFixed(2);
    return n !== undefined && (await refund(club, id, n, amount));
  }
  try {
    await actions[action]!();
    return true;
  } catch (error) {
    if (error instanceof Refusal && refusals.includes(error.code)) return false;
    throw error;
  }
}

/** `busy`: a period is just to begin. */
const refusals = ['subscription_not_so', 'busy'];

async function compare(club: Club, id: bigint, model: Model, when: string): Promise<void> {
  const { state, carryCents } = await subscriptionOf(club, id);
  const periods = await periodsOf(club, id);
  assert.deepEqual(
    {
      state,
      carry: Number(carryCents),
      periods: periods.map((one) => [one.n, Number(one.amountCents), one.state, one.tries]),
    },
    {
      state: model.state,
      carry: model.carry,
      periods: model.periods.map((one) => [one.n, one.cents, one.state, one.tries]),
    },
    when,
  );
  const taken = (await triesOf(club, id)).filter((line) => /captured|settled|voided/.test(line));
  const paid = model.periods.filter((one) => one.state === 'paid' && one.cents > 0);
  assert.deepEqual(
    taken.map((line) => Number(line.split(' ')[2])).sort(),
    paid.map((one) => one.cents).sort(),
    when,
  );
  // Refunds and credits never exceed what was paid, and no period costs more than its highest price.
  const sum = paid.reduce((all, { cents }) => all + cents, 0);
  const back = paid.reduce((all, { given }) => all + given, 0);
  const most = model.periods.reduce((all, { dearest }) => all + dearest, 0);
  assert.ok(back - Number(carryCents) <= sum, when);
  assert.ok(sum + Math.max(Number(carryCents), 0) <= most, when);
}
