import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ElavonDouble, openElavonDouble } from '#sandbox';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { nextCutoffOf } from '../../src/parties/businesses/cutoff.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { closeAtCutoff, closeBehind } from '../../src/settlement/timers.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { giveBankAccount } from '../settlement/till.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';
import { findsLostAnswer, sellsAndCaptures, settlesInBatches } from './live-stories.ts';

/* A live business and its account at Converge, from the card to the batch. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const pin = 'Canary-P8K2Q4Z7';
const number = '4111111111111111';

type Settings = Omit<Partial<Parameters<typeof openElavonDouble>[0]>, 'now' | 'sleep'>;

async function openLive(
  scope: Scope,
  settings: Settings = {},
): Promise<LiveBusiness<ElavonDouble>> {
  const double = await openElavonDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    merchantId: '0012345',
    userId: 'quittance',
    pin,
    isTestMode: false,
    ...settings,
  });
  const account = {
    name: 'converge',
    processor: 'elavon',
    key: new Secret(pin),
    merchant: '0012345:quittance',
  } as const;
  return await openLiveBusiness(scope, { fixture, double, account });
}

test('Elavon: a live business sells, authorizes, captures and voids', async (t) => {
  await sellsAndCaptures(await openLive(t, { capturesAreTheirOwn: true }));
});

test('Elavon: what is closed as a batch is settled, and what is refunded after that comes in the next', async (t) => {
  await settlesInBatches(fixture, await openLive(t), 'converge');
});

test('Elavon: what was captured later is settled, voided and refunded by its capture', async (t) => {
  const live = await openLive(t, { capturesAreTheirOwn: true });
  await live.connect();
  const held = await live.pay({ Amount: '20.00', OrderNumber: 'held', ChargeType: 'Authorize' });
  const capture = { ChargeType: 'Capture', TransactionID: held.invoice, Amount: '15.00' };
  assert.equal((await live.authorization(capture)).status, 200);
  const refund = await live.refund({ RefundType: 'Full', PaymentID: held.invoice });
  assert.equal(refund.state, 'succeeded', refund.text);
  assert.deepEqual(live.done(), ['auth 2000', 'capture 1500', 'void 2000']);
});

test('Elavon: a settlement whose answer is lost, or that never arrived, is found out at its items', async (t) => {
  for (const fault of [{ answer: 'lost' }, { executes: 'never' }] as const) {
    const live = await openLive(t);
    await live.connect();
    await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
    live.double.script('settle', fault);
    const business = { id: live.businessId, cardAccounts: { USD: 'converge' } };
    await closeBatches(live.world, business, 'system');
    live.double.script('settle', {});
    for (let i = 0; i < 4; i += 1) await live.pass(30 * minuteMs);
    assert.equal(await live.stateOf('sale'), 'settled');
    const settled = live.double.journal().match(/"event":"settled"/g);
    assert.equal(settled?.length, 1);
  }
});

const kindsOfCases = async (businessId: bigint) =>
  (
    await db.query<{ kind: string }>('select kind from open_questions where business_id = $1', [
      businessId,
    ])
  ).map(({ kind }) => kind);

/** One sale whose settlement got no answer. */
async function closesInVain(scope: Scope, settings: Settings, fault: GatewayFault) {
  const live = await openLive(scope, settings);
  const { businessId, world } = live;
  await live.connect();
  await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  live.double.script('settle', fault);
  const [batch] = await closeBatches(
    world,
    { id: businessId, cardAccounts: { USD: 'converge' } },
    'system',
  );
  assert.equal(batch?.state, 'unknown');
  return live;
}

test('Elavon: a settlement that is refused when it is asked for again says nothing of the first', async (t) => {
  const settlesAfterSeconds = 4 * 3600;
  for (const code of ['4025', '4014', '4023', '6042']) {
    const live = await closesInVain(t, { settlesAfterSeconds }, { answer: 'lost' });
    live.double.script('settle', { code });
    for (let halves = 0; halves < 6; halves += 1) {
      await live.pass(30 * minuteMs);
      const states = await db.query<{ state: string }>(
        'select state from batches where business_id = $1',
        [live.businessId],
      );
      assert.deepEqual(states, [{ state: 'unknown' }], `${code} ${halves}`);
    }
    await live.world.gateways.idle();
    const settlements = await db.query(
      `select from gateway_conversations where business_id = $1 and request like '%settle%'`,
      [live.businessId],
    );
    assert.ok(settlements.length > 1, 'it was not asked for again');
    for (let hours = 0; hours < 20; hours += 1) await live.pass(60 * minuteMs);
    assert.equal(await live.stateOf('sale'), 'settled');
  }
});

test('Elavon: a person hears within a day of a batch that is not closed, whatever the gateway says', async (t) => {
  const first = { executes: 'never' } as const;
  for (const then of [{ code: '4025' }, { code: '9999' }, first] as const) {
    const live = await closesInVain(t, {}, first);
    live.double.script('settle', then);
    for (let hours = 0; hours < 23; hours += 1) await live.pass(60 * minuteMs);
    assert.deepEqual(await kindsOfCases(live.businessId), [], 'it may yet be closed');
    await live.pass(60 * minuteMs);
    assert.deepEqual(await kindsOfCases(live.businessId), ['batch_unknown']);
    // Whatever was in the way is mended: it is closed.
    live.double.script('settle', {});
    for (let hours = 0; hours < 48; hours += 1) await live.pass(60 * minuteMs);
    assert.equal(await live.stateOf('sale'), 'settled');
  }
});

