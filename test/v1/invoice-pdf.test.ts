import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { readPdf } from '../mail/read-pdf.ts';
import { aPayment, serveV1, type Told, type V1 } from './serve.ts';

const bill = {
  amount: 4200,
  orderNumber: 'A-1',
  description: 'A chair for the garden',
  customer: {
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '6175550123',
  },
  lines: [
    { name: 'Chair', amount: 4000 },
    { name: 'Sales tax', amount: 200, kind: 'tax' },
  ],
};

async function good(v1: Pick<V1, 'call'>, path: string, body?: object): Promise<Told['body']> {
  const told = await v1.call('POST', path, body === undefined ? {} : { body });
  assert.ok(told.status < 300, told.text);
  return told.body;
}

async function pdfOf({ baseUrl, caller }: V1, invoiceId: string): Promise<Buffer> {
  const answer = await fetch(`${baseUrl}/v1/invoices/${invoiceId}/pdf`, {
    headers: { Authorization: `Bearer ${caller.apiKey}`, Connection: 'close' },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition')!, /filename="invoice-\d{10}\.pdf"/);
  return Buffer.from(await answer.arrayBuffer());
}

test('the PDF of an invoice says what is to be paid, and how it stands', async (t) => {
  const v1 = await serveV1(t);
  const link = await good(v1, '/v1/pay-links', bill);
  const { invoiceId } = link;
  const open = await pdfOf(v1, invoiceId);
  assert.ok(open.equals(await pdfOf(v1, invoiceId)), 'the same bytes twice');
  const { pages, words } = readPdf(open);
  assert.equal(pages, 1);
  const said = [
    v1.caller.business.name,
    ...['Invoice', '$42.00', 'Grace Hopper', 'A-1', 'A chair for the garden'],
    ...['Chair', '$40.00', 'Sales tax', '$2.00', 'Total', link.invoiceNumber],
  ];
  const lines = words.split('\n');
  for (const one of said) assert.ok(lines.includes(one), `"${one}" stands in ${words}`);
  // Who has the address can pay: it is shown only where that is recorded.
  assert.doesNotMatch(words, /http|\/pay\//);

  await good(v1, `/v1/invoices/${invoiceId}/void`);
  assert.match(readPdf(await pdfOf(v1, invoiceId)).words, /Invoice · Void/);
  const paid = await good(v1, '/v1/payments', { ...aPayment, orderNumber: 'B-1' });
  assert.match(readPdf(await pdfOf(v1, paid.invoiceId)).words, /Invoice · Paid[\s\S]*B-1/);
});

test('the messages of an invoice are those of its links and of every payment of it', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const world = await v1.open();
  const { invoiceId, address } = await good(v1, '/v1/pay-links', { ...bill, send: 'text' });
  const unrelated = await good(v1, '/v1/payments', { ...aPayment, orderNumber: 'B-1' });
  await notifyPeople(world);
  const messagesOf = async (id: string) => {
    const { status, body, text } = await call('GET', `/v1/invoices/${id}/messages`);
    assert.equal(status, 200, text);
    return body.data.map(({ channel, template, to }: Told['body']) => [channel, template, to]);
  };
  const asked = ['text', 'pay_link', bill.customer.phone];
  assert.deepEqual(await messagesOf(invoiceId), [asked]);
  assert.ok(address);

  const form = {
    ...{ method: 'card', 'card-number': '4242424242424242', expiry: '12/39', cvv: '937' },
    ...{ name: 'Grace Hopper', 'postal-code': '02101', email: bill.customer.email },
  };
  const posted = await fetch(v1.baseUrl + new URL(address).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { Connection: 'close' },
    body: new URLSearchParams(form),
  });
  assert.equal(posted.status, 303, await posted.text());
  await notifyPeople(world);
  const invoice = await call('GET', `/v1/invoices/${invoiceId}`);
  assert.equal(invoice.body.status, 'paid');
  const [first, ...receipts] = await messagesOf(invoiceId);
  assert.deepEqual(first, asked);
  assert.ok(receipts.length > 0);
  for (const [, template] of receipts) assert.equal(template, 'payment.captured');
  const ofPayment = await call('GET', `/v1/payments/${invoice.body.paymentId}/messages`);
  const ofInvoice = await call('GET', `/v1/invoices/${invoiceId}/messages`);
  assert.deepEqual(ofInvoice.body, ofPayment.body);
  assert.deepEqual(await messagesOf(unrelated.invoiceId), [
    ['mail', 'payment.captured', aPayment.customer.email],
  ]);

  const other = await v1.addBusiness();
  const strange = await call('GET', `/v1/invoices/${invoiceId}/messages`, { as: other });
  assert.deepEqual([strange.status, strange.body.code], [404, 'not_found']);
});
