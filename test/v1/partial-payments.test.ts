import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readPdf } from '../mail/read-pdf.ts';
import { bank, card, chrome, textOf } from '../pages/counter.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

/* It is January 15, 2030. */

const bill = {
  amount: 10_000,
  customer: { firstName: 'Grace', lastName: 'Hopper', phone: '2125550100' },
  orderNumber: 'B-1',
  dueOn: '2030-01-18',
  partialPayments: { minimum: 1000 },
};

async function good(v1: V1, path: string, body?: object): Promise<Told['body']> {
  const told = await v1.call('POST', path, body === undefined ? {} : { body });
  assert.ok(told.status < 300, told.text);
  return told.body;
}

async function read(v1: V1, path: string): Promise<Told['body']> {
  const told = await v1.call('GET', path);
  assert.equal(told.status, 200, told.text);
  return told.body;
}

/** As the payer does on the page. */
async function payOn(v1: V1, address: string, amount: string, how: object = card) {
  const path = v1.baseUrl + new URL(address).pathname;
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  const page = await (await fetch(`${path}?amount=${amount}`, { headers })).text();
  const hidden = page.matchAll(
    /<input type="hidden" name="(amount|paid|agreement)" value="([^"]*)">/g,
  );
  const fields = {
    ...how,
    ...Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!])),
  };
  const body = new URLSearchParams(fields);
  const told = await fetch(path, { method: 'POST', redirect: 'manual', headers, body });
  assert.equal(told.status, 303, await told.text());
}

async function seen(v1: V1, address: string, file = ''): Promise<Buffer> {
  const { pathname, search } = new URL(address);
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  const told = await fetch(v1.baseUrl + pathname + file + search, { headers });
  assert.equal(told.status, 200);
  return Buffer.from(await told.arrayBuffer());
}

async function pageWords(v1: V1, address: string): Promise<string> {
  return textOf({ body: String(await seen(v1, address)) });
}

async function pdfWords(v1: V1, address: string): Promise<string> {
  return readPdf(await seen(v1, address, '/invoice.pdf')).words;
}

const sums = ({ status, amount, amountPaid, amountLeft }: Told['body']) => [
  status,
  amount,
  amountPaid,
  amountLeft,
];

test('an invoice tells how much of it was paid, and its parts stand where they are asked for', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  assert.deepEqual(link.partialPayments, { minimum: 1000 });
  assert.deepEqual(sums(link), ['created', 10_000, 0, 10_000]);
  await payOn(v1, link.address, '30');
  const at = `/v1/invoices/${link.invoiceId}`;
  const invoice = await read(v1, `${at}?expand=parts,payment,payLinks`);
  assert.deepEqual(sums(invoice), ['partially_paid', 10_000, 3000, 7000]);
  assert.deepEqual([invoice.paymentId, invoice.partOfInvoiceId], [null, null]);
  assert.deepEqual(sums(invoice.payLinks[0]), ['partially_paid', 10_000, 3000, 7000]);
  const [part, ...more] = invoice.parts;
  assert.deepEqual(more, []);
  assert.deepEqual([part.status, part.amount, part.amountRefunded], ['paid', 3000, 0]);

  const payment = await read(v1, `/v1/payments/${part.paymentId}`);
  assert.equal(payment.partOfInvoiceId, link.invoiceId);
  assert.equal(payment.invoiceId, part.id);
  assert.match(payment.orderNumber, /^B-1\//);
  const own = await read(v1, `/v1/invoices/${part.id}`);
  assert.deepEqual([own.partOfInvoiceId, ...sums(own)], [link.invoiceId, 'paid', 3000, 3000, 0]);

  const ids = async (query: string) =>
    (await read(v1, `/v1/invoices?${query}`)).data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(''), [link.invoiceId]);
  assert.deepEqual(await ids(`partOf=${link.invoiceId}`), [part.id]);
  const order = encodeURIComponent(payment.orderNumber);
  for (const named of [`orderNumber=${order}`, `q=${order}`, `q=${part.number}`, `q=${part.id}`]) {
    assert.deepEqual(await ids(named), [part.id], named);
  }
  for (const wide of ['orderNumber=B-1', 'q=B-1', 'q=B', 'q=Hopper']) {
    assert.deepEqual(await ids(wide), [link.invoiceId], wide);
  }
  assert.deepEqual(await ids('status=partially_paid'), [link.invoiceId]);
  assert.deepEqual(await ids('status=open,paid,paying'), []);
  const { data: events } = await read(v1, '/v1/events?kind=payment.captured');
  assert.equal(events[0].data.partOfInvoiceId, link.invoiceId);
  const sent = await read(v1, `${at}/messages`);
  assert.ok(Array.isArray(sent.data));

  await payOn(v1, link.address, '70');
  assert.deepEqual(sums(await read(v1, at)), ['paid', 10_000, 10_000, 0]);
  assert.deepEqual(sums(await read(v1, `/v1/pay-links/${link.id}`)), ['paid', 10_000, 10_000, 0]);
  assert.deepEqual(await ids('status=paid'), [link.invoiceId]);
  const revoking = await v1.call('POST', `/v1/pay-links/${link.id}/revoke`);
  assert.deepEqual([revoking.status, revoking.body.code], [409, 'invoice_ended']);
});

