import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertContact } from '../../src/leads/insert-contact.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { prepareTexts, queueTexts } from '../../src/notify/conversations/queue-texts.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import { claimMobileNumber } from '../../src/parties/businesses/claims.ts';
import type { World } from '../../src/world.ts';
import { bindings, type Sent } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { openDesk, told } from './desk.ts';

const { fixture, world, baseUrl, ask, list, form } = await openDesk({ after });
const phone = '6175550123';

async function insert(shop: Caller, sent: Sent = {}) {
  const [said] = await ask(shop, 'ContactInsert', { PhoneNumber: phone, ...sent });
  return said!;
}

async function count(shop: Caller, table: string): Promise<number> {
  const rows = await fixture.db.query(`select 1 from ${table} where business_id = $1`, [
    shop.business.id,
  ]);
  return rows.length;
}

async function conversations(shop: Caller) {
  return await fixture.db.query<{ own_number: string; phone: string; customer_id: bigint }>(
    'select own_number, phone, customer_id from conversations where business_id = $1',
    [shop.business.id],
  );
}

test('twenty at once make one customer, one conversation and one lead', async () => {
  const shop = await fixture.addBusiness();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => insert(shop, { FirstName: 'Bo', LastName: 'Lee' })),
  );
  for (const name of ['IndividualID', 'LeadID', 'FromPhoneNumber', 'Error']) {
    assert.equal(new Set(all.map((said) => said[name])).size, 1, name);
  }
  assert.equal(all[0]!.Error, '');
  const added = all.filter((said) => said.ResponseMessage === 'The contact was added.');
  assert.equal(added.length, 1);
  for (const table of ['customers', 'conversations', 'leads']) {
    assert.equal(await count(shop, table), 1, table);
  }
});

test('the conversation is between its own number and the phone, about the customer', async () => {
  const shop = await fixture.addBusiness();
  const said = await insert(shop);
  assert.deepEqual(await conversations(shop), [
    { own_number: said.FromPhoneNumber, phone, customer_id: BigInt(said.IndividualID!) },
  ]);
  assert.equal(await count(shop, 'messages'), 0);
});

test('a number of the business may be named, with or without its country code', async () => {
  const shop = await fixture.addBusiness();
  const number = '6175570042';
  assert.ok(await claimMobileNumber(fixture.db, number, shop.business.id));
  for (const AgentPhoneNumber of [number, `1${number}`, `+1${number}`]) {
    assert.equal((await insert(shop, { AgentPhoneNumber })).FromPhoneNumber, number);
  }
  assert.equal((await conversations(shop)).length, 1);
});

test('the number of another business, or of nobody, is refused by the name of its field', async () => {
  const [shop, other] = [await fixture.addBusiness(), await fixture.addBusiness()];
  const { FromPhoneNumber: theirs } = await insert(other);
  for (const AgentPhoneNumber of [theirs!, '6175579999']) {
    const said = await insert(shop, { AgentPhoneNumber });
    const message = 'AgentPhoneNumber is not a messaging number of this business.';
    assert.deepEqual(said, { Error: message, ErrorStack: '' });
  }
  assert.equal(await count(shop, 'customers'), 0);
  assert.equal(await count(shop, 'conversations'), 0);
});

test('phones with fewer than ten digits are refused', async () => {
  const shop = await fixture.addBusiness();
  const short = await insert(shop, { PhoneNumber: '5550123' });
  assert.equal(short.Error, 'PhoneNumber must have 10 digits.');
  const agent = await insert(shop, { AgentPhoneNumber: '123' });
  assert.equal(agent.Error, 'AgentPhoneNumber must have 10 digits.');
  const written = await insert(shop, { PhoneNumber: '(617) 555-0123' });
  assert.match(written.Error!, /^PhoneNumber must be a phone number of up to 10 digits/);
});

test('a live business without a messaging number is told so', async () => {
  const shop = await fixture.addBusiness({ environment: 'live' });
  assert.match((await insert(shop)).Error!, /no mobile number to text from/);
  assert.equal(await count(shop, 'leads'), 0);
});

test('a payer with this phone is the customer, and stays as it is', async () => {
  const shop = await fixture.addBusiness();
  const { call, close } = client(baseUrl, shop);
  const { Data } = JSON.parse((await call('CreateToken', cardFields)).body);
  close();
  const said = await insert(shop, { FirstName: 'Other', LastName: 'Name' });
  assert.equal(said.IndividualID, Data.IndividualID);
  const rows = await fixture.db.query('select first_name from customers where business_id = $1', [
    shop.business.id,
  ]);
  assert.deepEqual(rows, [{ first_name: 'Ada' }]);
  const [heard] = await list(shop);
  assert.deepEqual([heard!.FirstName, heard!.EmailAddress], ['Other', cardFields.Email]);
});

