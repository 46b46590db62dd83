import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { writeText } from '../../src/notify/conversations/write-text.ts';
import { resendReceipt } from '../../src/notify/mail/resend-receipt.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import type { Caller } from '../fixture.ts';
import { aPayment, serveV1 } from './serve.ts';

/* What goes out under one Idempotency-Key goes out once, also where the process dies before its answer is stored. */

const v1 = await serveV1({ after });
const world = await v1.open();
const phone = '6175550100';
const text = { phone, body: 'Your car is ready.' };
const key = { 'Idempotency-Key': 'once' };

/** The answer is lost: as a process leaves it that dies once its work is done. */
async function loseAnswers({ business }: Caller): Promise<void> {
  await v1.db.query(
    `update kept_answers set status = null, headers = null, body = null, lease_until = $2
     where business_id = $1`,
    [business.id, new Date(v1.clock.now().getTime() - 1)],
  );
}

const rowsOf = async (shop: Caller, source: string) =>
  (await v1.db.query(`select from ${source} and business_id = $1`, [shop.business.id])).length;

async function openPayment() {
  const shop = await v1.addBusiness();
  const customer = { ...aPayment.customer, phone };
  const body = { ...aPayment, customer, receiptByEmail: false };
  const { body: paid } = await v1.call('POST', '/v1/payments', { as: shop, body });
  return { shop, id: paid.id as string, path: `/v1/payments/${paid.id}/resend-receipt` };
}

/** Events, mails, texts and acts of receipts that were sent once more. */
async function sentOf(shop: Caller): Promise<number[]> {
  return [
    await rowsOf(shop, `events where kind = 'payment.receipt_requested'`),
    await rowsOf(shop, `mails where kind = 'payment.receipt_requested'`),
    await rowsOf(shop, `messages where kind = 'receipt'`),
    await rowsOf(shop, `audit_trail where act = 'payment.receipt_resent'`),
  ];
}

test('a text whose answer was lost is not written again', async () => {
  const shop = await v1.addBusiness();
  const asked = { as: shop, body: text, headers: key };
  const first = await v1.call('POST', '/v1/messages', asked);
  assert.equal(first.status, 201, first.text);
  await loseAnswers(shop);
  const again = await v1.call('POST', '/v1/messages', asked);
  assert.deepEqual([again.status, again.body], [201, first.body], again.text);
  assert.equal(again.headers.get('location'), first.headers.get('location'));
  assert.equal(await rowsOf(shop, 'messages where true'), 1);
  assert.equal(await rowsOf(shop, `audit_trail where act = 'text.queued'`), 1);

  const other = await v1.call('POST', '/v1/messages', { ...asked, headers: {} });
  assert.notEqual(other.body.id, first.body.id);
});

test('a reminder whose answer was lost is not sent again, also once its link was revoked', async () => {
  const shop = await v1.addBusiness();
  const customer = { firstName: 'Ada', lastName: 'Park', phone };
  const bill = { amount: 1250, customer, orderNumber: 'A-1' };
  const { body: link } = await v1.call('POST', '/v1/pay-links', { as: shop, body: bill });
  const path = `/v1/pay-links/${link.id}/remind`;
  const asked = { as: shop, body: {}, headers: key };
  const first = await v1.call('POST', path, asked);
  assert.equal(first.status, 201, first.text);
  const before = await rowsOf(shop, 'messages where true');
  await loseAnswers(shop);
  await v1.call('POST', `/v1/pay-links/${link.id}/revoke`, { as: shop });
  const again = await v1.call('POST', path, asked);
  assert.deepEqual([again.status, again.body.id], [201, first.body.id], again.text);
  assert.equal(await rowsOf(shop, 'messages where true'), before);
  assert.equal(await rowsOf(shop, `audit_trail where act = 'pay_link.reminded'`), 1);
});

test('a repetition does not bring back the phone of somebody who was forgotten', async () => {
  const shop = await v1.addBusiness();
  const asked = { as: shop, body: text, headers: key };
  const { body: sent } = await v1.call('POST', '/v1/messages', asked);
  const { body: customer } = await v1.call('POST', '/v1/customers', { as: shop, body: { phone } });
  while ((await workOnce(world)) > 0);
  const who = { businessId: shop.business.id, id: BigInt(customer.id) };
  assert.equal((await forgetCustomer(world, who, 'operator:test')).outcome, 'forgotten');
  const again = await v1.call('POST', '/v1/messages', asked);
  assert.deepEqual([again.status, again.body.id], [201, sent.id], again.text);
  assert.equal(await rowsOf(shop, 'messages where true'), 1);
  assert.equal(await rowsOf(shop, `conversations where phone = '${phone}'`), 0);
});

test('a text that is written at once under one key is one', async () => {
  const { business } = await v1.addBusiness();
  const idempotencyKey = { key: 'k', content: new Secret('the same') };
  const draft = { businessId: business.id, actor: 'api:test', ...text, idempotencyKey };
  const made = await Promise.all([1, 2, 3].map(() => writeText(world, draft)));
  assert.equal(new Set(made).size, 1);
  const acts = await v1.db.query(
    `select from audit_trail where business_id = $1 and act = 'text.queued'`,
    [business.id],
  );
  assert.equal(acts.length, 1);
});

