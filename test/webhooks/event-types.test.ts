import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { switchEventTypes } from '../../src/notify/webhooks/change-endpoint.ts';
import { eventTypesOf } from '../../src/notify/webhooks/event-types.ts';
import { replayOne, replaySince } from '../../src/notify/webhooks/replay.ts';
import { bankFields } from '../caller.ts';
import { openShop } from '../followups/shop.ts';
import { dayMs, hourMs, openPostOffice } from './post-office.ts';
import { openReceiver, type Received } from './receiver.ts';
import { secretsOf, standAt, verify } from './verify.ts';

const actor = 'operator:ann';
const allOf = (kind: 'payments' | 'messages' | 'customers') =>
  eventTypesOf(kind).map(({ type }) => type);

type Scope = { after(work: () => Promise<void>): void };

/** A shop that sells over both interfaces, and a receiver of what its payments webhook is told. */
async function open(scope: Scope) {
  const office = await openPostOffice(scope);
  const { fixture, world } = office;
  const shop = await openShop(scope, { fixture, world });
  const receiver = await openReceiver(scope);
  const { caller } = shop;
  await office.endpoint(caller, 'payments', receiver.url);
  const key = { businessId: caller.business.id, kind: 'payments' } as const;
  return {
    ...shop,
    office,
    receiver,
    businessId: key.businessId,
    turn: async (types: readonly string[]) => await switchEventTypes(world, key, types, actor),
    async heard(): Promise<Received[]> {
      await office.work();
      return receiver.received.splice(0);
    },
  };
}

type Open = Awaited<ReturnType<typeof open>>;

/** All that is done to payments after their charge; returns what was posted, in its order. */
async function doEverything({ pay, refund, authorization, heard, fixture }: Open) {
  const posts: Received[] = [];
  const hear = async () => posts.push(...(await heard()));
  const noSms = { IsSMSReceipt: false };
  const authorize = async (CCNumber?: string) =>
    (await pay({ ...noSms, ChargeType: 'Authorize', ...(CCNumber && { CCNumber }) })).invoice;
  const captured = await authorize();
  await authorization({ TransactionID: captured, ChargeType: 'Capture', Amount: '90.00' });
  await hear();
  await authorization({ TransactionID: await authorize(), ChargeType: 'Void' });
  await hear();
  const stuck = await authorize(testCard('capture_declined'));
  await authorization({ TransactionID: stuck, ChargeType: 'Capture' });
  await hear();
  const { invoice } = await pay(noSms);
  await refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  await hear();
  const kept = await pay({ ...noSms, CCNumber: testCard('refund_declined') });
  await refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: kept.invoice });
  await hear();
  await pay({ ...noSms, CCNumber: '4000000000009995' });
  await hear();
  fixture.clock.pass(8 * dayMs);
  await hear();
  return posts;
}

const noCard = {
  ...{ CCNumber: undefined, ExpirationMonth: undefined },
  ...{ ExpirationYear: undefined, CVV: undefined },
};
const typed = ['EventType', 'DeclineCode', 'ReturnCode', 'RefundID'];

test('where nothing is switched on, posts are to the byte what they always were', async (t) => {
  const shop = await open(t);
  const before = await doEverything(shop);
  assert.deepEqual(
    before.map(({ form }) => [form.StatusID, form.PaymentAmt]),
    [
      ['0', '90.00'],
      ['0', '100.00'],
      ['0', '100.00'],
      ['1', '100.00'],
    ],
  );
  for (const { form, headers } of before) {
    assert.ok(!typed.some((name) => name in form));
    assert.equal(headers['webhook-event-type'], undefined);
  }
});

test('switched on, each post names its type, and refunds, voids, captures and authorizations are told', async (t) => {
  const shop = await open(t);
  await shop.turn(allOf('payments'));
  const posts = await doEverything(shop);
  const [secret] = await secretsOf(shop.world, shop.businessId, 'payments');
  standAt(t, shop.fixture.clock.now());
  verify(secret!, posts.at(-1)!);
  assert.deepEqual(
    posts.map(({ form }) => [form.EventType, form.StatusID, form.PaymentAmt, form.DeclineCode]),
    [
      ['payment.authorized', '', '100.00', ''],
      ['payment.captured', '0', '90.00', ''],
      ['payment.authorized', '', '100.00', ''],
      ['payment.voided', '', '100.00', ''],
      ['payment.authorized', '', '100.00', ''],
      ['payment.capture_failed', '', '100.00', 'authorization_expired'],
      ['payment.completed', '0', '100.00', ''],
      ['payment.refunded', '', '10.00', ''],
      ['payment.completed', '0', '100.00', ''],
      ['payment.refund_failed', '', '10.00', 'card_declined'],
      ['payment.declined', '1', '100.00', 'insufficient_funds'],
      ['payment.expired', '', '100.00', ''],
    ],
  );
  for (const { form, headers } of posts) {
    assert.equal(headers['webhook-event-type'], form.EventType);
    assert.deepEqual(Object.keys(form).slice(-4), typed);
    assert.equal(form.RefundID !== '', /refund/.test(form.EventType!));
  }
});

