import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseFillable, refuseInstallation } from '../../src/demo/refuse.ts';
import { makeFirstBusiness } from '../../src/parties/businesses/first-start.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { cardFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { ask } from '../time-machine/sandbox.ts';
import { fillOne } from './filling.ts';

const fixture = await makeFixture({ after });

const unfit = {
  'may take no payments': [
    "state = 'messaging_only'",
    /may not take payments: quittance business activate \d+ --reason TEXT/,
  ],
  'has no lead forms': ['type_id = 77', /not set up for lead forms/],
  'charges at a gateway': [`card_accounts = '{"USD":"nmi"}'`, /charged at a gateway/],
  'has a clock that was moved on': ['clock_ahead_ms = 1000', /clock reset puts it back/],
} as const;

await fixture.db.query(
  `insert into business_types (id, name, services, invoice_fields)
   values (77, 'Shop', '{payments,ach,messaging,receipts,subscriptions,invoicing}', '{}')`,
);

for (const [what, [change, says]] of Object.entries(unfit)) {
  test(`a business that ${what} is not filled`, async () => {
    const { business } = await fixture.addBusiness();
    await fixture.db.query(`update businesses set ${change} where business_id = $1`, [business.id]);
    await assert.rejects(fillOne(fixture, business.id), says);
  });
}

test('a business with data is not filled', async () => {
  const caller = await fixture.addBusiness();
  await ask(await fixture.open(), caller, { ...cardFields, Amount: '12.50', OrderNumber: 'one' });
  await assert.rejects(
    fillOne(fixture, caller.business.id),
    /has data already\. quittance demo without --business makes a sandbox business of its own/,
  );
});

test('after an error nothing of it is there', async () => {
  const { business } = await fixture.addBusiness();
  const { id } = business;
  const breaks = (bank: object) => ({
    ...bank,
    charge: async () => {
      throw new Error('the bank fell down');
    },
  });
  await assert.rejects(fillOne(fixture, id, { breaks: breaks as never }), /fell down/);
  const left = await fixture.db.query(
    `select 'customer' as what from customers where business_id = $1
     union all select 'event' from events where business_id = $1
     union all select act from audit_trail where business_id = $1
     union all select state from businesses where business_id = $1 and state <> 'payments_enabled'
     union all select name from businesses where parent_id = $1`,
    [id],
  );
  assert.deepEqual(left, []);
});

test('beside live businesses nothing is filled, and nothing is made', async (t) => {
  const other = await makeFixture(t);
  const live = await other.addBusiness({ environment: 'live' });
  const { business } = await other.addBusiness();
  await assert.rejects(fillOne(other, live.business.id), /is live: only a sandbox business/);
  await assert.rejects(fillOne(other, business.id), /There are live businesses here/);
  await other.addBusiness();
  await assert.rejects(fillOne(other, undefined), /There are live businesses here/);
});

test('without a name the business of the first start is filled while it is empty, later one of the demo’s own below it', async (t) => {
  const other = await makeFixture(t);
  await assert.rejects(fillOne(other, undefined), /There is no sandbox business/);
  const first = await makeFirstBusiness({ ...(await other.open()), db: other.db }, async () => {});
  const id = first!.businessId;
  const filled = await fillOne(other, undefined, { days: 2 });
  assert.equal(filled.business.id, id);
  const before = await totals(other.db, id);
  const own = await fillOne(other, undefined, { days: 2 });
  assert.deepEqual(own.business.ancestors, [id]);
  assert.ok(own.payments > 0, `${own.payments} payments`);
  assert.deepEqual(await totals(other.db, id), before);
  const third = await fillOne(other, undefined, { days: 1 });
  assert.deepEqual(third.business.ancestors, [id], 'and once more');
  assert.notEqual(third.business.id, own.business.id);
});

test('of several sandbox businesses none is filled that was not named', async (t) => {
  const other = await makeFixture(t);
  const { business } = await other.addBusiness();
  await other.addBusiness();
  const chosen = await other.db.begin((tx) =>
    chooseFillable(tx, 'operator:ann', other.clock.now()),
  );
  assert.deepEqual(chosen.ancestors, [business.id]);
});

test('an installation that is live, or whose bank is elsewhere, is not filled', () => {
  const usual = { mode: 'sandbox', simulatorUrl: '' } as const;
  assert.doesNotThrow(() => refuseInstallation(usual));
  assert.throws(() => refuseInstallation({ ...usual, mode: 'live' }), /QUITTANCE_MODE is live/);
  const elsewhere = { ...usual, simulatorUrl: 'http://127.0.0.1:9' };
  assert.throws(() => refuseInstallation(elsewhere), /SIMULATOR_URL is set/);
});

async function totals(sql: Sql, businessId: bigint): Promise<unknown> {
  return await sql.query(
    `select (select count(*) from payments where business_id = $1) as payments,
       (select count(*) from audit_trail where business_id = $1) as acts`,
    [businessId],
  );
}
