import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../src/kernel/duration.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { hideAddresses, pageAddress } from '../../src/parties/businesses/page-address.ts';
import { aPayment, serveV1 } from './serve.ts';

test('mails are listed with their states, found by whom and what they are about, and read as they are written', async (t) => {
  const { call, open } = await serveV1(t);
  const world = await open();
  const pay = async (orderNumber: string, email: string) => {
    const customer = { ...aPayment.customer, firstName: orderNumber, email };
    const body = { ...aPayment, orderNumber, customer, receiptByEmail: true };
    return (await call('POST', '/v1/payments', { body })).body.id as string;
  };
  const ada = await pay('M-1', 'Ada@example.com');
  const grace = await pay('M-2', 'grace@example.com');
  const list = async (query = '') => (await call('GET', `/v1/mails${query}`)).body.data;
  assert.deepEqual(await list(), []);

  await notifyPeople(world);
  const shown = (all: readonly Mail[]) => all.map((one) => [one.to, one.kind, one.status]).sort();
  const receipt = (to: string, status: string) => [to, 'payment.captured', status];
  const queued = [receipt('ada@example.com', 'queued'), receipt('grace@example.com', 'queued')];
  assert.deepEqual(shown(await list()), queued);
  while ((await sendMails(world)) > 0);
  const sent = [receipt('ada@example.com', 'sent'), receipt('grace@example.com', 'sent')];
  assert.deepEqual(shown(await list()), sent);
  assert.deepEqual(shown(await list('?status=sent')), sent);
  assert.deepEqual(await list('?status=failed'), []);

  for (const query of ['?to=ADA@example.com', `?objectId=${ada}`, `?q=${ada}`, '?q=ada@']) {
    const found = await list(query);
    assert.deepEqual(
      found.map(({ to, objectId }: Mail) => [to, objectId]),
      [['ada@example.com', ada]],
      query,
    );
  }
  const [mail] = await list(`?objectId=${grace}`);
  const { body } = await call('GET', `/v1/mails/${mail.id}`);
  const { subject, text, ...rest } = body;
  assert.deepEqual(rest, mail);
  assert.match(subject, /receipt/i);
  assert.match(text, /M-2/);
});

test('the mails of a customer went to it, at whatever address, and stay with whom it is merged into', async (t) => {
  const { call, open, addBusiness } = await serveV1(t);
  const world = await open();
  const ok = async (method: string, path: string, body?: object) => {
    const told = await call(method, path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  };
  const of = async (id: string): Promise<Mail[]> =>
    (await ok('GET', `/v1/mails?customerId=${id}`)).data;
  const pay = async (email: string): Promise<{ id: string; customerId: string }> => {
    const customer = { ...aPayment.customer, email };
    return await ok('POST', '/v1/payments', { ...aPayment, customer, receiptByEmail: true });
  };
  const [ada, grace] = [await pay('ada@example.com'), await pay('grace@example.com')];
  await ok('POST', `/v1/payments/${ada.id}/resend-receipt`, { email: 'office@example.com' });
  await notifyPeople(world);
  const to = (mails: readonly Mail[]) => mails.map((one) => one.to).sort();
  assert.deepEqual(to(await of(ada.customerId)), ['ada@example.com', 'office@example.com']);
  assert.deepEqual(to(await of(grace.customerId)), ['grace@example.com']);
  assert.ok((await of(ada.customerId)).every(({ customerId }) => customerId === ada.customerId));
  const as = await addBusiness();
  const strange = await call('GET', `/v1/mails?customerId=${ada.customerId}`, { as });
  assert.deepEqual(strange.body.data, []);

  await ok('POST', `/v1/customers/${ada.customerId}/merge`, { from: grace.customerId });
  for (const { customerId } of [ada, grace]) assert.equal((await of(customerId)).length, 3);
});

test('a mail that failed for good is a task of the home for a week, in its business alone', async (t) => {
  const { call, open, addBusiness, clock } = await serveV1(t);
  const world = await open();
  for (const email of ['refused@example.com', 'ada@example.com']) {
    const customer = { ...aPayment.customer, email };
    await call('POST', '/v1/payments', { body: { ...aPayment, customer, receiptByEmail: true } });
  }
  await notifyPeople(world);
  while ((await sendMails(world)) > 0);
  const [mail] = (await call('GET', '/v1/mails?status=failed')).body.data;
  const failedMails = async (asked = {}) => (await call('GET', '/v1/home', asked)).body.failedMails;
  const first = { id: mail.id, what: 'refused@example.com', payer: '' };
  const at = clock.now().toISOString();
  const shown = { count: 1, first: { ...first, at, amount: null, currency: null } };
  assert.deepEqual(await failedMails(), shown);
  assert.equal((await failedMails({ as: await addBusiness() })).count, 0);
  clock.pass(7 * dayMs);
  assert.deepEqual(await failedMails(), shown);
  clock.pass(1);
  assert.deepEqual(await failedMails(), { count: 0, first: null });
});

test('the words of a mail hold no address that lets somebody pay or see what was paid', async (t) => {
  const { open, caller } = await serveV1(t);
  const world = await open();
  const businessId = caller.business.id;
  for (const kind of ['pay_link', 'account_validation'] as const) {
    const address = pageAddress(world, { businessId, kind, objectId: 7n });
    const secret = address.split('/').at(-1)!;
    const shown = hideAddresses(`Pay here: ${address}\n\nThank you`);
    assert.ok(!shown.includes(secret) && shown.endsWith('/…\n\nThank you'), shown);
  }
});

type Mail = {
  readonly to: string;
  readonly kind: string;
  readonly status: string;
  readonly objectId: string;
  readonly customerId: string | null;
};
