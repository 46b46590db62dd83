import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onlySandbox, refuseInstallation } from '../../src/demo/refuse.ts';
import { cardFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { ask } from '../time-machine/sandbox.ts';
import { fillOne } from './filling.ts';

const fixture = await makeFixture({ after });

const unfit = {
  'may take no payments': ["state = 'messaging_only'", /may not take payments/],
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
    /has data already: name a sandbox business that has none/,
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

test('beside live businesses nothing is filled; without a name the one sandbox business is meant, and of several none', async (t) => {
  const other = await makeFixture(t);
  await assert.rejects(onlySandbox(other.db), /There is no sandbox business/);
  const live = await other.addBusiness({ environment: 'live' });
  const { business } = await other.addBusiness();
  await other.addBusiness({ ancestors: [business.id] });
  assert.equal(await onlySandbox(other.db), business.id);
  await assert.rejects(fillOne(other, live.business.id), /is live: only a sandbox business/);
  await assert.rejects(fillOne(other, business.id), /There are live businesses here/);
  await other.addBusiness();
  await assert.rejects(onlySandbox(other.db), /There are several/);
});

test('an installation that is live, or whose bank is elsewhere, is not filled', () => {
  const usual = { mode: 'sandbox', simulatorUrl: '' } as const;
  assert.doesNotThrow(() => refuseInstallation(usual));
  assert.throws(() => refuseInstallation({ ...usual, mode: 'live' }), /QUITTANCE_MODE is live/);
  const elsewhere = { ...usual, simulatorUrl: 'http://127.0.0.1:9' };
  assert.throws(() => refuseInstallation(elsewhere), /SIMULATOR_URL is set/);
});