test('what is late, and what a customer owes, is what is left', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  await payOn(v1, link.address, '30');
  await good(v1, '/v1/sandbox/clock/advance', { hours: 24 * 4 });
  const { overdueInvoices } = await read(v1, '/v1/home');
  assert.deepEqual([overdueInvoices.count, overdueInvoices.first.amount], [1, 7000]);
  const { data } = await read(v1, '/v1/invoices?overdue=true');
  assert.deepEqual(sums(data[0]), ['partially_paid', 10_000, 3000, 7000]);
  await payOn(v1, link.address, '70');
  assert.equal((await read(v1, '/v1/home')).overdueInvoices.count, 0);
});

test('reminders ask for what is left by then, in the language in which they were written', async (t) => {
  const v1 = await serveV1(t);
  const reminders = [{ daysAfterDue: 0 }, { daysAfterDue: 1 }];
  const link = await good(v1, '/v1/pay-links', { ...bill, reminders });
  await payOn(v1, link.address, '30');
  await good(v1, '/v1/sandbox/clock/advance', { hours: 24 * 3 });
  const texts = async () =>
    (await read(v1, '/v1/sandbox/inbox')).data.map(({ body }: { body: string }) => body);
  const [reminder] = await texts();
  assert.match(reminder, /\$70\.00/);
  assert.doesNotMatch(reminder, /PBTLEFT|100\.00/);
  await good(v1, `/v1/pay-links/${link.id}/remind`, {});
  assert.match((await texts())[0], /\$70\.00/);
  await payOn(v1, link.address, '70');
  const before = (await texts()).length;
  await good(v1, '/v1/sandbox/clock/advance', { hours: 24 * 3 });
  assert.equal((await texts()).length, before, 'who has paid is not reminded');
});

test('the PDF of an invoice lists its parts and what is left', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  await payOn(v1, link.address, '30');
  const told = await v1.call('GET', `/v1/invoices/${link.invoiceId}/pdf`);
  assert.equal(told.status, 200);
  const words = await pdfWords(v1, link.address);
  assert.match(words, /Paid on January 15, 2030\s+-\$30\.00\s+Left to pay\s+\$70\.00/);
});

test('a part that was voided leaves its invoice paid, in every place that tells', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  await payOn(v1, link.address, '30');
  await payOn(v1, link.address, '70');
  const at = `/v1/invoices/${link.invoiceId}?expand=parts`;
  const [, last] = (await read(v1, at)).parts;
  await good(v1, `/v1/payments/${last.paymentId}/void`);
  const { status, parts } = await read(v1, at);
  assert.deepEqual([status, parts[1].status], ['paid', 'canceled']);
  assert.match(await pageWords(v1, link.address), /Paid \$100\.00 It was paid in parts\./);
  assert.match(await pdfWords(v1, link.address), /Invoice · Paid/);
});

