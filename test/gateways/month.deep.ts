import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { readLiveInbox } from '../../src/ach/files/inbox.ts';
import { nextCutoff } from '../../src/kernel/ach-windows.ts';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateway-kind.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { liveSettings } from '../ach/live-shops.ts';
import { makeFixture } from '../fixture.ts';
import { bankOfBusiness, debitFields } from './bank-debits.ts';
import { differencesAt } from './differences.ts';
import { type EveryGateway, everyGateway } from './every-gateway.ts';
import { dayMs, minuteMs, openLiveBusiness } from './live-business.ts';

/*
 * A month of a live business at each gateway: days, batches, refunds, a dispute and bank debits come out even, and what does not is
 * found, each as what it is.
 */

/** How far the gateway's clock, which is its own, is ahead of ours. */
const aheadMs = { month: 3 * minuteMs, plants: -3 * minuteMs };

type Alter = (processor: GatewayProcessor) => GatewayProcessor;

async function openMonth(t: TestContext, gateway: EveryGateway, ahead: number) {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const { name, key, merchant } = gateway;
  const double = await gateway.open(() => new Date(fixture.clock.now().getTime() + ahead));
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(t, { fixture, double, account });
  await live.connect();
  const { businessId, world } = live;
  const { open } = world.gateways;
  const bank = bankOfBusiness(fixture, businessId);
  let alter: Alter | undefined;
  Object.assign(world.gateways, {
    open: async (...args: Parameters<typeof open>) => {
      const opened = await open(...args);
      return alter ? alter(opened) : opened;
    },
  });
  return {
    ...live,
    /** While this is done the gateway does something else than it says. */
    async planted<T>(difference: Alter, work: () => Promise<T>): Promise<T> {
      alter = difference;
      return await work().finally(() => {
        alter = undefined;
      });
    },
    connection: () =>
      world.gateways.connect(name, { address: double.url, key: account.key, merchant }),
    async days(count: number) {
      for (let day = 0; day < count; day += 1) {
        await live.pass(dayMs);
        await closeBatches(world, { id: businessId, cardAccounts: { USD: name } }, 'system');
      }
    },
    /** States of batches, and open cases about them. */
    async states(): Promise<string[]> {
      const rows = await fixture.db.query<{ state: string }>(
        `select state from batches where business_id = $1
         union
         select kind from open_questions where business_id = $1 and object_kind = 'batch' and state = 'open'
         order by 1`,
        [businessId],
      );
      return rows.map(({ state }) => state);
    },
    /** What the gateway calls the charge of an order. */
    async chargeOf(order: string) {
      const [row] = await fixture.db.query<{ id: bigint; processorId: string }>(
        `select id, processor_id as "processorId" from payments
         where business_id = $1 and order_number = $2`,
        [businessId, order],
      );
      const { id, processorId } = row!;
      return { reference: referenceOf(businessId, id, 1), processorId };
    },
    /** Until files to the bank are made. */
    async untilCutoff(): Promise<void> {
      const now = fixture.clock.now();
      await live.pass(nextCutoff(now, false).getTime() - now.getTime());
    },
    /** The bank sends the debit of an order back. */
    async returns(order: string, code: string): Promise<void> {
      const [row] = await fixture.db.query<{ id: bigint }>(
        'select id from payments where business_id = $1 and order_number = $2',
        [businessId, order],
      );
      await bank.post(`${order}.ach`, await bank.answer([[row!.id, code]]));
      assert.equal(await readLiveInbox(world), 1);
    },
    /** The books forget what the bank said about its debits. */
    async forgetReturns(): Promise<void> {
      await fixture.db.query(
        `update ach_entries set return_code = null, returned_at = null
         where business_id = $1 and return_code is not null`,
        [businessId],
      );
    },
    async disputed(): Promise<string[]> {
      const rows = await fixture.db.query<{ state: string; taken: bigint }>(
        'select state, taken_cents as taken from disputes where business_id = $1',
        [businessId],
      );
      return rows.map(({ state, taken }) => `${state} ${taken}`);
    },
    differences: async () => await differencesAt({ fixture, businessId, double }),
  };
}

/** Approves without asking anybody. */
const forgets: Alter = (opened) => {
  const approved = (reference: string, amountCents: bigint) =>
    ({
      outcome: 'approved',
      reference,
      amountCents,
      processorId: '987654',
      authorizationCode: '1',
    }) as const;
  return {
    ...opened,
    charge: async ({ reference, amountCents }) => approved(reference, amountCents),
    followUp: async ({ reference, amountCents }) => approved(reference, amountCents),
  };
};
/** Takes a dollar more than it says. */
const takesMore: Alter = (opened) => ({
  ...opened,
  async charge(request) {
    const { amountCents } = request;
    const told = await opened.charge({ ...request, amountCents: amountCents + 100n });
    return told.outcome === 'approved' ? { ...told, amountCents } : told;
  },
});

