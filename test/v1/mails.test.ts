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
};
