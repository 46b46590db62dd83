import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseCardNumber } from '../../src/kernel/card.ts';
import { Secret } from '../../src/kernel/secret.ts';
import {
  processorTokenOf,
  readProcessorToken,
  storeProcessorToken,
} from '../../src/payments/processor-tokens.ts';
import { type Replacement, replaceCard } from '../../src/payments/replace-card.ts';
import { readTokens } from '../../src/payments/tokens/store.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { everyMeeting } from '../pause.ts';
import { storeCard } from './stored-card.ts';
import { openLive } from './stripe-business.ts';

/* A card that its gateway keeps beside us gets another number and another date at once. */

const fixture = await makeFixture({ after });

test('the gateway keeps the card that is behind the token, or none', async (t) => {
  const shop = await openLive(t, fixture);
  await shop.connect();
  const live = { ...shop, ...(await storeCard(t, fixture, shop)) };
  const { businessId, cardToken: token } = live;
  const [stored] = await readTokens(fixture.db, [{ businessId, token }]);
  const nothing = { card: undefined, expiry: undefined, firstName: undefined, lastName: undefined };
  const asked: Replacement = {
    ...{ businessId, token, customerId: stored!.customerId, idempotencyKey: undefined, ...nothing },
    ...{ address: undefined, postalCode: undefined, actor: 'api:test' },
  };
  const cards = ['5555555555554444', '4242424242424242'] as const;
  let n = 0;
  await everyMeeting(
    { name: 'gateways/changed-at-once', size: 'full' },
    {
      ...fixture,
      async before() {
        n += 1;
        assert.equal((await live.paid(`before ${n}`))[2], true);
        return { number: cards[n % 2]!, expiry: { month: 1 + (n % 12), year: 2040 } };
      },
      one: async (world: World, { number }) =>
        await replaceCard(world, { ...asked, card: cardOf(number) }),
      other: async (world: World, { expiry }) => await replaceCard(world, { ...asked, expiry }),
      async judge({ number, expiry }) {
        const [now] = await readTokens(fixture.db, [{ businessId, token }]);
        const { token: card } = now!;
        assert.ok(card.kind === 'card');
        assert.deepEqual(
          [card.last4, card.expiryMonth, card.expiryYear],
          [number.slice(-4), expiry.month, expiry.year],
        );
        const [isPaid, last4] = await live.paid(`after ${n}`);
        assert.deepEqual([isPaid, last4], [true, number.slice(-4)]);
      },
    },
  );
  const place = { businessId, token, account: 'stripe' };
  const held = await readProcessorToken(live.world, place);
  assert.ok(held);

  // What was told of another card, or of another date, is not this one.
  const [now] = await readTokens(fixture.db, [{ businessId, token }]);
  const { token: card } = now!;
  assert.ok(card.kind === 'card');
  const { fingerprint, expiryMonth, expiryYear } = card;
  const late = new Secret('pm_late/cus_late');
  const other = Buffer.from(fingerprint).fill(0);
  assert.equal(await processorTokenOf(live.world, { ...place, fingerprint: other }), undefined);
  assert.ok(await processorTokenOf(live.world, { ...place, fingerprint }));
  for (const told of [
    { fingerprint: other, expiryMonth, expiryYear },
    { fingerprint, expiryMonth: (expiryMonth % 12) + 1, expiryYear },
  ])
    await storeProcessorToken(live.world, { ...place, ...told }, late);
  assert.equal((await readProcessorToken(live.world, place))?.reveal(), held.reveal());
});

function cardOf(number: string) {
  const parsed = parseCardNumber(number);
  assert.ok(parsed.ok);
  return parsed.value;
}
