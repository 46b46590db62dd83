import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { readPdf } from '../mail/read-pdf.ts';
import { chrome, textOf } from '../pages/counter.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

/* It is January 15, 2030. */

const bill = {
  amount: 4200,
  customer: {
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '2125550100',
  },
};

async function good(v1: Pick<V1, 'call'>, path: string, body?: object): Promise<Told['body']> {
  const told = await v1.call('POST', path, body === undefined ? {} : { body });
  assert.ok(told.status < 300, told.text);
  return told.body;
}

async function found(v1: Pick<V1, 'call'>, query: string): Promise<string[]> {
  const { status, body, text } = await v1.call('GET', `/v1/invoices?${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ id }: { id: string }) => id);
}

const days = async (v1: V1, count: number) =>
  await good(v1, '/v1/sandbox/clock/advance', { hours: 24 * count });

test('an invoice is overdue once its day is over, and is paid all the same', async (t) => {
  const v1 = await serveV1(t);
  const due = await good(v1, '/v1/pay-links', { ...bill, dueOn: '2030-01-15' });
  const later = await good(v1, '/v1/pay-links', { ...bill, dueOn: '2030-01-20' });
  const never = await good(v1, '/v1/pay-links', bill);
  const gone = await good(v1, '/v1/pay-links', { ...bill, dueOn: '2030-01-15' });
  assert.deepEqual([due.dueOn, due.isOverdue, never.dueOn], ['2030-01-15', false, null]);
  assert.deepEqual(await found(v1, 'overdue=true'), [], 'its day is not over yet');

  await days(v1, 1);
  const other = await v1.addBusiness();
  await good(v1, `/v1/pay-links/${gone.id}/revoke`);
  const { body: invoice } = await v1.call('GET', `/v1/invoices/${due.invoiceId}?expand=payLinks`);
  assert.deepEqual(
    [invoice.status, invoice.dueOn, invoice.isOverdue, invoice.payLinks[0].isOverdue],
    ['open', '2030-01-15', true, true],
  );
  assert.deepEqual(await found(v1, 'overdue=true'), [due.invoiceId]);
  const rest = [gone.invoiceId, never.invoiceId, later.invoiceId];
  assert.deepEqual(await found(v1, 'overdue=false'), rest);
  const strange = await v1.call('GET', '/v1/invoices?overdue=true', { as: other });
  assert.deepEqual(strange.body.data, []);
  const csv = await v1.call('GET', '/v1/invoices?overdue=true', {
    headers: { Accept: 'text/csv' },
  });
  assert.match(csv.text, /2030-01-15,true/);
  const { overdueInvoices } = (await v1.call('GET', '/v1/home')).body;
  assert.deepEqual(overdueInvoices, {
    count: 1,
    first: {
      id: due.invoiceId,
      at: '2030-01-16T05:00:00.000Z',
      what: '2030-01-15',
      payer: 'Grace Hopper',
      amount: 4200,
      currency: 'USD',
    },
  });

  const page = v1.baseUrl + new URL(due.address).pathname;
  const form = {
    ...{ method: 'card', 'card-number': '4242424242424242', expiry: '12/39', cvv: '937' },
    ...{ name: 'Grace Hopper', 'postal-code': '02101', email: bill.customer.email },
  };
  const paid = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Connection: 'close' },
    body: new URLSearchParams(form),
  });
  assert.equal(paid.status, 303, await paid.text());
  assert.deepEqual(await found(v1, 'overdue=true'), []);
  const after = await v1.call('GET', `/v1/pay-links/${due.id}`);
  assert.deepEqual([after.body.status, after.body.isOverdue], ['paid', false]);
});

test('the day stands on the page, the PDF of the invoice and the receipt', async (t) => {
  const v1 = await serveV1(t);
  const expiresAt = '2030-03-01T05:00:00Z';
  const link = await good(v1, '/v1/pay-links', { ...bill, dueOn: '2030-01-20', expiresAt });
  const at = v1.baseUrl + new URL(link.address).pathname;
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  const shown = textOf({ body: await (await fetch(at, { headers })).text() });
  assert.match(shown, /Pay by January 20, 2030 Can be paid until February 28, 2030/);
  const file = await fetch(`${at}/invoice.pdf`, { headers });
  const { words } = readPdf(Buffer.from(await file.arrayBuffer()));
  assert.match(words, /Pay by\s+January 20, 2030\s+Can be paid until\s+February 28, 2030/);

  const form = {
    ...{ method: 'card', 'card-number': '4242424242424242', expiry: '12/39', cvv: '937' },
    ...{ name: 'Grace Hopper', 'postal-code': '02101', email: bill.customer.email },
  };
  const body = new URLSearchParams(form);
  await (await fetch(at, { method: 'POST', redirect: 'manual', headers, body })).text();
  const receipt = textOf({ body: await (await fetch(at, { headers })).text() });
  assert.match(receipt, /Due January 20, 2030/);
  await notifyPeople(await v1.open());
});

test('a day of the past, after the last one, or without a phone for its reminders is refused', async (t) => {
  const v1 = await serveV1(t);
  const dueOn = '2030-01-20';
  const on = (daysAfterDue: number, text?: string) => ({ daysAfterDue, text });
  const expiresAt = '2030-01-22T05:00:00Z';
  const wrong: [object, string, string][] = [
    [{ dueOn: '2030-01-14' }, 'dueOn', 'too_early'],
    [{ dueOn: '2030-01-22', expiresAt }, 'dueOn', 'too_late'],
    [{ dueOn: '2030-02-30' }, 'dueOn', 'malformed'],
    [{ reminders: [on(0)] }, 'dueOn', 'required'],
    [{ dueOn, reminders: [on(0), on(-1), on(0)] }, 'reminders.2.daysAfterDue', 'contradictory'],
    [{ dueOn, expiresAt, reminders: [on(0), on(7)] }, 'reminders.1.daysAfterDue', 'too_late'],
    [{ dueOn, reminders: [on(366)] }, 'reminders.0.daysAfterDue', 'out_of_range'],
    [{ dueOn, reminders: [on(1, 'x'.repeat(1600))] }, 'reminders.0.text', 'too_long'],
    [{ dueOn, reminders: [0, 1, 2, 3, 4, 5].map((n) => on(n)) }, 'reminders', 'too_many'],
    [
      { dueOn, customer: { email: 'ada@example.com' }, reminders: [on(0)] },
      'customer.phone',
      'malformed',
    ],
  ];
  for (const [more, field, code] of wrong) {
    const told = await v1.call('POST', '/v1/pay-links', { body: { ...bill, ...more } });
    const [error] = told.body.errors;
    assert.deepEqual([told.status, error.field, error.code], [400, field, code], told.text);
  }
  assert.deepEqual((await v1.call('GET', '/v1/pay-links')).body.data, []);
  assert.deepEqual((await v1.call('GET', '/v1/messages')).body.data, []);
  const landline = { ...bill.customer, phone: '2125550130' };
  const told = await v1.call('POST', '/v1/pay-links', {
    body: { ...bill, customer: landline, dueOn, reminders: [on(0)] },
  });
  assert.deepEqual([told.status, told.body.code], [409, 'number_takes_no_texts'], told.text);
  assert.deepEqual((await v1.call('GET', '/v1/invoices')).body.data, []);
});

test('rows of a round have their reminders, and on a later day they are the same rows', async (t) => {
  const v1 = await serveV1(t);
  const rows = [
    { ...bill, dueOn: '2030-01-17', reminders: [{ daysAfterDue: -1 }, { daysAfterDue: 7 }] },
    { ...bill, amount: 900, dueOn: '2030-01-14' },
  ];
  const ask = async (dryRun: boolean): Promise<Told['body'][]> =>
    (await good(v1, '/v1/pay-links/batches', { rows, round: 'January', dryRun })).results;
  const told = ({ outcome, payLink, error }: Told['body']) => [
    outcome,
    payLink?.dueOn,
    error?.fields,
  ];
  const refused = ['refused', undefined, ['dueOn']];
  assert.deepEqual((await ask(true)).map(told), [['possible', undefined, undefined], refused]);
  assert.deepEqual((await ask(false)).map(told), [['created', '2030-01-17', undefined], refused]);
  await days(v1, 4);
  assert.deepEqual((await ask(false)).map(told), [['exists', '2030-01-17', undefined], refused]);
  const { data } = (await v1.call('GET', '/v1/messages')).body;
  assert.deepEqual(
    data.map(({ kind, status }: Told['body']) => [kind, status]),
    [
      ['notice', 'scheduled'],
      ['notice', 'delivered'],
    ],
  );
});
