import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { opened, openScenario } from './fixture.ts';

test('an invoice is made, and its link arrives on the phone', async (t) => {
  const { send, texts, work, world } = await openScenario(t);
  const told = await send({ InvoiceID: 'INV-7', Subtotal: '11.50', Tax: '1.00' });
  assert.equal(told.IsSuccess, true);
  assert.equal(told.OrderNumber, 'INV-7');
  assert.equal(told.SMSID, told.Data.MessageID);
  await work();
  assert.deepEqual(await texts(), [`Test: please pay $12.50 here: ${told.Data.PaymentLink}`]);
  const { standing, invoice, face } = await opened(world, told.Data.PaymentLink);
  assert.equal(standing, 'payable');
  assert.equal(invoice.orderNumber, 'INV-7');
  assert.equal(invoice.amountCents, 1250n);
  assert.equal(face.name, 'Test');
  assert.deepEqual(invoice.details.lines, [
    { name: 'Subtotal', cents: '1150', kind: 'subtotal' },
    { name: 'Tax', cents: '100', kind: 'tax' },
  ]);
});

test('the link stands where [PBTLINK] is, every time, and else at the end', async (t) => {
  const { send, texts, work } = await openScenario(t);
  const first = await send({ SMSMessage: 'Pay [PBTLINK] now, at [PBTLINK]!' });
  const second = await send({ SMSMessage: 'You owe us.' });
  await work();
  const [a, b] = [first.Data.PaymentLink, second.Data.PaymentLink];
  assert.deepEqual((await texts()).sort(), [`Pay ${a} now, at ${a}!`, `You owe us. ${b}`]);
});

test('a text is as long as it will arrive: each mark counts like the address in its place', async (t) => {
  const { send, texts, work, fixture } = await openScenario(t);
  const { Data } = await send();
  const address = Data.PaymentLink.length;
  const rule =
    'SMSMessage must have at most 1600 characters with the address of the link wherever it stands.';
  const forms = [
    [(room: number) => '🙂'.repeat(room), address + 1],
    [(room: number) => `[PBTLINK]${'x'.repeat(room)}`, address],
    [(room: number) => `[PBTLINK] ${'x'.repeat(room)} [PBTLINK]`, 2 * address + 2],
    [(room: number) => '[PBTLINK]'.repeat(20) + 'x'.repeat(room), 20 * address],
  ] as const;
  for (const [form, taken] of forms) {
    const fits = await send({ SMSMessage: form(1600 - taken) });
    assert.equal(fits.IsSuccess, true, fits.Message);
    const longer = await send({ SMSMessage: form(1601 - taken) });
    assert.deepEqual([longer.IsSuccess, longer.Message], [false, rule]);
    assert.equal(longer.Errors[0].Field, 'SMSMessage');
  }
  const many = await send({ SMSMessage: '[PBTLINK]'.repeat(150) });
  assert.equal(many.Message, rule);
  await work();
  const [, ...long] = (await texts()).map((text) => [...text].length).sort((a, b) => a - b);
  assert.deepEqual(long, [1600, 1600, 1600, 1600]);
  assert.equal((await fixture.db.query('select from pay_links')).length, 5);
});

