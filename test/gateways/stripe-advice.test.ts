import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStripeDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { openClub } from '../subscriptions/club.ts';
import { asksOf, triesOf } from '../subscriptions/member.ts';

const secretKey = 'sk_test_Canary51HxY';

test('at Stripe a period is not charged again against the advice that comes with its decline', async (t) => {
  const fixture = await makeFixture(t);
  const double = await openStripeDouble({
    now: fixture.clock.now,
    sleep: () => new Promise(() => {}),
    secretKey,
  });
  atEnd(t, double.close);
  /** By the amount of a period, once its card is declined. */
  const advice = new Map<bigint, { readonly advice?: string }>();
  const declinesAdvised = (world: World): World => {
    const open: World['gateways']['open'] = async (...args) => {
      const opened = await world.gateways.open(...args);
      return {
        ...opened,
        charge(request) {
          const advised = advice.get(request.amountCents);
          if (advised) double.script(request.reference, { code: 'generic_decline', ...advised });
          return opened.charge(request);
        },
      };
    };
    return { ...world, gateways: { ...world.gateways, open } };
  };
  const club = await openClub(t, { fixture, breaks: declinesAdvised });
  const business = await readBusiness(fixture.db, club.id);
  const account = {
    name: 'stripe',
    processor: 'stripe',
    currency: 'USD',
    merchant: undefined,
  } as const;
  const connection = { ...account, key: new Secret(secretKey), address: double.url };
  await connectAccount(club.world, business!, connection, 'operator:ann');
  fixture.clock.pass(10_000);

  const cases = [
    ['10.00', 'no advice', ['declined', 'declined'], 'will_retry, link'],
    ['11.00', 'try_again_later', ['declined', 'declined'], 'will_retry, link'],
    ['12.00', 'do_not_try_again', ['declined'], 'new_card, link'],
    ['13.00', 'confirm_card_data', ['declined'], 'new_card, link'],
  ] as const;
  const ids: bigint[] = [];
  for (const [Amount] of cases) ids.push(await club.join({ Amount, Interval: 'Weekly' }));
  for (const [amount, advised] of cases) {
    const told = advised === 'no advice' ? {} : { advice: advised };
    advice.set(BigInt(amount.replace('.', '')), told);
  }
  await club.until('2030-01-23 12:00');
  for (const [i, [amount, advised, declines, ask]] of cases.entries()) {
    const states = (await triesOf(club, ids[i]!)).map((line) => line.split(' ').at(-1));
    assert.deepEqual(states, ['captured', ...declines], `${amount} ${advised}`);
    assert.equal((await asksOf(club, ids[i]!))[0], ask, advised);
  }
});