test('a key of a text is another one than the same key of CreateSMSReceipt', async () => {
  const shop = await v1.addBusiness();
  const receipt = { FirstName: 'Ada', LastName: 'Park', MobilePhone: phone, Email: '' };
  const fields = { ...receipt, SMSMessage: 'You paid $9.00.' };
  const credentials = { Token: shop.apiKey, Username: shop.username };
  const send = async () => {
    const sent = { ...credentials, ...fields };
    const { body } = await callBy('HTTP POST', v1.baseUrl, 'CreateSMSReceipt', sent, key);
    return body;
  };
  const first = await send();
  assert.match(first, /on its way/);
  const written = await v1.call('POST', '/v1/messages', { as: shop, body: text, headers: key });
  assert.deepEqual([written.status, written.body.body], [201, text.body], written.text);
  assert.equal(await send(), first);
  assert.equal(await rowsOf(shop, 'messages where true'), 2);
});

test('a repeated CreateSMSReceipt does not bring back a payer who was forgotten', async () => {
  const shop = await v1.addBusiness();
  const { apiKey: Token, username: Username } = shop;
  const fields = {
    FirstName: 'Ada',
    LastName: 'Park',
    MobilePhone: phone,
    Email: 'ada@example.com',
  };
  const sent = { Token, Username, ...fields, SMSMessage: 'You paid $9.00.' };
  const send = async () => {
    const { body } = await callBy('HTTP POST', v1.baseUrl, 'CreateSMSReceipt', sent, key);
    return JSON.parse(resultText('HTTP POST', 'CreateSMSReceipt', body) ?? body);
  };
  const first = await send();
  assert.deepEqual(await send(), first);
  while ((await workOnce(world)) > 0);
  const who = { businessId: shop.business.id, id: BigInt(first.Data.IndividualID) };
  assert.equal((await forgetCustomer(world, who, 'operator:test')).outcome, 'forgotten');
  const again = await send();
  assert.deepEqual(again, { ...first, Data: { ...first.Data, IndividualID: null } });
  assert.equal(await rowsOf(shop, 'customers where true'), 1);
  assert.equal(await rowsOf(shop, `customers where phone = '${phone}'`), 0);
  assert.equal(await rowsOf(shop, `conversations where phone = '${phone}'`), 0);
  assert.equal(await rowsOf(shop, 'messages where true'), 1);
});

for (const to of [{}, { phone }, { email: 'office@example.com', phone }]) {
  const sent = [1, 'phone' in to && !('email' in to) ? 0 : 1, 'phone' in to ? 1 : 0, 1];
  test(`a receipt whose answer was lost is not sent again to ${Object.keys(to).join(' and ') || 'the payer'}`, async () => {
    const { shop, path } = await openPayment();
    const asked = { as: shop, body: to, headers: key };
    const first = await v1.call('POST', path, asked);
    assert.equal(first.status, 200, first.text);
    await loseAnswers(shop);
    const again = await v1.call('POST', path, asked);
    assert.deepEqual([again.status, again.body], [200, first.body], again.text);
    assert.deepEqual(await sentOf(shop), sent);

    const other = { ...asked, headers: { 'Idempotency-Key': 'another' } };
    assert.equal((await v1.call('POST', path, other)).status, 200);
    assert.equal((await sentOf(shop))[0], 2);
  });
}

test('a lost answer about a receipt is the same one when the payment has none any more', async () => {
  const { shop, id, path } = await openPayment();
  const asked = { as: shop, headers: key, body: {} };
  const first = await v1.call('POST', path, asked);
  const voided = await v1.call('POST', `/v1/payments/${id}/void`, { as: shop });
  assert.equal(voided.status, 200, voided.text);
  await loseAnswers(shop);
  assert.deepEqual((await v1.call('POST', path, asked)).body, first.body);
  const anew = await v1.call('POST', path, { as: shop, body: {} });
  assert.equal(anew.body.code, 'wrong_state');
});

test('a receipt that is asked for at once under one key is sent once, and again after thirty days', async () => {
  const { shop, id } = await openPayment();
  const idempotencyKey = { key: 'k', content: new Secret('the same') };
  const request = { businessId: shop.business.id, paymentId: BigInt(id), actor: 'api:test' };
  const send = async () => await resendReceipt(world, { ...request, phone, idempotencyKey });
  const [one, ...others] = await Promise.all([send(), send(), send()]);
  assert.deepEqual(others, [one, one]);
  assert.deepEqual(await sentOf(shop), [1, 0, 1, 1]);
  const content = new Secret('another one');
  const different = resendReceipt(world, { ...request, idempotencyKey: { key: 'k', content } });
  await assert.rejects(different, { code: 'idempotency_key_reused' });
  v1.clock.pass(31 * 24 * 3_600_000);
  const later = await send();
  assert.notEqual(later.messageId, one?.messageId);
  assert.deepEqual(await send(), later);
  assert.deepEqual(await sentOf(shop), [2, 0, 2, 2]);
});