test('the secret of a link is written nowhere but on the phone that it went to', async (t) => {
  const { send, work, fixture } = await openScenario(t);
  const { Data } = await send();
  await work();
  const secret = Data.PaymentLink.split('/').at(-1);
  assert.match(secret, /^[A-Za-z0-9_-]{22}$/);
  const tables = await fixture.db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'sandbox_inbox'`,
  );
  for (const { name } of tables) {
    const rows = await fixture.db.query(
      `select 1 from ${name} t where t::text like '%' || $1 || '%'`,
      [secret],
    );
    assert.equal(rows.length, 0, name);
  }
  assert.ok(!fixture.logged.join('').includes(secret));
});

test('the same call again makes nothing and texts nothing, and hears the same', async (t) => {
  const { send, texts, work } = await openScenario(t);
  const first = await send({ InvoiceID: 'A' });
  assert.deepEqual(await send({ InvoiceID: 'A' }), first);
  const keyed = await send({}, 'key 1');
  assert.deepEqual(await send({}, 'key 1'), keyed);
  await work();
  assert.equal((await texts()).length, 2);
});

test('twenty at once with one InvoiceID make one link and one text', async (t) => {
  const { send, texts, work } = await openScenario(t);
  const told = await Promise.all(Array.from({ length: 20 }, () => send({ InvoiceID: 'once' })));
  for (const one of told) assert.deepEqual(one, told[0]);
  await work();
  assert.equal((await texts()).length, 1);
});

test('of two at once for one order, whoever comes too late leaves no customer', async (t) => {
  const fixture = await makeFixture(t);
  const { world, afterClaim } = claiming(await fixture.open());
  const { send } = await openScenario(t, { fixture, world });
  const other = { InvoiceID: 'A', BillToCellPhone: '2125550102' };
  const faster = afterClaim(() => send({ InvoiceID: 'A', BillToCellPhone: '2125550101' }));
  const { IsSuccess, Message } = await send(other);
  assert.equal((await faster).IsSuccess, true);
  const used = 'This InvoiceID was used before, with other values; nothing was sent.';
  assert.deepEqual([IsSuccess, Message], [false, used]);
  const customers = await fixture.db.query('select phone from customers');
  assert.deepEqual(customers, [{ phone: '2125550101' }]);
});

/** `afterClaim`: does this once, when the address of the next link is claimed and before the link is made. */
function claiming(world: World) {
  let once: (() => Promise<void>) | undefined;
  const query: World['db']['query'] = async (text, values, tenants) => {
    const rows = await world.db.query(text, values, tenants);
    const work = once;
    if (work && text.startsWith('insert into page_addresses')) {
      once = undefined;
      await work();
    }
    return rows as never;
  };
  return {
    world: { ...world, db: { ...world.db, query } },
    async afterClaim<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<T>();
      once = async () => resolve(await work());
      return await promise;
    },
  };
}

test('an InvoiceID that was used for something else is refused', async (t) => {
  const { send, pay } = await openScenario(t);
  await send({ InvoiceID: 'A' });
  const other = await send({ InvoiceID: 'A', TotalAmountDue: '13.00' });
  assert.equal(other.IsSuccess, false);
  assert.equal(
    other.Message,
    'This InvoiceID was used before, with other values; nothing was sent.',
  );
  await pay({ OrderNumber: 'B' });
  const paid = await send({ InvoiceID: 'B' });
  assert.equal(paid.Message, 'This order number was used before for another payment.');
  const keyed = await send({}, 'k');
  assert.equal(keyed.IsSuccess, true);
  const otherwise = await send({ TotalAmountDue: '1.00' }, 'k');
  assert.equal(otherwise.IsSuccess, false);
  assert.equal(otherwise.Message, 'This Idempotency-Key was used before for another request.');
});

test('what cannot be texted is refused, and nothing is left of it', async (t) => {
  const { send, fixture } = await openScenario(t);
  for (const number of ['2125550110', '2125550130', '2125550140']) {
    const told = await send({ BillToCellPhone: number });
    assert.equal(told.IsSuccess, false, number);
    assert.equal(told.Message, 'This number cannot receive texts; nothing was sent.');
  }
  const impossible = await send({ BillToCellPhone: '1115550100' });
  assert.equal(impossible.Errors[0].Field, 'BillToCellPhone');
  for (const table of ['invoices', 'pay_links', 'page_addresses', 'messages', 'customers']) {
    const rows = await fixture.db.query(`select 1 from ${table}`);
    assert.equal(rows.length, 0, table);
  }
});

test('a text with a day goes in the morning of that day, by the clock of the business', async (t) => {
  const { send, texts, work, fixture } = await openScenario(t);
  await send({ ScheduledDate: '01-17-2030' });
  await work();
  assert.deepEqual(await texts(), []);
  fixture.clock.setTo(new Date('2030-01-17T13:59:59Z'));
  await work();
  assert.deepEqual(await texts(), []);
  fixture.clock.setTo(new Date('2030-01-17T14:00:00Z'));
  await work();
  assert.equal((await texts()).length, 1);
});

test('the payer is found by the phone, or made of what was told', async (t) => {
  const { send, fixture, pay } = await openScenario(t);
  await pay({ MobilePhone: '2125550101', OrderNumber: 'x' });
  await send({ BillToCellPhone: '2125550101', BillToName: 'Somebody Else' });
  await send({ BillToName: 'Mary Jane Watson', BillToCity: 'Queens' });
  const rows = await fixture.db.query<{ name: string; links: bigint }>(
    `select c.first_name || '|' || c.last_name || '|' || c.city as name, count(l.id) as links
     from customers c left join pay_links l on l.customer_id = c.id group by c.id, name order by c.id`,
  );
  assert.equal(rows.length, 2);
  assert.equal(rows[0]!.links, 1n);
  assert.ok(!rows[0]!.name.includes('Somebody'));
  assert.deepEqual(rows[1], { name: 'Mary Jane|Watson|Queens', links: 1n });
});

test('a text that asks for what was paid meanwhile is not sent', async (t) => {
  const { send, texts, work, fixture, pay } = await openScenario(t);
  await send({ InvoiceID: 'A', ScheduledDate: '01-17-2030' });
  const paid = await pay({ OrderNumber: 'A', MobilePhone: '2125550101' });
  assert.equal(paid.IsSuccess, true);
  await send({ InvoiceID: 'B', ScheduledDate: '01-17-2030' });
  fixture.clock.setTo(new Date('2030-01-17T15:00:00Z'));
  await work();
  assert.equal((await texts()).length, 1);
  const rows = await fixture.db.query(
    `select state, error_code as code from messages where kind = 'pay_link' order by id`,
  );
  assert.deepEqual(rows, [
    { state: 'canceled', code: 'nothing_to_pay' },
    { state: 'delivered', code: null },
  ]);
});
