import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../src/cli/index.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { makeForm } from '../../src/leads/make-form.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { resendReceipt } from '../../src/notify/mail/resend-receipt.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import { describedTables } from '../../src/runtime/table.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { bankFields, cardFields, client } from '../caller.ts';
import { told } from '../leads/desk.ts';
import { type Club, openClub } from '../subscriptions/club.ts';
import { requestOn } from '../subscriptions/member.ts';

/** Words that are in nothing but the person. */
const person = {
  FirstName: 'Zebedee',
  LastName: 'Quillfeather',
  Address1: '77 Larkspur Lane',
  City: 'Wexcombe',
  PostalCode: '02139',
  Email: 'Zeb@quillfeather.example',
  MobilePhone: '6175550199',
  EmailReceipt: 'true',
  SMSReceipt: 'true',
};
const traces = /zebedee|quillfeather|larkspur|wexcombe|6175550199/i;

/** Every value of every table in which the person still is; `but` are tables that keep it. */
async function tracesIn({ fixture }: Club, but: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const name of describedTables().keys()) {
    if (but.includes(name)) continue;
    const rows = await fixture.db.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${name} t`,
    );
    found.push(...rows.filter(({ row }) => traces.test(row)).map(({ row }) => `${name} ${row}`));
  }
  return found;
}

/** A person with payments by card and bank, a subscription, texts, mails, a lead and a stored card. */
async function openPerson(t: Parameters<typeof openClub>[0]) {
  const club = await openClub(t);
  const api = client(club.baseUrl, club.caller);
  t.after(async () => api.close());
  const pay = async (fields: object, order: string) => {
    const sent = { ...fields, ...person, Amount: '12.50', OrderNumber: order };
    const { body } = await api.call('CreatePayment', sent);
    return JSON.parse(body).Data;
  };
  const paid = await pay(cardFields, 'order-1');
  await pay(bankFields, 'order-2');
  const [first] = await club.fixture.db.query<{ id: bigint }>(
    `select id from payments where business_id = $1 and order_number = 'order-1'`,
    [club.id],
  );
  const resent = { businessId: club.id, paymentId: first!.id, actor: 'api:test' };
  await resendReceipt(club.world, { ...resent, email: 'home@quillfeather.example' });
  const token = await club.token(undefined, person);
  const subscriptionId = await club.join({ CardToken: token });
  const form = await makeForm(
    club.world,
    {
      businessId: club.id,
      name: 'Offer',
      intro: 'Tell us.',
      thanks: 'Thank you.',
      originId: undefined,
      topics: [],
      questions: [],
    },
    'operator:test',
  );
  const { FirstName: firstName, LastName: lastName, Email: email, MobilePhone: phone } = person;
  await submitLead(
    club.world,
    form,
    { ...told, firstName, lastName, email, phone, answers: [] },
    'page',
  );
  const [row] = await club.fixture.db.query<{ id: bigint }>(
    `select id from customers where business_id = $1 and phone = '6175550199'`,
    [club.id],
  );
  return { club, paid, subscriptionId, key: { businessId: club.id, id: row!.id } };
}

/** Ends what the person owes and is owed. */
async function settle(club: Club, subscriptionId: bigint): Promise<void> {
  await cancelSubscription(club.world, await requestOn(club, subscriptionId));
  await closeBatches(club.world, club.caller.business, 'operator:test');
  await club.until('2030-02-13 12:00');
}

test('a person with open money is not forgotten, and everything that is open is named', async (t) => {
  const { club, key, subscriptionId } = await openPerson(t);
  const before = await tracesIn(club);
  const refused = await forgetCustomer(club.world, key, 'operator:test');
  assert.ok(refused.outcome === 'open');
  const open = refused.open.join('\n');
  assert.match(open, /payment \d+ is captured/);
  assert.match(open, /payment \d+ is queued/);
  assert.match(open, /bank entry \d+ of payment \d+ is queued/);
  assert.match(open, new RegExp(`subscription ${subscriptionId} is active`));
  assert.deepEqual(await tracesIn(club), before, 'nothing was changed');
});

test('a person whose account is tried in a file to the bank is not forgotten before the bank has it', async (t) => {
  const { club, key, subscriptionId } = await openPerson(t);
  const { db } = club.fixture;
  await settle(club, subscriptionId);
  const token = await club.token(undefined, person);
  const tries = async (state: string, owner: string) =>
    await db.query(
      `update ach_entries set kind = 'prenote', state = $2, amount_cents = 0, payment_id = null,
         number_owner = $3 where business_id = $1`,
      [club.id, state, owner],
    );
  for (const owner of [token, `payment:1`]) {
    await tries('filed', owner);
    const refused = await forgetCustomer(club.world, key, 'operator:test');
    assert.ok(refused.outcome === 'open');
    assert.match(refused.open.join(), /^bank entry \d+ is filed$/);
  }
  await tries('settled', token);
  assert.equal((await forgetCustomer(club.world, key, 'operator:test')).outcome, 'forgotten');
});

test('a forgotten person is in no table, and the books are as they were', async (t) => {
  const { club, key, subscriptionId } = await openPerson(t);
  await settle(club, subscriptionId);
  assert.ok((await tracesIn(club)).length > 10, 'there is something to forget');
  const books = async () =>
    await club.fixture.db.query(
      `select id, state, amount_cents, captured_cents, last4, order_number from payments order by id`,
    );
  const transfers = async () => await club.fixture.db.query('select * from transfers order by id');
  const [paymentsBefore, transfersBefore] = [await books(), await transfers()];

  const done = await forgetCustomer(club.world, key, 'operator:test');
  assert.deepEqual(done, { outcome: 'forgotten', payments: 3, cards: 1 });
  assert.deepEqual(await tracesIn(club, ['ach_entries']), []);
  assert.deepEqual([await books(), await transfers()], [paymentsBefore, transfersBefore]);
  const sealed = await club.fixture.db.query(
    `select owner from vault_records where business_id = $1 and field in ('card_number', 'account_number', 'processor_token')`,
    [club.id],
  );
  assert.deepEqual(sealed, []);
  assert.deepEqual(await club.findings(), [], 'the books are in order without the person');
  const { isWhole } = await verifyAuditLog(club.fixture.db, {
    businessId: undefined,
    progress: unwatched,
    report() {},
  });
  assert.ok(isWhole);

  const again = await forgetCustomer(club.world, key, 'operator:test');
  assert.equal(again.outcome, 'forgotten', 'what came since goes too');
  const nobody = await forgetCustomer(club.world, { ...key, id: 999_999n }, 'operator:test');
  assert.equal(nobody.outcome, 'not_there');
});

test('who pays again later is a new customer, and a phone that said STOP stays silent', async (t) => {
  const { club, key, subscriptionId } = await openPerson(t);
  await settle(club, subscriptionId);
  await club.fixture.db.query(
    `with stopped as (
       update conversations set consent = 'opted_out' where phone = '6175550199' returning business_id, id
     )
     insert into consent_moves (business_id, conversation_id, n, consent, actor, reason, moved_at)
     select business_id, id, 1, 'opted_out', 'payer', 'STOP', '2030-02-13' from stopped`,
  );
  await forgetCustomer(club.world, key, 'operator:test');
  const kept = await club.fixture.db.query<{ consent: string; customer_id: bigint | null }>(
    `select consent, customer_id from conversations where phone = '6175550199'`,
  );
  assert.deepEqual(kept, [{ consent: 'opted_out', customer_id: null }]);
  const token = await club.token(undefined, person);
  const rows = await club.fixture.db.query<{ customer_id: bigint }>(
    'select customer_id from tokens where token = $1',
    [token],
  );
  assert.notEqual(rows[0]?.customer_id, key.id);
});
