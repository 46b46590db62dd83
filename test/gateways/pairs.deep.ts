import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NmiDouble } from '#sandbox';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { unreportedRule } from '../../src/backoffice/reconciliation/batch-rules.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { rules } from '../../src/backoffice/reconciliation/rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { luhnValid } from '../../src/kernel/digits.ts';
import { verifyLedger } from '../../src/payments/ledger/verify.ts';
import { partsOfReference } from '../../src/payments/payment.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateways.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { askRefund } from '../followups/shop.ts';
import { dayMs, type LiveBusiness, minuteMs } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/*
 * Two instances, and every request in two copies, one to each, at a gateway that loses, delays and mixes up answers.
 * In the end the gateway took and kept, for each order, what we say.
 */

const pairs = 200;
const atOnce = 10;
const daySeconds = dayMs / 1000;

const faults: readonly GatewayFault[] = [
  {},
  {},
  { answer: 'lost' },
  { answer: 'lost', executes: 'never' },
  { answer: 'reset', executes: { afterSeconds: 60 } },
  { answer: 'garbage', visibleAfterSeconds: 90 },
  { answer: 'lost', unclearForSeconds: 600 },
  { answer: 'server_error' },
  { code: '420', text: 'Communication error' },
  { code: '202' },
  { answer: 'lost', rows: 'duplicated' },
  { answer: 'lost', executes: { afterSeconds: 3 * daySeconds } },
];

/** A card of each customer: one that is declined too often is not charged any more. */
function cardOf(customer: number): string {
  const digits = [...Array(10).keys()].map(
    (last) => `4${String(customer).padStart(14, '0')}${last}`,
  );
  return digits.find(luhnValid)!;
}

type Sabotage = (opened: GatewayProcessor) => GatewayProcessor;
const honest: Sabotage = (opened) => opened;
/** Believes the first "not found". */
const hasty: Sabotage = (opened) => ({
  ...opened,
  can: {
    ...opened.can,
    cancelByReference: 'charges',
    lateWindowSeconds: 0,
    visibilityDelaySeconds: 0,
  },
  cancel: async (reference) => ({ outcome: 'canceled', reference }),
});

/** Each reference meets the fault that its number says. */
function faulty(world: World, live: LiveBusiness<NmiDouble>, breaks: Sabotage): World {
  const script = (reference: string) => {
    const { paymentId, n } = partsOfReference(reference)!;
    live.double.script(reference, faults[(Number(paymentId) + 5 * (n - 1)) % faults.length]!);
  };
  const open: World['gateways']['open'] = async (...args) => {
    const opened = breaks(await world.gateways.open(...args));
    return {
      ...opened,
      charge(request) {
        script(request.reference);
        return opened.charge(request);
      },
      followUp(request) {
        script(request.reference);
        return opened.followUp(request);
      },
    };
  };
  return { ...world, gateways: { ...world.gateways, open } };
}

type Line = {
  readonly event: string;
  readonly type: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly of?: string;
  readonly cents: string;
};

/** What the gateway took and kept, by the payment. */
function keptThere(live: LiveBusiness<NmiDouble>): Map<bigint, bigint> {
  const lines = live.double.journal().split('\n');
  const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  const approved = entries.filter(({ event }) => event === 'approved');
  const kept = new Map<bigint, bigint>();
  for (const sale of approved.filter(({ type }) => type === 'sale')) {
    const after = approved.filter(({ of }) => of === sale.transactionId);
    const back = after.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
    const { paymentId } = partsOfReference(sale.reference)!;
    kept.set(paymentId, (kept.get(paymentId) ?? 0n) + BigInt(sale.cents) - back);
  }
  return kept;
}

type Kept = { readonly id: bigint; readonly order: string; readonly cents: bigint };