test('a part that came back and is presented again is under way, in every place that tells', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  const account = simulatedNumber('return_first', 'R01', 1);
  const numbers = { 'account-number': account, 'account-number-again': account };
  await payOn(v1, link.address, '30', { ...bank, ...numbers });
  const at = `/v1/invoices/${link.invoiceId}?expand=parts`;
  const part = async () => (await read(v1, at)).parts[0];
  const { paymentId } = await part();
  const thanks = /is on its way from your bank/;
  assert.match(await pageWords(v1, `${link.address}?try=${paymentId}`), thanks);
  for (let day = 0; day < 8 && (await part()).status !== 'returned'; day += 1) {
    await good(v1, '/v1/sandbox/clock/advance', { hours: 24 });
  }
  assert.equal((await part()).status, 'returned');
  assert.doesNotMatch(await pageWords(v1, `${link.address}?try=${paymentId}`), thanks);
  await payOn(v1, link.address, '70');
  assert.equal((await read(v1, at)).status, 'paying');
  assert.match(await pageWords(v1, link.address), /Payment accepted \$100\.00/);
  const words = await pdfWords(v1, link.address);
  assert.doesNotMatch(words, /Invoice · Paid/);
  assert.match(words, /Invoice\s+\$0\.00|\$0\.00\s+Invoice/);
  assert.match(
    words,
    /Under way since January 15, 2030\s+-\$30\.00\s+Paid on [^$]*-\$70\.00\s+Left to pay\s+\$0\.00/,
  );
});

test('an invoice that is void with parts keeps them, and a refund of one reopens nothing', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  await payOn(v1, link.address, '30');
  const at = `/v1/invoices/${link.invoiceId}`;
  const [part] = (await read(v1, `${at}?expand=parts`)).parts;
  await good(v1, `/v1/payments/${part.paymentId}/refunds`, { amount: 1000 });
  const refunded = await read(v1, `${at}?expand=parts`);
  assert.deepEqual(sums(refunded), ['partially_paid', 10_000, 3000, 7000]);
  const ended = await good(v1, `${at}/void`);
  assert.deepEqual(sums(ended), ['void', 10_000, 3000, 0]);
  const { body } = await v1.call('GET', `${at}?expand=parts`);
  assert.equal(body.parts.length, 1);
});

test('a smallest part over half of the amount is refused, and other links are paid whole', async (t) => {
  const v1 = await serveV1(t);
  for (const [partialPayments, code] of [
    [{ minimum: 5001 }, 'too_large'],
    [{ minimum: 0 }, 'out_of_range'],
    [{ minimum: '10' }, 'malformed'],
  ] as const) {
    const told = await v1.call('POST', '/v1/pay-links', { body: { ...bill, partialPayments } });
    const [error] = told.body.errors;
    const expected = [400, 'partialPayments.minimum', code];
    assert.deepEqual([told.status, error.field, error.code], expected, told.text);
  }
  const { partialPayments: _, ...whole } = bill;
  const link = await good(v1, '/v1/pay-links', whole);
  assert.equal(link.partialPayments, null);
  await payOn(v1, link.address, '30');
  assert.deepEqual(sums(await read(v1, `/v1/invoices/${link.invoiceId}`)), [
    'paid',
    10_000,
    10_000,
    0,
  ]);
  const usual = { ...bill, orderNumber: 'B-2', partialPayments: {} };
  assert.deepEqual((await good(v1, '/v1/pay-links', usual)).partialPayments, { minimum: 100 });
});

test('the order number of an invoice of which a part was paid asks for no other sum', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  await payOn(v1, link.address, '30');
  await good(v1, `/v1/pay-links/${link.id}/revoke`);
  const other = await v1.call('POST', '/v1/pay-links', { body: { ...bill, amount: 7000 } });
  assert.deepEqual([other.status, other.body.code], [409, 'order_number_reused']);
  await good(v1, '/v1/pay-links', { ...bill, amount: 7000, orderNumber: 'B-1 rest' });
});
