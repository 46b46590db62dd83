import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { aPayment, serveV1 } from './serve.ts';

/* The mails and texts that were sent because of a payment. */

type Message = {
  readonly channel: string;
  readonly template: string;
  readonly to: string;
  readonly status: string;
  readonly conversationId: string | null;
};

test('receipts, their copies and what tells of a refund are listed, each with where it went and its state', async (t) => {
  const { call, open } = await serveV1(t);
  const world = await open();
  const customer = { ...aPayment.customer, phone: '6175550123' };
  const order = { ...aPayment, customer, receiptByEmail: true, receiptByText: true };
  const { body: paid } = await call('POST', '/v1/payments', { body: order });
  const path = `/v1/payments/${paid.id}`;
  const messages = async (): Promise<Message[]> =>
    (await call('GET', `${path}/messages`)).body.data;
  assert.deepEqual(await messages(), []);

  await notifyPeople(world);
  const shown = (all: readonly Message[]) =>
    all.map(({ channel, template, to, status }) => [channel, template, to, status]).sort();
  const receipts = [
    ['mail', 'payment.captured', 'ada@example.com', 'queued'],
    ['text', 'payment.captured', '6175550123', 'queued'],
  ];
  assert.deepEqual(shown(await messages()), receipts);
  const inConversation = (await messages()).map(({ conversationId }) => conversationId !== null);
  assert.deepEqual(inConversation.sort(), [false, true]);

  while ((await sendMails(world)) > 0);
  assert.equal((await messages()).find(({ channel }) => channel === 'mail')?.status, 'sent');

  await call('POST', `${path}/resend-receipt`, { body: { email: 'office@example.com' } });
  await call('POST', `${path}/refunds`, { body: { amount: 100 } });
  await notifyPeople(world);
  const templates = (await messages()).map(({ channel, template }) => `${channel} ${template}`);
  assert.deepEqual(templates.sort(), [
    'mail payment.captured',
    'mail payment.receipt_requested',
    'mail payment.refunded',
    'text payment.captured',
    'text payment.refunded',
  ]);
});

test('the text with the pay link is among the messages of the payment that paid it, and of no other', async (t) => {
  const { call, db, caller } = await serveV1(t);
  const customer = { ...aPayment.customer, phone: '6175550123' };
  const { body: created, text } = await call('POST', '/v1/pay-links', {
    body: { amount: 1250, customer, send: 'text' },
  });
  assert.ok(created.id, text);
  const { body: paid } = await call('POST', '/v1/payments', { body: aPayment });
  const read = async () => (await call('GET', `/v1/payments/${paid.id}/messages`)).body.data;
  assert.deepEqual(await read(), []);
  // As the page of the link pays: the payment is of the invoice of the link.
  await db.query(
    `update payments set invoice_id = (select invoice_id from pay_links where business_id = $1 and id = $2)
     where business_id = $1 and id = $3`,
    [caller.business.id, created.id, paid.id],
  );
  const [link, ...others] = await read();
  assert.deepEqual(
    [link.channel, link.template, link.to, others],
    ['text', 'pay_link', '6175550123', []],
  );
});