test('Elavon: more than goes into a batch is closed in the same night, one batch after the other', async (t) => {
  const live = await openLive(t);
  const { businessId, world } = live;
  await live.connect();
  for (let i = 0; i < 5; i += 1) await live.pay({ Amount: `${i + 1}.00`, OrderNumber: `n${i}` });
  const business = (await readBusiness(db, businessId))!;
  const terms = { timeZone: business.timeZone, batchCutoff: business.terms.batchCutoff };
  const cutoff = nextCutoffOf(terms, clock.now());
  clock.setTo(cutoff);
  const waiting = async () =>
    await db.query<{ at: Date }>(
      `select run_at as at from jobs where business_id = $1 and key = 'behind converge'`,
      [businessId],
    );
  assert.deepEqual(await closeAtCutoff(world, businessId, 2), nextCutoffOf(terms, cutoff));
  let times = 0;
  for (let at = (await waiting())[0]?.at; at; times += 1) {
    clock.setTo(at);
    at = await closeBehind(world, businessId, 'converge', 2);
    assert.ok(times < 20, 'it asks without an end');
  }
  assert.ok(clock.now().getTime() - cutoff.getTime() < 60 * minuteMs);
  await live.pass(10 * minuteMs);
  assert.deepEqual(await waiting(), [], 'nothing waits any more');
  const batches = await db.query<{ items: number; state: string }>(
    'select item_count as items, state from batches where business_id = $1 order by id',
    [businessId],
  );
  assert.deepEqual(
    batches.map(({ items, state }) => `${items} ${state}`),
    ['2 reconciled', '2 reconciled', '1 reconciled'],
  );
  assert.equal(live.double.journal().match(/"event":"settled"/g)?.length, 5);
});

test('Elavon: what the host of the gateway refuses to settle is paid to nobody, a person hears of it, and later it settles', async (t) => {
  const live = await openLive(t);
  const { businessId, world } = live;
  await live.connect();
  await giveBankAccount(fixture, { id: businessId });
  await switchPayouts(world, businessId, true, { actor: 'operator:ann', reason: 'agreed' });
  const entriesOf = async (kind: string) =>
    (
      await db.query('select from ach_entries where business_id = $1 and kind = $2', [
        businessId,
        kind,
      ])
    ).length;
  await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  live.double.hostRefuses(true);
  await closeBatches(world, { id: businessId, cardAccounts: { USD: 'converge' } }, 'system');
  for (let hours = 0; hours < 20; hours += 1) await live.pass(60 * minuteMs);
  assert.deepEqual(await kindsOfCases(businessId), [], 'it may yet be settled');
  for (let hours = 0; hours < 76; hours += 1) await live.pass(60 * minuteMs);
  assert.deepEqual(await kindsOfCases(businessId), ['batch_unknown']);
  assert.deepEqual([await live.stateOf('sale'), await entriesOf('deposit')], ['captured', 0]);

  live.double.hostRefuses(false);
  for (let hours = 0; hours < 96; hours += 1) await live.pass(60 * minuteMs);
  assert.deepEqual([await live.stateOf('sale'), await entriesOf('deposit')], ['settled', 1]);
  assert.equal(live.double.journal().match(/"event":"settled"/g)?.length, 1);
});

test('Elavon: what is being settled by the terminal itself cannot be deleted, and is refunded', async (t) => {
  const live = await openLive(t, { settlesDaily: true, settlesAfterSeconds: 3600 });
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  const midnight = Math.ceil(clock.now().getTime() / dayMs) * dayMs;
  await live.pass(midnight - clock.now().getTime() + minuteMs);
  const refund = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(refund.state, 'succeeded', refund.text);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('Elavon: a lost answer is found out, and the card was charged once', async (t) => {
  await findsLostAnswer(await openLive(t));
});

test('Elavon: what never arrived is told a day later, and what appears after that is reversed', async (t) => {
  const live = await openLive(t);
  await live.connect();
  live.double.script(await live.nextReference(), {
    answer: 'lost',
    executes: { afterSeconds: (3 * dayMs) / 1000 },
  });
  assert.equal((await live.pay({ Amount: '10.00', OrderNumber: 'gone' })).status, 202);
  for (let hours = 0; hours < 40; hours += 4) await live.pass(4 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  assert.deepEqual(live.done(), []);
  for (let days = 0; days < 4; days += 1) await live.pass(dayMs);
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000']);
});

test('Elavon: a pin that is refused stops the account; a demo is none for a live business', async (t) => {
  const live = await openLive(t);
  await live.connect();
  live.double.script(await live.nextReference(), { code: '4025', text: 'Invalid Credentials' });
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'key' });
  assert.equal(refused.status, 503, refused.text);
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account?.state, 'stopped');
  assert.match(account?.stoppedBecause ?? '', /Invalid Credentials/);

  const demo = await openLive(t, { isTestMode: true });
  await assert.rejects(demo.connect(), /test mode/);
  const misspelt = await openLive(t);
  await assert.rejects(misspelt.connect({ merchant: '0012345' }), /with a colon/);
});

test('Elavon: neither the pin nor the card is in the log or in the journal', async (t) => {
  const live = await openLive(t);
  await live.connect();
  await live.pay({ Amount: '10.00', CardNumber: number });
  await live.world.gateways.idle();
  const kept = await db.query<{ request: string; answer: string }>(
    'select request, answer from gateway_conversations where business_id = $1',
    [live.businessId],
  );
  for (const text of [fixture.logged.join(''), live.double.journal(), JSON.stringify(kept)]) {
    assert.ok(!text.includes(pin));
    assert.ok(!text.includes(number));
  }
  assert.match(JSON.stringify(kept), /ccsale/);
  assert.equal(live.done().length, 1);
});