const onlyThere = 'a charge that only the bank has';

type Month = Awaited<ReturnType<typeof openMonth>>;
const plants: Readonly<Record<string, (month: Month) => Promise<unknown>>> = {
  'a charge that the bank does not have': async ({ planted, pay }) =>
    await planted(forgets, () => pay({ Amount: '10.00', OrderNumber: 'planted' })),
  'another amount at the bank': async ({ planted, pay }) =>
    await planted(takesMore, () => pay({ Amount: '10.00', OrderNumber: 'planted' })),
  [onlyThere]: async ({ connection, businessId }) => {
    const reference = referenceOf(businessId, 999_999n, 1);
    const asked = chargeRequest(reference, '4111111111111111', { amountCents: 700n });
    assert.equal((await connection().charge(asked)).outcome, 'approved');
  },
  'a refund that the bank does not have': async ({ planted, pay, days, refund }) => {
    const { invoice } = await pay({ Amount: '10.00', OrderNumber: 'planted' });
    await days(3);
    const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: invoice };
    return await planted(forgets, () => refund(part));
  },
};

/** By whoever closes the batches: a report is compared, or the gateway says what a batch came to, or nothing of it. */
const mismatch = ['batch_mismatch', 'mismatch', 'reconciled'];
const unknownBatch = ['batch_unknown', 'reconciled', 'unknown'];
const unreported = (what: string) => ['reconciled', `in_no_report: its ${what}`];
const byReport = [unreported('capture'), mismatch, mismatch, unreported('refund')];
const foundAt: Readonly<Record<GatewayName, readonly (readonly string[])[]>> = {
  nmi: byReport,
  'authorize-net': byReport,
  elavon: [unknownBatch, mismatch, [], unknownBatch],
  helcim: [mismatch, mismatch, [], mismatch],
  stripe: byReport,
};

for (const gateway of everyGateway) {
  const { name } = gateway;

  test(`${name}: the days of a month come out even`, async (t) => {
    const month = await openMonth(t, gateway, aheadMs.month);
    const sold: string[] = [];
    for (const order of ['debit', 'unpaid']) {
      const debit = { ...debitFields, Amount: '30.00', OrderNumber: order };
      const { state, text } = await month.pay(debit);
      assert.equal(state, 'queued', text);
    }
    await month.untilCutoff();
    for (let day = 0; day < 30; day += 1) {
      sold.push((await month.pay({ Amount: '10.00', OrderNumber: `day-${day}` })).invoice);
      if (day % 5 === 4) {
        const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold[day - 4]! };
        const { state, text } = await month.refund(part);
        assert.equal(state, 'succeeded', text);
      }
      await month.days(1);
      if (day === 1) await month.returns('unpaid', 'R02');
    }
    const { disputes } = month.double;
    if (disputes) {
      disputes(await month.chargeOf('day-1'));
      await month.days(1);
      const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold[1]! };
      assert.match((await month.refund(part)).text, /disputes this payment/);
    }
    await month.days(4);
    assert.deepEqual(await month.disputed(), disputes ? ['open 1000'] : []);
    assert.deepEqual(await month.states(), ['reconciled']);
    const debits = [await month.stateOf('debit'), await month.stateOf('unpaid')];
    assert.deepEqual(debits, ['available', 'returned']);
    const { wrong, twice, found, charged } = await month.differences();
    assert.deepEqual(
      { wrong, twice, found, charged },
      { wrong: [], twice: [], found: [], charged: 30 },
    );
    await month.forgetReturns();
    const forgotten = (await month.differences()).found;
    assert.deepEqual(
      forgotten.map((line) => line.split(' ')[0]).toSorted(),
      ['entry_not_legal', 'event_count'],
      forgotten.join(),
    );
    assert.match(forgotten.join(), /debit \d+ is returned: .* returned as nothing/);
  });

  for (const [i, [what, plant]] of Object.entries(plants).entries()) {
    // They are asked about what we know, and show no list that is compared.
    if (what === onlyThere && (name === 'elavon' || name === 'helcim')) continue;
    test(`${name}: ${what} is found`, async (t) => {
      const month = await openMonth(t, gateway, aheadMs.plants);
      await month.pay({ Amount: '20.00', OrderNumber: 'honest' });
      // What was at the gateway before the first report may be of another program.
      await month.days(3);
      await plant(month);
      // A batch whose outcome is not known is asked about for some days, before a person is.
      await month.days(12);
      const { found } = await month.differences();
      const told = found.map((line) => line.replace(/ business .*(: its \w+) .*/, '$1'));
      assert.deepEqual([...(await month.states()), ...told], foundAt[name][i]);
    });
  }
}
