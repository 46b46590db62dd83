import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields } from '../caller.ts';
import { randomOf } from '../campaign/random.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { askRefund } from '../followups/shop.ts';
import { drawing, sizeOf } from '../size.ts';
import { differencesAt } from './differences.ts';
import { type Double, type EveryGateway, everyGateway } from './every-gateway.ts';
import { moments, openHoldingProxy } from './holding-proxy.ts';
import { openKilledProcess } from './killed-process.ts';
import { dayMs, type LiveBusiness, minuteMs, openLiveBusiness } from './live-business.ts';

/*
 * A service that is killed in the middle of a conversation with each gateway, started again, and asked again. In the end
 * the gateways took and kept, for each order, what we say.
 */

const kills = sizeOf({ gate: 2, usual: 3, full: 100 });

type Act = 'sale' | 'capture' | 'refund';
const acts: readonly Act[] = ['sale', 'capture', 'refund'];

/** What is asked for an order, as often as it takes; an answer that does not come is none. */
function callerOf(baseUrl: string, { caller }: LiveBusiness<Double>, timeoutMs = 3_600_000) {
  const api = client(baseUrl, caller, { timeoutMs });
  const pay = async (order: string, more: Fields = {}) => {
    const fields = { ...cardFields, Amount: '10.00', OrderNumber: order, ...more };
    const told = await api.call('CreatePayment', fields).catch(() => undefined);
    return told && JSON.parse(told.body).Data?.InvoiceID;
  };
  const capture = async (order: string, invoice: string) => {
    const fields = { ChargeType: 'Capture', TransactionID: invoice, Amount: '7.00' };
    const key = { 'Idempotency-Key': `capture-${order}` };
    await api.call('ProcessAuthorization', fields, key).catch(() => {});
  };
  const refund = async (order: string) => {
    const fields = { RefundType: 'Full', OrderNumber: order };
    await askRefund(baseUrl, caller, fields, `refund-${order}`).catch(() => {});
  };
  return {
    pay,
    async ask(act: Act, order: string, invoice: string): Promise<void> {
      if (act === 'sale') await pay(order);
      else if (act === 'capture') await capture(order, invoice);
      else await refund(order);
    },
    close: api.close,
  };
}

type Place = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly service: Awaited<ReturnType<typeof openKilledProcess>>;
  readonly now: () => Date;
};

/** A business at a gateway, whose acts are stopped in the middle. */
async function openVictim(t: TestContext, gateway: EveryGateway, seed: number, place: Place) {
  const { fixture, world, service, now } = place;
  const double = await gateway.open(now);
  const proxy = await openHoldingProxy(double.url);
  t.after(proxy.close);
  const { name, key, merchant } = gateway;
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(t, { fixture, world, double, account });
  await live.connect({ address: proxy.url });
  const there = callerOf(service.baseUrl, live);
  // Who asks again need not hear the answer: it may have to be found out first.
  const again = callerOf(service.baseUrl, live, 1000);
  t.after(() => {
    there.close();
    again.close();
  });
  const sales: string[] = [];
  const killed: string[] = [];
  // A few kills meet another moment at each gateway, and together all of them.
  const first = everyGateway.indexOf(gateway) * acts.length;
  const random = randomOf(seed + first);
  let i = first;
  return {
    live,
    /** Until the next act is stopped; what it asks for once more. */
    async meet(stop: Parameters<typeof proxy.lieInWait>[2]): Promise<() => Promise<void>> {
      for (; ; i += 1) {
        assert.ok(i < first + 4 * kills + 20, `${name} is not asked: ${killed} in ${i} acts`);
        const act = acts[i % acts.length]!;
        const order = `kill-${i}`;
        const moment = moments[Math.floor(i / acts.length) % moments.length]!;
        const invoice =
          act === 'sale'
            ? ''
            : await there.pay(order, act === 'capture' ? { ChargeType: 'Authorize' } : {});
        if (act === 'sale') sales.push(order);
        const over = proxy.lieInWait(moment, random.pick([0, 0, 1]), stop);
        const asked = there.ask(act, order, invoice);
        await Promise.race([over, asked]);
        // The act took fewer requests.
        if (proxy.standDown()) continue;
        await over;
        killed.push(`${act} ${moment}`);
        await asked;
        i += 1;
        return () => again.ask(act, order, invoice);
      }
    },
    async payAgain(): Promise<void> {
      const here = callerOf(live.baseUrl, live);
      for (const order of sales) await here.pay(order);
      here.close();
    },
    async close(): Promise<void> {
      const business = { id: live.businessId, cardAccounts: { USD: name } };
      await closeBatches(world, business, 'system');
    },
    async judge() {
      const { businessId } = live;
      const { wrong, twice, found, ...counts } = await differencesAt({
        fixture,
        double,
        businessId,
      });
      t.diagnostic(`${name}: ${JSON.stringify({ ...counts, killed })}`);
      return { wrong, twice, found };
    },
  };
}

type Victim = Awaited<ReturnType<typeof openVictim>>;

/** Kills once all of them are stopped. */
function whenAllAreThere(count: number, kill: () => Promise<void>) {
  const dead = Promise.withResolvers<void>();
  const lastWords: (() => void)[] = [];
  let there = 0;
  return async (tell?: () => void) => {
    if (tell) lastWords.push(tell);
    there += 1;
    if (there === count) {
      for (const say of lastWords) say();
      await kill().finally(dead.resolve);
    }
    await dead.promise;
  };
}

/** All clocks run out in this process, with who is still owed an answer asking again on the way. */
async function endOfTime({ fixture }: Place, victims: readonly Victim[]) {
  const [{ live }] = victims as [Victim];
  fixture.clock.setTo(new Date());
  await live.pass(30 * minuteMs);
  for (let hours = 0; hours < 40; hours += 4) await live.pass(240 * minuteMs);
  for (const victim of victims) await victim.payAgain();
  for (let days = 0; days < 10; days += 1) {
    await live.pass(dayMs);
    for (const victim of victims) await victim.close();
  }
}

async function campaign(t: TestContext, seed: number) {
  const fixture = await makeFixture(t, { startsAt: new Date() });
  // Kills happen in real time, and what follows them by the clock of the fixture.
  const now = () => new Date(Math.max(Date.now(), fixture.clock.now().getTime()));
  const service = await openKilledProcess(t, fixture.url);
  const place = { fixture, world: await fixture.open(), service, now };
  const victims: Victim[] = [];
  for (const gateway of everyGateway) victims.push(await openVictim(t, gateway, seed, place));
  await service.start();
  const under: Promise<void>[] = [];
  for (let dead = 0; dead < kills; dead += 1) {
    const stop = whenAllAreThere(victims.length, service.kill);
    const cut = await Promise.all(victims.map((victim) => victim.meet(stop)));
    await service.start();
    under.push(...cut.map((askAgain) => askAgain()));
  }
  await Promise.all(under);
  // Told to stop, it would wait for the outcomes that nobody waits for any more.
  await service.kill();
  await endOfTime(place, victims);
  return await Promise.all(victims.map((victim) => victim.judge()));
}

test(`${kills} kills in the middle of a conversation with each gateway: nothing is lost or charged twice`, async (t) => {
  await drawing({ name: 'gateways/kills' }, async (seed) => {
    const none = { wrong: [], twice: [], found: [] };
    assert.deepEqual(
      await campaign(t, seed),
      everyGateway.map(() => none),
    );
  });
});
