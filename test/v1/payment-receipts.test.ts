import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { aPayment, card, serveV1, type Told, type V1 } from './serve.ts';

const ada = { ...aPayment.customer, phone: '6175550123' };

async function openShop(t: Parameters<typeof serveV1>[0]) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const pay = async (more: object): Promise<string> => {
    const body = { ...aPayment, customer: ada, ...more };
    return (await v1.call('POST', '/v1/payments', { body })).body.id;
  };
  const resend = (id: string, body: object = {}, headers = {}): Promise<Told> =>
    v1.call('POST', `/v1/payments/${id}/resend-receipt`, { body, headers });
  /** What arrived, the latest last, without the ids of one mail or text. */
  const inbox = async (channel: string): Promise<Told['body'][]> => {
    while ((await sendMails(world)) + (await sendTexts(world)) > 0);
    const { body } = await v1.call('GET', `/v1/sandbox/inbox?channel=${channel}`);
    return body.data.toReversed();
  };
  return { ...v1, world, pay, resend, inbox };
}

test('a receipt goes once more to where the caller says, or where the payer is known', async (t) => {
  const { pay, resend, inbox, call } = await openShop(t);
  const id = await pay({ orderNumber: 'A-1', receiptByEmail: false });
  const sent = await resend(id, { email: 'Office@example.com', phone: '6175550124' });
  assert.equal(sent.status, 200, sent.text);
  const { messageId, ...rest } = sent.body;
  assert.deepEqual(rest, { paymentId: id, email: 'office@example.com', phone: '6175550124' });
  const known = await resend(id);
  assert.deepEqual(known.body, {
    ...{ paymentId: id, email: ada.email, phone: null, messageId: null },
  });
  const mails = await inbox('mail');
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['office@example.com', ada.email],
  );
  for (const { subject, body, attachments } of mails) {
    assert.match(subject, /Your receipt from/);
    assert.match(body, /You paid .* \$12\.50/);
    assert.match(body, /A-1/);
    assert.match(attachments[0], /^receipt-R\w+\.pdf$/);
  }
  const [text, ...others] = await inbox('text');
  assert.deepEqual([text!.recipient, idIn(text!), others], ['6175550124', messageId, []]);
  assert.match(text!.body, /You paid \$12\.50 with .*4242\. Receipt R/);

  // Later the receipt is the same, whatever was refunded; and it tells of what was captured, when it was.
  await call('POST', `/v1/payments/${id}/refunds`, { body: { amount: 250 } });
  const part = await pay({ orderNumber: 'A-2', capture: false });
  const early = await resend(part);
  assert.deepEqual([early.status, early.body.code], [409, 'wrong_state']);
  await call('POST', `/v1/payments/${part}/capture`, { body: { amount: 900 } });
  for (const one of [id, part]) assert.equal((await resend(one)).status, 200);
  const [again, captured] = (await inbox('mail')).slice(2);
  assert.equal(again!.body, mails[1]!.body);
  assert.match(captured!.body, /You paid .* \$9\.00/);
  assert.doesNotMatch(captured!.body, /your bank approved/);
});

test('it goes where the first one went, once for each key', async (t) => {
  const { pay, resend, inbox } = await openShop(t);
  const id = await pay({ receiptByEmail: false, receiptByText: true });
  const key = { 'Idempotency-Key': 'once' };
  const first = await resend(id, {}, key);
  assert.deepEqual([first.body.email, first.body.phone], [null, ada.phone], first.text);
  const again = await resend(id, {}, key);
  assert.deepEqual([again.body, again.headers.get('Idempotent-Replayed')], [first.body, 'true']);
  const other = await resend(id, { email: ada.email }, key);
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  const texts = await inbox('text');
  const ids = texts.map(idIn);
  assert.deepEqual([ids, await inbox('mail')], [[first.body.messageId], []]);
});

test('a receipt that cannot be sent is refused by its field, and leaves nothing', async (t) => {
  const { db, caller, pay, resend, inbox, call } = await openShop(t);
  const id = await pay({});
  const refused = async (body: object, ...wanted: unknown[]) => {
    const { status, body: told, text } = await resend(id, body);
    const fields = told.errors?.map(({ field }: { field: string }) => field) ?? [];
    assert.deepEqual([status, told.code, ...fields], wanted, text);
  };
  await refused({ email: 'nobody' }, 400, 'wrong_fields', 'email');
  await refused({ mail: ada.email }, 400, 'wrong_fields', 'mail');
  await refused({ phone: '12' }, 400, 'wrong_fields', 'phone');
  await refused({ phone: '8005550123' }, 409, 'number_takes_no_texts', 'phone');
  await call('POST', '/v1/messages', { body: { phone: ada.phone, body: 'Hello' } });
  await db.query(`update conversations set consent = 'opted_out' where business_id = $1`, [
    caller.business.id,
  ]);
  await refused({ phone: ada.phone, email: ada.email }, 409, 'text_not_wanted', 'phone');
  assert.deepEqual(await inbox('mail'), []);
  await db.query(`update customers set status = 'do_not_contact' where business_id = $1`, [
    caller.business.id,
  ]);
  await refused({}, 409, 'mail_not_wanted', 'email');
  await refused({ email: 'other@example.com' }, 409, 'mail_not_wanted', 'email');
  const voided = await pay({ capture: false, source: { card } });
  await call('POST', `/v1/payments/${voided}/void`);
  assert.equal((await resend(voided)).body.code, 'wrong_state');
  const customer = { externalId: 'X-1' };
  const unknown = await resend(await pay({ customer }));
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [400, 'email'], unknown.text);
  assert.deepEqual([await inbox('mail'), (await receiptsOf({ db }, caller)).length], [[], 0]);
});

test('the receipt of one payment is sent ten times a day, also when many ask at once', async (t) => {
  const { clock, pay, resend, inbox } = await openShop(t);
  const id = await pay({ receiptByEmail: false });
  const other = await pay({ orderNumber: 'B-1', receiptByEmail: false });
  const told = await Promise.all(
    Array.from({ length: 13 }, async (_, n) => await resend(id, { email: `a${n}@example.com` })),
  );
  const refused = told.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    Array(3).fill([429, 'rate_limited']),
  );
  assert.equal(refused[0]!.headers.get('retry-after'), String(24 * 3600));
  assert.match(refused[0]!.body.detail, /sent 10 times within a day/);
  assert.equal((await inbox('mail')).length, 10);
  assert.equal((await resend(other)).status, 200, 'each payment has its own');
  clock.pass(24 * 3_600_000);
  assert.equal((await resend(id)).status, 200);
});

/** The id of a text in the inbox, which names its business too. */
function idIn({ reference }: Told['body']): string {
  return reference.split('/')[1];
}

async function receiptsOf({ db }: Pick<V1, 'db'>, { business }: V1['caller']) {
  return await db.query(
    `select id from events where business_id = $1 and kind = 'payment.receipt_requested'`,
    [business.id],
  );
}
