import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LeadForm } from '../../src/leads/lead-form.ts';
import { formAddress, makeForm } from '../../src/leads/make-form.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { contactWithPhone, findOrMakeByPhone } from '../../src/parties/customers/by-phone.ts';
import { cardFields, client } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { openDesk, told } from './desk.ts';

const desk = await openDesk({ after });
const { fixture, world, form, list } = desk;
const campaign = { name: 'leads/submit', size: 'usual' } as const;

async function count(shop: Caller, table: string): Promise<number> {
  const rows = await fixture.db.query(`select 1 from ${table} where business_id = $1`, [
    shop.business.id,
  ]);
  return rows.length;
}

test('a page that is sent twice is one lead, one after the other and at the same time', async () => {
  const shop = await fixture.addBusiness();
  const made = await form(shop);
  const first = await submitLead(world, made, told, 'page');
  const others = await Promise.all(
    Array.from({ length: 10 }, () => submitLead(world, made, told, 'page')),
  );
  assert.deepEqual(new Set(others), new Set([first]));
  const fresh = await Promise.all(
    Array.from({ length: 10 }, () =>
      submitLead(world, made, { ...told, phone: '6175550124' }, 'p2'),
    ),
  );
  assert.equal(new Set(fresh).size, 1);
  assert.equal(await count(shop, 'leads'), 2);
  assert.equal(await count(shop, 'customers'), 2);
});

test('answers that were changed on the same page arrive too', async () => {
  const shop = await fixture.addBusiness();
  const made = await form(shop);
  const first = await submitLead(world, made, told, 'page');
  const second = await submitLead(world, made, { ...told, city: 'Salem' }, 'page');
  assert.notEqual(first, second);
  assert.equal(await count(shop, 'customers'), 1);
});

test('the same answers on another page are another lead of the same customer', async () => {
  const shop = await fixture.addBusiness();
  const made = await form(shop);
  assert.notEqual(
    await submitLead(world, made, told, 'a'),
    await submitLead(world, made, told, 'b'),
  );
  const heard = await list(shop);
  assert.equal(new Set(heard.map(({ IndividualID }) => IndividualID)).size, 1);
});

test('two forms at the same time make one customer', async () => {
  const shop = await fixture.addBusiness();
  const forms = await Promise.all([form(shop), form(shop)]);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => submitLead(world, forms[i % 2]!, told, `page ${i}`)),
  );
  assert.equal(await count(shop, 'customers'), 1);
  assert.equal(await count(shop, 'leads'), 20);
});

test('a payer with this phone and e-mail is the customer, and stays as it is', async () => {
  const shop = await fixture.addBusiness();
  const { call, close } = client(desk.baseUrl, shop);
  const { Data } = JSON.parse((await call('CreateToken', cardFields)).body);
  close();
  const set = `update customers set status = 'do_not_contact' where business_id = $1`;
  await fixture.db.query(set, [shop.business.id]);
  await submitLead(world, await form(shop), { ...told, firstName: 'Augusta' }, 'page');
  const [heard] = await list(shop);
  assert.equal(heard!.IndividualID, Data.IndividualID);
  const rows = await fixture.db.query(
    'select first_name, status from customers where business_id = $1',
    [shop.business.id],
  );
  assert.deepEqual(rows, [{ first_name: 'Ada', status: 'do_not_contact' }]);
});

test('who shares a phone with somebody is not taken for them', async () => {
  const shop = await fixture.addBusiness();
  const contact = contactWithPhone(told.phone, { firstName: 'Bo' });
  const known = await fixture.db.begin((tx) =>
    findOrMakeByPhone(world, tx, shop.business.id, contact),
  );
  await submitLead(world, await form(shop), told, 'page');
  const [heard] = await list(shop);
  assert.notEqual(heard!.IndividualID, String(known));
});

test('a new customer is told to a webhook for customers', async () => {
  const shop = await fixture.addBusiness();
  await fixture.db.query(
    `insert into webhook_endpoints (business_id, kind, url, created_at)
     values ($1, 'customers', 'https://hooks.example.com/', $2)`,
    [shop.business.id, fixture.clock.now()],
  );
  const made = await form(shop);
  await submitLead(world, made, told, 'a');
  await submitLead(world, made, told, 'b');
  const rows = await fixture.db.query<{ kind: string; phone: string }>(
    `select kind, data ->> 'phone' as phone from events where business_id = $1`,
    [shop.business.id],
  );
  assert.deepEqual(rows, [{ kind: 'customer.added', phone: told.phone }]);
});

test('whenever its process dies, what is sent once more is one lead of one customer', async () => {
  await everyLife(campaign, {
    open: fixture.open,
    async before() {
      const shop = await fixture.addBusiness();
      return { shop, made: await form(shop) };
    },
    act: (crashing, { made }) => submitLead(crashing, made, told, 'page'),
    async others({ made }, _, first) {
      const again = await submitLead(await fixture.open(), made, told, 'page');
      if (first !== undefined) assert.equal(again, first);
    },
    async judge({ shop }) {
      assert.deepEqual([await count(shop, 'leads'), await count(shop, 'customers')], [1, 1]);
    },
  });
});

test('whenever its process dies, a form is there with its address and its act, or an address leads nowhere', async () => {
  let claimedAlone = 0;
  await everyLife(campaign, {
    open: fixture.open,
    before: () => fixture.addBusiness(),
    async act(crashing, { business }) {
      const request = { businessId: business.id, name: 'Form', intro: '', thanks: '' };
      const more = { originId: undefined, questions: [], topics: [] };
      await makeForm(crashing, { ...request, ...more }, 'operator:test');
    },
    async judge(shop, _, hasDied) {
      const there = await count(shop, 'lead_forms');
      const addresses = await count(shop, 'page_addresses');
      assert.ok(addresses >= there, 'a form without an address');
      if (addresses > there) {
        claimedAlone += 1;
        const [page] = await fixture.db.query<Pick<LeadForm, 'businessId' | 'id'>>(
          `select business_id as "businessId", object_id as id from page_addresses where business_id = $1`,
          [shop.business.id],
        );
        const { pathname } = new URL(formAddress(world, page!));
        assert.equal((await fetch(desk.baseUrl + pathname)).status, 404);
      }
      assert.equal(await count(shop, 'audit_trail'), there);
      if (!hasDied) assert.equal(there, 1);
    },
  });
  assert.ok(claimedAlone > 0, 'no process died behind its claim');
});

test('the address of a form cannot be guessed and stands nowhere', async () => {
  const [shop, other] = [await fixture.addBusiness(), await fixture.addBusiness()];
  const forms = [await form(shop), await form(shop), await form(other)];
  const secrets = forms.map((one) => formAddress(world, one).split('/').at(-1)!);
  assert.equal(new Set(secrets).size, 3);
  for (const secret of secrets) assert.match(secret, /^[\w-]{22}$/);
  assert.equal(formAddress(world, forms[0]!).split('/').at(-1), secrets[0]);
  const rows = await fixture.db.query<{ row: string }>(
    `select t::text as row from page_addresses t union all select t::text from lead_forms t
     union all select t::text from audit_trail t`,
  );
  for (const secret of secrets) assert.ok(rows.every(({ row }) => !row.includes(secret)));
});
