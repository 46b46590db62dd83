import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseAccount } from '../../src/payments/accounts/connect-account.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { loseConnection } from '../crash/fixture.ts';
import { everyLife } from '../crash-world.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { openAt } from './follow-up-acts.ts';
import { type LiveBusiness, minuteMs } from './live-business.ts';
import { openLive } from './stripe-business.ts';

/* The id of a payment at Stripe is stored before its card is sent: by that it is asked about, and by nothing else. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;

type Live = LiveBusiness<unknown>;

/** What the inquiries and cancels about payments of a business asked for. */
async function askedOf({ world, businessId }: Live): Promise<string[]> {
  await world.gateways.idle();
  const rows = await db.query<{ request: string }>(
    `select request from gateway_conversations
     where business_id = $1 and kind in ('inquiry', 'cancel') order by at`,
    [businessId],
  );
  return rows.map(({ request }) => request.split(/[?\n]/, 1)[0]!);
}

async function idOf({ businessId }: Live): Promise<string | null> {
  const [row] = await db.query<{ id: string | null }>(
    'select processor_id as id from payments where business_id = $1 order by id desc limit 1',
    [businessId],
  );
  return row!.id;
}

test('Stripe: a lost answer is asked for by the id of the payment, and never searched for', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { answer: 'lost', visibleAfterSeconds: 3600 });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'lost' });
  assert.equal(told.status, 202, told.text);
  const id = await idOf(live);
  assert.match(id!, /^pi_/);
  await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('lost'), 'captured');
  assert.deepEqual(await askedOf(live), [`GET /v1/payment_intents/${id}`]);
  assert.equal(await idOf(live), id);
});

test('Stripe: a payment whose card never came is canceled by its id', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { executes: 'never', visibleAfterSeconds: 3600 });
  await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  const id = await idOf(live);
  for (let minutes = 0; minutes < 10; minutes += 5) await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  const asked = new Set(await askedOf(live));
  const path = `/v1/payment_intents/${id}`;
  assert.deepEqual(asked, new Set([`GET ${path}`, `POST ${path}/cancel`]));
});

test('Stripe: whoever dies before the id is stored has sent no card, and after that it is asked for by it', async () => {
  let paid = 0;
  await everyLife(
    { name: 'stripe-ids', size: 'usual' },
    {
      open: (span) => fixture.open({ atStatement: span.atMoment }),
      async before(_, scope) {
        const live = await openLive(scope, fixture);
        await live.connect();
        return live;
      },
      act: async (world, live) => await pay(world, live),
      alike: 2,
      async judge(live, _, hasDied) {
        const id = await idOf(live).catch(() => undefined);
        for (let minutes = 0; minutes < 30; minutes += 10) await live.pass(10 * minuteMs);
        const done = live.done();
        if (id === null) assert.deepEqual(done, []);
        if (id !== undefined) {
          const isTaken = (await live.stateOf('dies')) === 'captured';
          assert.deepEqual(done, isTaken ? ['sale 1000'] : []);
          if (id !== null && hasDied)
            for (const asked of await askedOf(live)) assert.ok(asked.includes(id), asked);
          paid += isTaken ? 1 : 0;
        }
        // A failure is told once more, and then the order is free.
        for (let i = 0; i < 2; i += 1) await live.pay({ Amount: '10.00', OrderNumber: 'dies' });
        assert.deepEqual(live.done(), ['sale 1000'], 'once');
      },
    },
  );
  assert.ok(paid > 1, 'of some that died the card had been charged');
});

test('Stripe: a payment whose id cannot be stored is sent no card', async (t) => {
  let isLost = true;
  const world = await fixture.open({
    over: (db) => ({
      ...db,
      async query(text, ...more) {
        if (isLost && text.includes('set processor_id = i.processor_id')) loseConnection();
        return await db.query(text, ...more);
      },
    }),
  });
  const stripe = everyGateway.find(({ name }) => name === 'stripe')!;
  const live = await openAt(t, fixture, stripe, world);
  const payment = { Amount: '10.00', OrderNumber: 'unnamed' };
  const refused = await live.pay(payment);
  assert.equal(refused.status, 503, refused.text);
  assert.deepEqual([await live.stateOf('unnamed'), live.done()], ['canceled', []]);
  isLost = false;
  const told = await live.pay(payment);
  assert.equal(told.state, 'captured', told.text);
  assert.deepEqual(live.done(), ['sale 1000']);
});