test('one who gets no messages is put on the list and stays so', async () => {
  const shop = await fixture.addBusiness();
  const { IndividualID } = await insert(shop);
  const set = `update customers set status = 'do_not_contact' where business_id = $1`;
  await fixture.db.query(set, [shop.business.id]);
  assert.equal((await insert(shop)).IndividualID, IndividualID);
  const rows = await fixture.db.query('select status from customers where business_id = $1', [
    shop.business.id,
  ]);
  assert.deepEqual(rows, [{ status: 'do_not_contact' }]);
});

test('who waits already is not listed twice; who was taken comes in anew', async () => {
  const shop = await fixture.addBusiness();
  const byForm = await submitLead(world, await form(shop), told, 'page');
  const said = await insert(shop);
  assert.equal(said.LeadID, String(byForm));
  assert.equal(said.ResponseMessage, 'The contact is waiting already.');
  await ask(shop, 'ExternalAPIResponse', { ExternalAPIID: said.LeadID!, IsSent: 'true' });
  const anew = await insert(shop);
  assert.notEqual(anew.LeadID, said.LeadID);
  assert.equal(anew.IndividualID, said.IndividualID);
  assert.equal((await list(shop)).length, 1);
});

test('a new contact is told to a webhook for customers, a known one is not', async () => {
  const shop = await fixture.addBusiness();
  await fixture.db.query(
    `insert into webhook_endpoints (business_id, kind, url, created_at)
     values ($1, 'customers', 'https://hooks.example.com/', $2)`,
    [shop.business.id, fixture.clock.now()],
  );
  await insert(shop);
  await insert(shop);
  const rows = await fixture.db.query('select kind from events where business_id = $1', [
    shop.business.id,
  ]);
  assert.deepEqual(rows, [{ kind: 'customer.added' }]);
});

test('whenever its process dies, a contact that is inserted once more is there once', async () => {
  const bo = { phone, firstName: 'Bo', lastName: 'Lee', ownNumber: undefined };
  const insertBo = (by: World, { business }: Caller) =>
    insertContact(by, { ...bo, businessId: business.id });
  const { lives } = await everyLife(
    { name: 'leads/contact-insert', size: 'usual' },
    {
      open: fixture.open,
      before: () => fixture.addBusiness(),
      act: insertBo,
      others: async (shop) => insertBo(await fixture.open(), shop),
      async judge(shop) {
        for (const table of ['customers', 'conversations', 'leads', 'mobile_numbers']) {
          assert.equal(await count(shop, table), 1, table);
        }
      },
    },
  );
  assert.ok(lives > 3, `only ${lives} lives`);
});

test('a business that is suspended inserts nobody', async () => {
  const shop = await fixture.addBusiness({ state: 'suspended' });
  assert.match((await insert(shop)).Error!, /./);
  assert.equal(await count(shop, 'leads'), 0);
});

test('who is put in anew hears of the conversation: its last text, and who wrote it', async () => {
  const shop = await fixture.addBusiness();
  const first = await insert(shop);
  assert.deepEqual([first.MessageID, first.DispositionID], ['', '0']);
  const { FromPhoneNumber: to } = first;
  const draft = { businessId: shop.business.id, kind: 'chat', phone, body: 'Ready.' } as const;
  const types = await prepareTexts(world, shop.business.id, [phone]);
  await world.db.begin((tx) => queueTexts(world, tx, [draft], types));
  const ours = await insert(shop);
  assert.deepEqual([ours.MessageID, ours.DispositionID], [await lastMessage(shop), '2']);
  fixture.clock.pass(1000);
  const written = { to: to!, from: phone, mediaCount: 0, carrier: 'sandbox' };
  await receiveText(world, { ...written, body: 'Thank you', carrierId: 'one' });
  for (const binding of bindings) {
    const [theirs] = await ask(shop, 'ContactInsert', { PhoneNumber: phone }, binding);
    assert.deepEqual([theirs!.MessageID, theirs!.DispositionID], [await lastMessage(shop), '1']);
  }
  fixture.clock.pass(1000);
  await receiveText(world, { ...written, body: 'STOP', carrierId: 'two' });
  assert.equal((await insert(shop)).DispositionID, '3');
});

async function lastMessage({ business }: Caller): Promise<string> {
  const [row] = await fixture.db.query<{ id: bigint }>(
    'select id from messages where business_id = $1 order by created_at desc, id desc limit 1',
    [business.id],
  );
  return String(row!.id);
}