test('a bank payment that comes back is told from one that its payer disputes', async (t) => {
  const shop = await open(t);
  await shop.turn(['payment.returned']);
  const told: unknown[] = [];
  for (const code of ['R02', 'R10']) {
    const AccountNumber = simulatedNumber('return_always', code);
    await shop.pay({ ...noCard, ...bankFields, AccountNumber, IsSMSReceipt: false });
    for (let hours = 0; hours < 24 * 14; hours += 4) {
      shop.fixture.clock.pass(4 * hourMs);
      for (const { form } of await shop.heard()) {
        told.push([form.EventType, form.StatusID, form.ReturnCode, form.DeclineCode]);
      }
    }
  }
  assert.deepEqual(told, [
    ['payment.completed', '0', '', ''],
    ['payment.returned', '1', 'R02', ''],
    ['payment.completed', '0', '', ''],
    ['payment.disputed', '1', 'R10', ''],
  ]);
});

test('of the types that are not switched on only those of the interface are told, and off is as before', async (t) => {
  const shop = await open(t);
  assert.deepEqual(await shop.turn(['payment.refunded']), []);
  const { invoice } = await shop.pay({ IsSMSReceipt: false });
  await shop.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  await shop.pay({ IsSMSReceipt: false, ChargeType: 'Authorize' });
  const types = (await shop.heard()).map(({ form }) => form.EventType);
  assert.deepEqual(types, ['payment.completed', 'payment.refunded']);
  assert.deepEqual(await shop.turn([]), ['payment.refunded']);
  await shop.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  await shop.pay({ IsSMSReceipt: false });
  const [post, ...others] = await shop.heard();
  assert.deepEqual([post!.form.StatusID, 'EventType' in post!.form, others], ['0', false, []]);
  const acts = await shop.fixture.db.query<{ facts: unknown }>(
    `select facts from audit_trail where act = 'webhook.events_switched' order by n`,
  );
  assert.deepEqual(
    acts.map(({ facts }) => facts),
    [
      { was: [], on: ['payment.refunded'] },
      { was: ['payment.refunded'], on: [] },
    ],
  );
});

test('a replay tells what was told in the same bytes, and what was not switched on then', async (t) => {
  const shop = await open(t);
  const since = shop.fixture.clock.now();
  const { invoice } = await shop.pay({ IsSMSReceipt: false });
  const [first] = await shop.heard();
  await shop.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  assert.deepEqual(await shop.heard(), []);
  await shop.turn(['payment.refunded']);
  const filter = { since, kind: 'payments' as const };
  assert.deepEqual(await replaySince(shop.world, shop.businessId, filter, actor), {
    made: 2,
    underWay: 0,
  });
  const [again, refunded] = await shop.heard();
  assert.deepEqual([again!.body, again!.headers['webhook-event-type']], [first!.body, undefined]);
  assert.equal(refunded!.form.EventType, 'payment.refunded');
  await shop.turn([]);
  const deliveries = await shop.office.deliveries(shop.caller);
  const { id } = deliveries.at(-1)!;
  assert.equal(await replayOne(shop.world, shop.businessId, id, actor), 'no_endpoint');
});

test('texts and customers have a type too', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  for (const kind of ['messages', 'customers'] as const) {
    await office.endpoint(shop, kind, receiver.url);
    const key = { businessId: shop.business.id, kind };
    await switchEventTypes(office.world, key, allOf(kind), actor);
  }
  const text = '&EventType=payment.completed';
  const message = { direction: 'in', from: '2125550100', to: '2125550101', text };
  await office.happens(shop, 'message.created', 8n, message);
  await office.happens(shop, 'customer.added', 9n, {});
  await office.work();
  const told = receiver.received.map(({ form, headers }) => [
    form.EventType,
    headers['webhook-event-type'],
  ]);
  assert.deepEqual(told.toSorted(), [
    ['customer.added', 'customer.added'],
    ['message.created', 'message.created'],
  ]);
});

test('what is told beside survives a webhook that was down', async (t) => {
  const shop = await open(t);
  await shop.turn(['payment.refunded']);
  shop.receiver.answer(500, 500, 204);
  const { invoice } = await shop.pay({ IsSMSReceipt: false });
  await shop.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  const posts = [];
  for (const wait of [0, 6_000, 400_000, 400_000]) {
    shop.fixture.clock.pass(wait);
    posts.push(...(await shop.heard()));
  }
  const types = posts.map(({ form }) => form.EventType);
  const paid = 'payment.completed';
  assert.deepEqual(types, [paid, paid, paid, 'payment.refunded']);
  assert.equal(new Set(posts.slice(0, 3).map(({ body }) => body)).size, 1);
});