async function pay(world: World, { caller }: Live): Promise<void> {
  const door = await openDoor(world);
  const api = client(door.baseUrl, caller);
  try {
    await api.call('CreatePayment', { ...cardFields, Amount: '10.00', OrderNumber: 'dies' });
  } finally {
    api.close();
    await door.close();
  }
}

test('Stripe: a payment that goes to another account leaves its id behind', async (t) => {
  const first = await openLive(t, fixture);
  const second = await openLive(t, fixture);
  await first.connect();
  await first.connect({ name: 'spare', address: second.double.url });
  const choice = { name: 'spare', use: 'fallback' } as const;
  await chooseAccount(first.world, first.businessId, choice, 'operator:ann');
  clock.pass(10_000);
  const reference = await first.nextReference();
  first.double.script(reference, { code: '400', executes: 'never' });
  second.double.script(reference, { before: { executes: 'never' } });
  const told = await first.pay({ Amount: '10.00', OrderNumber: 'moved' });
  assert.equal(told.status, 503, told.text);
  assert.equal(await idOf(first), null);
  assert.deepEqual([first.done(), second.done()], [[], []]);
});

test('Stripe: what somebody refunded at the dashboard before its outcome was known is not booked as taken', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const reference = await live.nextReference();
  live.double.script(reference, { answer: 'lost' });
  await live.pay({ Amount: '10.00', OrderNumber: 'refunded' });
  live.double.refundByHand(reference, 1000n);
  await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('refunded'), 'canceled');
});

test('Stripe: a payment that waits for its payer, whom nobody asks, is told as declined and takes nothing', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { code: 'requires_action' });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'action' });
  assert.match(told.text, /confirm/i);
  assert.equal(await live.stateOf('action'), 'declined');
  live.double.script(await live.nextReference(), { code: 'requires_action', answer: 'lost' });
  await live.pay({ Amount: '10.00', OrderNumber: 'lost action' });
  for (let minutes = 0; minutes < 10; minutes += 5) await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('lost action'), 'canceled');
  assert.deepEqual(live.done(), []);
});

test('Stripe: what is under way for days is unknown for days, and ends as the payment does', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const days = 4 * 24 * 60;
  const fails = { unclearForSeconds: days * 60, code: 'insufficient_funds' };
  live.double.script(await live.nextReference(), fails);
  await live.pay({ Amount: '10.00', OrderNumber: 'fails' });
  live.double.script(await live.nextReference(), { unclearForSeconds: days * 60 });
  await live.pay({ Amount: '11.00', OrderNumber: 'pays' });
  for (let day = 0; day < 3; day += 1) await live.pass(24 * 60 * minuteMs);
  const states = async () => [await live.stateOf('fails'), await live.stateOf('pays')];
  assert.deepEqual(await states(), ['unknown', 'unknown']);
  for (let day = 0; day < 3; day += 1) await live.pass(24 * 60 * minuteMs);
  assert.deepEqual(await states(), ['declined', 'captured']);
  assert.deepEqual(live.done(), ['sale 1100']);
});

test('Stripe: a payment that something else holds was not charged, and keeps no other waiting', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { code: 'lock_timeout' });
  const held = await live.pay({ Amount: '10.00', OrderNumber: 'held' });
  assert.equal(held.status, 503, held.text);
  const other = await live.pay({ Amount: '11.00', OrderNumber: 'other' });
  assert.equal(other.state, 'captured', other.text);
  const again = await live.pay({ Amount: '10.00', OrderNumber: 'held' });
  assert.equal(again.state, 'captured', again.text);
  assert.deepEqual(live.done(), ['sale 1100', 'sale 1000']);
});
