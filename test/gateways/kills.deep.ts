import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { closeBatches } from '../../src/settlement/close.ts';
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
 * A service that is killed in the middle of a conversation with a gateway, started again, and asked again. In the end
 * the gateway took and kept, for each order, what we say.
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
  readonly live: LiveBusiness<Double>;
  readonly account: string;
};

/** All clocks run out in this process, with who is still owed an answer asking again on the way. */
async function endOfTime({ fixture, live, account }: Place, orders: readonly string[]) {
  const { clock } = fixture;
  clock.setTo(new Date());
  await live.pass(30 * minuteMs);
  for (let hours = 0; hours < 40; hours += 4) await live.pass(240 * minuteMs);
  const here = callerOf(live.baseUrl, live);
  for (const order of orders) await here.pay(order);
  here.close();
  const business = { id: live.businessId, cardAccounts: { USD: account } };
  for (let days = 0; days < 10; days += 1) {
    await live.pass(dayMs);
    await closeBatches(live.world, business, 'system');
  }
}

async function campaign(t: TestContext, gateway: EveryGateway, seed: number) {
  const fixture = await makeFixture(t, { startsAt: new Date() });
  // Kills happen in real time, and what follows them by the clock of the fixture.
  const now = () => new Date(Math.max(Date.now(), fixture.clock.now().getTime()));
  const double = await gateway.open(now);
  const proxy = await openHoldingProxy(double.url);
  t.after(proxy.close);
  const { name, key, merchant } = gateway;
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(t, { fixture, double, account });
  await live.connect({ address: proxy.url });
  const service = await openKilledProcess(t, fixture.url);
  await service.start();
  const there = callerOf(service.baseUrl, live);
  // Who asks again need not hear the answer: it may have to be found out first.
  const again = callerOf(service.baseUrl, live, 1000);
  t.after(() => {
    there.close();
    again.close();
  });
  const random = randomOf(seed);
  const sales: string[] = [];
  const under: Promise<void>[] = [];
  const killed = new Map<string, number>();
  // A few kills meet another moment at each gateway, and together all of them.
  const first = everyGateway.indexOf(gateway) * acts.length;
  for (let i = first, dead = 0; dead < kills; i += 1) {
    assert.ok(i < first + 4 * kills + 20, `the service is not asked: ${dead} kills in ${i} acts`);
    const act = acts[i % acts.length]!;
    const order = `kill-${i}`;
    const moment = moments[Math.floor(i / acts.length) % moments.length]!;
    const invoice =
      act === 'sale'
        ? ''
        : await there.pay(order, act === 'capture' ? { ChargeType: 'Authorize' } : {});
    if (act === 'sale') sales.push(order);
    const over = proxy.lieInWait(moment, random.pick([0, 0, 1]), service.kill);
    const asked = there.ask(act, order, invoice);
    await Promise.race([over, asked]);
    // The act took fewer requests.
    if (proxy.standDown()) continue;
    await over;
    dead += 1;
    killed.set(`${act} ${moment}`, (killed.get(`${act} ${moment}`) ?? 0) + 1);
    await asked;
    await service.start();
    under.push(again.ask(act, order, invoice));
  }
  await Promise.all(under);
  // Told to stop, it would wait for the outcomes that nobody waits for any more.
  await service.kill();
  await endOfTime({ fixture, live, account: name }, sales);
  const { wrong, twice, found, ...counts } = await differencesAt({
    fixture,
    double,
    businessId: live.businessId,
  });
  return { bad: { wrong, twice, found }, counts: { ...counts, ...Object.fromEntries(killed) } };
}

for (const gateway of everyGateway) {
  test(`${gateway.name}: ${kills} kills in the middle of conversations: nothing is lost or charged twice`, async (t) => {
    await drawing({ name: 'gateways/kills' }, async (seed) => {
      const { bad, counts } = await campaign(t, gateway, seed);
      t.diagnostic(JSON.stringify(counts));
      assert.deepEqual(bad, { wrong: [], twice: [], found: [] });
    });
  });
}