/** What differs between the gateway's journal and our tables; empty when no money was lost or doubled. */
async function differences(scope: Parameters<typeof makeFixture>[0], breaks: Sabotage) {
  const fixture = await makeFixture(scope);
  const live = await openLive(scope, fixture);
  await live.connect();
  const { caller, businessId } = live;
  const worlds = [live.world, await fixture.open()].map((one) => faulty(one, live, breaks));
  const doors = await Promise.all(worlds.map((world) => openDoor(world)));
  const apis = doors.map(({ baseUrl }) => client(baseUrl, caller));
  const pass = async (ms: number) => {
    fixture.clock.pass(ms);
    await Promise.all(
      worlds.map(async (world) => {
        while ((await workOnce(world)) > 0);
      }),
    );
  };
  const eachPair = async (work: (i: number) => Promise<unknown>) => {
    for (let first = 0; first < pairs; first += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, i) => work(first + i)));
      fixture.clock.pass(minuteMs);
    }
  };

  const pay = async (i: number) => {
    const Amount = `${10 + (i % 90)}.00`;
    const fields = { ...cardFields, Amount, OrderNumber: `pair-${i}`, CCNumber: cardOf(i) };
    await Promise.all(apis.map((api) => api.call('CreatePayment', fields)));
  };
  await eachPair(pay);
  await pass(30 * minuteMs);
  await eachPair(async (i) => {
    if (i % 2 === 0) return;
    const wanted = { RefundType: 'Partial', Amount: '3.00', OrderNumber: `pair-${i}` };
    await Promise.all(
      doors.map(({ baseUrl }) => askRefund(baseUrl, caller, wanted, `refund-${i}`)),
    );
  });
  for (let hours = 0; hours < 40; hours += 4) await pass(240 * minuteMs);
  // Who was told meanwhile that nothing was charged pays again, and what then appears is reversed.
  await eachPair(pay);
  const business = { id: businessId, cardAccounts: { USD: 'nmi' } };
  for (let days = 0; days < 9; days += 1) {
    await pass(dayMs);
    await Promise.all(worlds.map((world) => closeBatches(world, business, 'system')));
  }
  for (const api of apis) api.close();
  for (const door of doors) await door.close();

  const ours = await fixture.db.query<Kept>(
    `select id, order_number as order, case when state in ('captured', 'settled')
       then captured_cents - refunded_cents else 0 end as cents
     from payments where business_id = $1`,
    [businessId],
  );
  // A reversal that the gateway declines is a person's: how many meet a decline depends on when the circuit opens.
  const cases = await fixture.db.query<{ readonly id: bigint }>(
    `select object_id as id from open_questions
     where business_id = $1 and kind = 'not_given_back' and object_kind = 'payment' and state = 'open'`,
    [businessId],
  );
  const isACase = (payment: bigint) => cases.some(({ id }) => id === payment);
  const there = keptThere(live);
  const wrong = ours
    .filter(({ id, cents }) => (there.get(id) ?? 0n) !== cents && !isACase(id))
    .map(({ id, order, cents }) => `${order}: ${cents} here, ${there.get(id) ?? 0n} there`);
  const charged = ours.filter(({ cents }) => cents > 0n).map(({ order }) => order);
  const twice = charged.filter((order, i) => charged.indexOf(order) !== i);
  const checks = [...rules, unreportedRule(fixture.clock.now())];
  const found = [];
  for (const rule of checks) found.push(...(await Array.fromAsync(checkRule(fixture.db, rule))));
  const now = fixture.clock.now();
  found.push(...(await Array.fromAsync(verifyLedger({ db: fixture.db, businessId, now }))));
  const counts = { charged: charged.length, cases: cases.length };
  return { wrong, twice, found: found.map(formatFinding), ...counts };
}

test('two instances and a gateway with faults: each order is charged once, or not at all', async (t) => {
  const { wrong, twice, found, charged, cases } = await differences(t, honest);
  assert.deepEqual({ wrong, twice, found }, { wrong: [], twice: [], found: [] });
  assert.ok(charged > pairs / 2, `${charged} were charged`);
  assert.ok(cases < pairs / 20, `${cases} are a person's`);
});

test('a build that believes the first "not found" is caught', async (t) => {
  const { wrong } = await differences(t, hasty);
  assert.ok(wrong.length > 0);
});
