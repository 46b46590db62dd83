import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { bankFields, cardFields, client, type Fields, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { merchantFields } from '../onboarding/fields.ts';
import { atEnd } from '../scope.ts';
import { workOff } from './post-office.ts';
import { openReceiver, type Received } from './receiver.ts';
import { secretsOf, standAt, verify } from './verify.ts';

/** A business that named its webhooks when it was made, by the one call that can; and what it hears. */
const fixture = await makeFixture({ after });
const world = await fixture.open();
const { baseUrl, close } = await openDoor(world);
atEnd({ after }, close);
const receiver = await openReceiver({ after });
const hooks = receiver.url.replace('/hook', '');
const master = await fixture.addBusiness();
const made = await call(master, 'CreateNewMerchantAccount', {
  ...merchantFields,
  ExternalID: 'shop-1',
  PaymentsWebhookURL: `${hooks}/payments?of=shop`,
  MessagesWebhookURL: `${hooks}/messages`,
  CustomersWebhookURL: `${hooks}/customers`,
  PaymentWebhookUsername: 'quittance',
  PaymentWebhookPassword: 'a word: between us',
});
assert.equal(made.IsSuccess, true, made.Message);
const shop = { username: made.Data.Username, apiKey: made.Data.APIKey };
const businessId = BigInt(made.Data.SalesSiteID);

test('a payment that is approved is posted with every field, in order, and credentials', async (t) => {
  const paid = await pay({
    Description: 'Tulips & "roses"',
    ExternalID: 'their-17',
    InvoiceExternalID: 'inv-9',
    CreateToken: true,
  });
  const [customer, payment] = await heard();
  assert.equal(customer?.path, '/customers');
  assert.equal(payment?.path, '/payments?of=shop');
  const { PaymentSid, ...form } = payment.form;
  assert.match(PaymentSid!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(Object.entries(form), [
    ['IndividualID', paid.Data.IndividualID],
    ['ExternalID', 'their-17'],
    ['ExternalBusinessID', 'shop-1'],
    ['EmailAddress', 'ada@example.com'],
    ['Phone', '6175550123'],
    ['StatusID', '0'],
    ['PaymentAmt', '12.50'],
    ['InitialAmount', '12.50'],
    // New York is five hours behind.
    ['PaymentDate', '01-15-2030'],
    ['PaymentTime', '10:00:00'],
    ['TransactionID', paid.Data.InvoiceID],
    ['OrderNumber', paid.OrderNumber],
    ['PaymentType', 'F'],
    ['CardType', 'visa'],
    ['LastFour', '4242'],
    ['ResponseMessage', 'Approved.'],
    ['ServiceDescription', 'Tulips & "roses"'],
    ['ConfirmationCode', paid.Data.ReceiptNumber],
    ['SubscriptionID', ''],
    ['TokenID', paid.Data.TokenResult],
    ['InvoiceExternalID', 'inv-9'],
  ]);
  const { headers } = payment;
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded; charset=utf-8');
  assert.match(headers['user-agent']!, /^Quittance-Webhooks/);
  assert.equal(headers.host, `127.0.0.1:${receiver.port}`);
  const basic = Buffer.from('quittance:a word: between us').toString('base64');
  assert.equal(headers.authorization, `Basic ${basic}`);

  const { IndividualID, ...more } = customer.form;
  assert.equal(IndividualID, paid.Data.IndividualID);
  assert.deepEqual(Object.entries(more), [
    ['ExternalID', ''],
    ['ExternalBusinessID', 'shop-1'],
    ['FirstName', 'Ada'],
    ['LastName', 'Park'],
    ['EmailAddress', 'ada@example.com'],
    ['Phone', '6175550123'],
    ['Address1', '1 Main Street'],
    ['Address2', ''],
    ['City', 'Boston'],
    ['StateCode', 'MA'],
    ['PostalCode', '02101'],
    ['CountryCode', 'US'],
  ]);
  assert.equal(customer.headers.authorization, undefined, 'the password is of the other one');

  standAt(t, fixture.clock.now());
  const [secret] = await secretsOf(world, businessId, 'payments');
  const [other] = await secretsOf(world, businessId, 'customers');
  assert.match(secret!, /^whsec_[A-Za-z0-9+/]{43}=$/);
  verify(secret!, payment);
  verify(other!, customer);
  assert.throws(() => verify(other!, payment), /No matching signature/);
  assert.throws(() => verify(secret!, { ...payment, body: `${payment.body}0` }), /No matching/);
  t.mock.timers.setTime(fixture.clock.now().getTime() + 301_000);
  assert.throws(() => verify(secret!, payment), /too old/);
});

test('half of the credentials is sent beside an empty half', async () => {
  const halves = [
    [{ PaymentWebhookUsername: 'quittance' }, 'quittance:'],
    [{ PaymentWebhookPassword: 'a word: between us' }, ':a word: between us'],
  ] as const;
  for (const [half, sent] of halves) {
    const PaymentsWebhookURL = `${hooks}/half`;
    const one = await call(master, 'CreateNewMerchantAccount', {
      ...merchantFields,
      ...half,
      PaymentsWebhookURL,
    });
    assert.equal(one.IsSuccess, true, one.Message);
    const { Username: username, APIKey: apiKey } = one.Data;
    await call({ username, apiKey }, 'CreatePayment', {
      ...cardFields,
      Amount: '12.50',
      IsSMSReceipt: false,
    });
    const [post, ...others] = await heard();
    assert.deepEqual([post?.path, others.length], ['/half', 0]);
    assert.equal(post!.headers.authorization, `Basic ${Buffer.from(sent).toString('base64')}`);
  }
});

test('the same payer is new once', async () => {
  await pay();
  const posts = await heard();
  assert.deepEqual(
    posts.map(({ path }) => path),
    ['/payments?of=shop'],
  );
  await call(shop, 'CreateToken', { ...cardFields, Email: 'bob@example.com' });
  const [customer, ...others] = await heard();
  assert.equal(customer?.form.EmailAddress, 'bob@example.com');
  assert.deepEqual(others, []);
});

test('a decline and a payment of which it is certain that nothing was taken are posted as failed', async () => {
  const reply = await pay({ CCNumber: '4000000000000002' }, false);
  const [declined] = await heard();
  assert.equal(declined?.form.StatusID, '1');
  assert.equal(declined.form.ResponseMessage, reply.Message);
  assert.equal(declined.form.ConfirmationCode, '');
  assert.equal(declined.form.PaymentAmt, '12.50');
});

test('an authorization is posted when it is captured, with what was captured', async () => {
  const paid = await pay({ ChargeType: 'Authorize' });
  assert.deepEqual(await heard(), []);
  await call(shop, 'ProcessAuthorization', {
    TransactionID: paid.Data.InvoiceID,
    ChargeType: 'Capture',
    Amount: '10.00',
  });
  const [captured] = await heard();
  const { StatusID, PaymentAmt, InitialAmount, PaymentType } = captured!.form;
  assert.deepEqual(
    [StatusID, PaymentAmt, InitialAmount, PaymentType],
    ['0', '10.00', '12.50', 'P'],
  );
});

test('a receipt that is texted is a message, and is posted as one', async () => {
  const paid = await pay({ IsSMSReceipt: true });
  const [message, payment, ...others] = await heard();
  assert.deepEqual(others, []);
  assert.deepEqual([message?.path, payment?.path], ['/messages', '/payments?of=shop']);
  const { DirectionID, To, Body } = message!.form;
  assert.deepEqual([DirectionID, To], ['2', '+16175550123']);
  assert.ok(Body!.includes(paid.Data.ReceiptNumber));
});

test('a bank payment is posted, and again in the same family when it comes back', async () => {
  const [queued, returned, ...others] = await postsOfDays(simulatedNumber('return_always', 'R02'));
  assert.deepEqual(others, []);
  assert.deepEqual([queued?.form.StatusID, queued?.form.CardType], ['0', '']);
  assert.equal(returned?.form.StatusID, '1');
  assert.match(returned.form.ResponseMessage!, /^R02 \w.*\.$/);
  const [one, other] = [queued!.form.PaymentSid!, returned.form.PaymentSid!];
  assert.equal(other.slice(0, 24), one.slice(0, 24));
  assert.notEqual(other, one);
  assert.notEqual(queued!.headers['webhook-id'], returned.headers['webhook-id']);
});

test('one that comes back and is paid when it is presented again is posted three times', async () => {
  const posts = await postsOfDays(simulatedNumber('return_first', 'R01'));
  assert.deepEqual(
    posts.map(({ form }) => form.StatusID),
    ['0', '1', '0'],
  );
  assert.match(
    posts[1]!.form.ResponseMessage!,
    /^R01 .* It is presented again on 2030-\d\d-\d\d\.$/,
  );
  assert.equal(new Set(posts.map(({ form }) => form.PaymentSid)).size, 3);
});

/** Of a payment from this account: what is posted at once and in the two weeks after. */
async function postsOfDays(AccountNumber: string): Promise<Received[]> {
  const paid = await pay({ ...bankFields, AccountNumber });
  const posts = await heard();
  for (let hours = 0; hours < 24 * 14; hours += 4) {
    fixture.clock.pass(4 * 3_600_000);
    posts.push(...(await heard()));
  }
  return posts.filter(({ form }) => form.TransactionID === paid.Data.InvoiceID);
}

async function pay(fields: Fields = {}, isGood = true) {
  const source = 'PaymentType' in fields ? {} : cardFields;
  const usual = { ...source, Amount: '12.50', IsSMSReceipt: false };
  const reply = await call(shop, 'CreatePayment', { ...usual, ...fields });
  assert.equal(reply.IsSuccess, isGood, reply.Message);
  return reply;
}

/** What was received by now and was not looked at yet. */
async function heard(): Promise<Received[]> {
  await workOff(world);
  return receiver.received.splice(0).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

type Credentials = { readonly username: string; readonly apiKey: string };

async function call(credentials: Credentials, operation: string, fields: Fields) {
  const { call: send, close: hangUp } = client(baseUrl, credentials);
  const { body } = await send(operation, fields);
  hangUp();
  return JSON.parse(body);
}
