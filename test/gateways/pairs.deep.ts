import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { luhnValid } from '../../src/kernel/digits.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { partsOfReference } from '../../src/payments/payment.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateway-kind.ts';
import { createGateways } from '../../src/ports/processors/gateways.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { patienceMs } from '../database.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { askRefund } from '../followups/shop.ts';
import { patient } from '../patient.ts';
import type { Scope } from '../scope.ts';
import { sizeOf } from '../size.ts';
import { differencesAt } from './differences.ts';
import { type Double, type EveryGateway, everyGateway } from './every-gateway.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';

/*
 * Two instances, and every request in two copies, one to each, at a gateway that loses, delays and mixes up answers.
 * In the end the gateway took and kept, for each order, what we say.
 */

const fewPairs = 40;
const pairs = sizeOf({ gate: fewPairs, usual: 3 * fewPairs, full: 2000 });
const atOnce = 10;
/** Between its jumps the clock passes this whenever the database has answered. */
const tickMs = 10;
const daySeconds = dayMs / 1000;

/** The last one is of charges: what follows one is known by then, or a person's. */
const faultsOf = ({ decline, doubt }: EveryGateway): readonly GatewayFault[] => [
  {},
  {},
  { answer: 'lost' },
  { answer: 'lost', executes: 'never' },
  { answer: 'reset', executes: { afterSeconds: 60 } },
  { answer: 'garbage', visibleAfterSeconds: 90 },
  { answer: 'lost', unclearForSeconds: 600 },
  { answer: 'server_error' },
  { code: doubt, text: 'Communication error' },
  { code: decline },
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

type Place = { readonly live: LiveBusiness<Double>; readonly gateway: EveryGateway };

/** Each reference meets the fault that its number says. */
function faulty(world: World, { live, gateway }: Place, breaks: Sabotage): World {
  const faults = faultsOf(gateway);
  const script = (reference: string) => {
    const { paymentId, n } = partsOfReference(reference)!;
    const kinds = n === 1 ? faults.length : faults.length - 1;
    live.double.script(reference, faults[(Number(paymentId) + 5 * (n - 1)) % kinds]!);
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

/**
 * The clock runs as the database answers, and not as the wall's does: whoever waits for a turn within a gateway's limits
 * waits for it. What it gives as `signalAfter` ends by this clock.
 */
function runClock(scope: Scope, { clock, db }: Fixture) {
  const limits = new Map<AbortController, number>();
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      await db.query('select');
      clock.pass(tickMs);
      for (const [limit, endsAt] of limits) {
        if (endsAt > clock.now().getTime()) continue;
        limits.delete(limit);
        limit.abort();
      }
    }
  };
  const running = run();
  const stop = async () => {
    isOver = true;
    await running;
  };
  scope.after(stop);
  const signalAfter = (ms: number) => {
    const limit = new AbortController();
    if (ms < patienceMs) limits.set(limit, clock.now().getTime() + ms);
    return limit.signal;
  };
  return { signalAfter, stop };
}

/** Two instances pay and refund each order, and all clocks run out. */
async function differences(scope: Scope, gateway: EveryGateway, breaks: Sabotage, count: number) {
  const fixture = await makeFixture(scope);
  const { name, key, merchant } = gateway;
  const double = await gateway.open(fixture.clock.now);
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(scope, { fixture, double, account });
  await live.connect();
  const { caller, businessId } = live;
  const { signalAfter, stop } = runClock(scope, fixture);
  const worlds = [live.world, await fixture.open()].map((one) => {
    const gateways = createGateways({
      callTimeoutMs: patienceMs,
      connectTimeoutMs: patienceMs,
      signalAfter,
      now: fixture.clock.now,
      keep: async () => {},
      telemetry: one.telemetry,
    });
    return patient(faulty({ ...one, gateways }, { live, gateway }, breaks));
  });
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
    for (let first = 0; first < count; first += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, i) => work(first + i)));
      fixture.clock.pass(minuteMs);
    }
  };

  const pay = async (i: number) => {
    const Amount = `${10 + (i % 90)}.00`;
    const fields = { ...cardFields, Amount, OrderNumber: `pair-${i}`, CCNumber: cardOf(i) };
    await Promise.all(apis.map((api) => api.call('CreatePayment', fields)));
  };
  const business = { id: businessId, cardAccounts: { USD: name } };
  const close = async () =>
    await Promise.all(worlds.map((world) => closeBatches(world, business, 'system')));
  await eachPair(pay);
  await pass(30 * minuteMs);
  if (gateway.refundsSettledOnly) {
    await pass(2 * dayMs);
    await close();
  }
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
  for (let days = 0; days < 16; days += 1) {
    await pass(dayMs);
    await close();
  }
  await stop();
  for (const api of apis) api.close();
  for (const door of doors) await door.close();

  return await differencesAt({ fixture, businessId, double });
}

for (const gateway of everyGateway) {
  const { name } = gateway;

  test(`${name}: two instances and a gateway with faults: each of ${pairs} orders is charged once, or not at all`, async (t) => {
    const { wrong, twice, found, charged, cases } = await differences(t, gateway, honest, pairs);
    assert.deepEqual({ wrong, twice, found }, { wrong: [], twice: [], found: [] });
    assert.ok(charged > pairs / 2, `${charged} were charged`);
    assert.ok(cases < pairs / 4, `${cases} are a person's`);
  });

  test(`${name}: a build that believes the first "not found" is caught`, async (t) => {
    const { wrong } = await differences(t, gateway, hasty, fewPairs);
    assert.ok(wrong.length > 0);
  });
}
