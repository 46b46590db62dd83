import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readCustomer } from '../../src/parties/customers/store.ts';
import { bindings, callBy, resultText } from '../asmx/bindings.ts';
import { makeFixture } from '../fixture.ts';
import { type Desk, openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const phone = '6175550199';

test('a receipt in own words is texted once, to a payer who is found or made by the number', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const first = await ask(desk, { FirstName: 'Ada', Email: 'ADA@example.com' }, 'key-1');
  assert.deepEqual(first, {
    IsSuccess: true,
    Message: 'The receipt is on its way.',
    Data: { MessageID: first.Data.MessageID, IndividualID: first.Data.IndividualID },
    OrderNumber: null,
    SMSID: first.Data.MessageID,
  });
  const again = await ask(desk, { FirstName: 'Ada', Email: 'ADA@example.com' }, 'key-1');
  assert.deepEqual(again, first);
  const reused = await ask(desk, { SMSMessage: 'Something else' }, 'key-1');
  assert.match(reused.Message, /Idempotency-Key/);
  const second = await ask(desk, {
    LastName: 'Park',
    FirstName: 'Eve',
    SMSMessage: 'Line\nby line',
  });
  assert.equal(second.Data.IndividualID, first.Data.IndividualID);
  assert.notEqual(second.SMSID, first.SMSID);
  const customer = await readCustomer(fixture.db, desk.id, BigInt(first.Data.IndividualID));
  const { email, firstName, lastName } = customer!;
  assert.deepEqual([email, firstName, lastName], ['ada@example.com', 'Ada', 'Park']);
  await desk.work();
  assert.deepEqual(
    (await desk.texts()).map(({ recipient, body }) => [recipient, body]),
    [
      [phone, 'Thank you for 12.50.'],
      [phone, 'Line\nby line'],
    ],
  );
  assert.deepEqual(await desk.mails(), []);
});

test('ten at once under one key are one text', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(desk, {}, 'one')));
  assert.equal(new Set(all.map(({ SMSID }) => SMSID)).size, 1);
  await desk.work();
  assert.equal((await desk.texts()).length, 1);
});

test('what cannot be texted is said, and nothing is left of it', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const { Data } = await ask(desk, {});
  await desk.work();
  await fixture.db.query(`update customers set status = 'do_not_contact' where business_id = $1`, [
    desk.id,
  ]);
  for (const [fields, message] of [
    [{}, /does not want texts/],
    [{ MobilePhone: '8005550199', FirstName: 'New' }, /cannot receive texts/],
    [{ MobilePhone: '1234', FirstName: 'New' }, /cannot receive texts/],
  ] as const) {
    const answer = await ask(desk, fields);
    assert.deepEqual([answer.IsSuccess, answer.Data, answer.SMSID], [false, null, null]);
    assert.match(answer.Message, message);
  }
  await desk.work();
  assert.equal((await desk.texts()).length, 1);
  const people = await fixture.db.query<{ id: bigint }>(
    'select id from customers where business_id = $1',
    [desk.id],
  );
  assert.deepEqual(people, [{ id: BigInt(Data.IndividualID) }]);
});

test('every binding takes it', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  for (const binding of bindings) {
    const answer = await ask(desk, { SMSMessage: `by ${binding}` }, undefined, binding);
    assert.equal(answer.IsSuccess, true);
  }
  await desk.work();
  assert.equal((await desk.texts()).length, bindings.length);
});

async function ask(
  { caller, baseUrl }: Desk,
  fields: Readonly<Record<string, string>>,
  key?: string,
  binding: (typeof bindings)[number] = 'HTTP POST',
  // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
): Promise<any> {
  const sent = {
    Token: caller.apiKey,
    Username: caller.username,
    ...{ FirstName: '', LastName: '', MobilePhone: phone, SMSMessage: 'Thank you for 12.50.' },
    Email: '',
    ...fields,
  };
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const heard = await callBy(binding, baseUrl, 'CreateSMSReceipt', sent, headers);
  return JSON.parse(resultText(binding, 'CreateSMSReceipt', heard.body) ?? heard.body);
}
