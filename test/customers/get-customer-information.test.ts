import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setCurrency } from '../../src/parties/businesses/set-currency.ts';
import { bindings, type Sent } from '../asmx/bindings.ts';
import { bankFields, cardFields } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

const { fixture, ask, json, newCustomer } = await openCounter({ after });
const name = 'GetCustomerInformation';
const nothing = { Count: 0, Invoiced: '0.00', Paid: '0.00', Refunded: '0.00', Open: '0.00' };

test('shows all that is known of a customer, in every binding', async () => {
  const shop = await fixture.addBusiness();
  const { id, token } = await newCustomer(shop);
  for (const binding of bindings) {
    const said = await ask(shop, name, { IndividualID: id }, { binding });
    assert.deepEqual(said, {
      IsSuccess: true,
      Message: 'Customer found.',
      Data: {
        IndividualID: id,
        ExternalID: null,
        Status: 'Active',
        FirstName: 'Ada',
        LastName: 'Park',
        Email: 'ada@example.com',
        PhoneNumber: '6175550123',
        Address1: '1 Main Street',
        Address2: null,
        City: 'Boston',
        StateCode: 'MA',
        PostalCode: '02101',
        CountryCode: 'US',
        Title: null,
        CompanyName: null,
        OriginCode: null,
        CustomField1: null,
        CustomField2: null,
        CustomField3: null,
        CustomField4: null,
        CustomField5: null,
        CustomField6: null,
        CustomField7: null,
        PaymentMethods: [
          {
            PaymentType: 'CreditCard',
            CardToken: token,
            Status: 'Active',
            Name: 'Ada Park',
            CardType: 'visa',
            LastFour: '4242',
            ExpirationDate: '1239',
          },
        ],
        Invoices: nothing,
        Subscriptions: [],
      },
      OrderNumber: null,
      SMSID: null,
    });
  }
});

test('saved cards and accounts are shown newest first, disabled ones too, and no number', async () => {
  const shop = await fixture.addBusiness();
  const { id, token } = await newCustomer(shop);
  fixture.clock.pass(1000);
  const bank = { ...bankFields, IndividualID: id, AccountType: 'Business Savings' };
  const { Data } = await json(shop, 'CreateToken', bank);
  await fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  const text = JSON.stringify(await ask(shop, name, { IndividualID: id }));
  const { PaymentMethods } = JSON.parse(text).Data;
  const { last4 } = await onlyBank(shop);
  assert.deepEqual(PaymentMethods[0], {
    PaymentType: 'ACH',
    ACHToken: Data.TokenResult,
    Status: 'Active',
    Name: 'Ada Park',
    AccountType: 'Business Savings',
    RoutingNumber: bankFields.RoutingNumber,
    LastFour: last4,
  });
  assert.equal(PaymentMethods[1].Status, 'Disabled');
  assert.equal(PaymentMethods.length, 2);
  for (const number of [cardFields.CCNumber, bankFields.AccountNumber, '424242']) {
    assert.ok(!text.includes(number), number);
  }
});

test('amounts of two currencies are never added up', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  const pay = (Amount: string) =>
    json(shop, 'CreatePayment', { ...cardFields, Amount, IndividualID: id });
  await pay('10.00');
  await setCurrency(await fixture.open(), shop.business.id, 'CAD', 'operator:ann');
  // A caller that is known stays known so long.
  fixture.clock.pass(10_000);
  await pay('7.00');
  const { Data } = await ask(shop, name, { IndividualID: id });
  assert.deepEqual(Data.Invoices, {
    ...{ Count: 1, Invoiced: '7.00', Paid: '7.00', Refunded: '0.00', Open: '0.00' },
    OtherCurrencies: [
      {
        ...{ Currency: 'USD', Count: 1, Invoiced: '10.00', Paid: '10.00' },
        ...{ Refunded: '0.00', Open: '0.00' },
      },
    ],
  });
});

test('a token that its payment has yet to make is not shown', async () => {
  const shop = await fixture.addBusiness();
  const { id, token } = await newCustomer(shop);
  await fixture.db.query(`update tokens set state = 'pending' where token = $1`, [token]);
  const { Data } = await ask(shop, name, { IndividualID: id });
  assert.deepEqual(Data.PaymentMethods, []);
});

test('invoices are added up: paid, refunded, and open where a payment was declined', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  const pay = async (Amount: string, more = {}) =>
    await json(shop, 'CreatePayment', { ...cardFields, Amount, IndividualID: id, ...more });
  const { Data } = await pay('12.50');
  await pay('100.00', { CCNumber: '4000000000000002' });
  await pay('7.25', { ChargeType: 'Authorize' });
  // Another customer's.
  await json(shop, 'CreatePayment', { ...cardFields, Email: 'b@example.com', Amount: '50.00' });
  const invoices = async () => (await ask(shop, name, { IndividualID: id })).Data.Invoices;
  const before = { Count: 3, Invoiced: '119.75', Paid: '12.50', Refunded: '0.00', Open: '100.00' };
  assert.deepEqual(await invoices(), before);
  await fixture.db.query(
    'update payments set refunded_cents = 250 where business_id = $1 and captured_cents = 1250',
    [shop.business.id],
  );
  assert.deepEqual(await invoices(), { ...before, Refunded: '2.50' });
  assert.ok(Data.InvoiceID);
});

test('subscriptions are shown latest first, and none of another customer', async () => {
  const shop = await fixture.addBusiness();
  const mine = await newCustomer(shop);
  const theirs = await newCustomer(shop, { Email: 'theirs@example.com' });
  const bank = await json(shop, 'CreateToken', { ...bankFields, IndividualID: mine.id });
  const subscribe = async (CardToken: string, more: Sent = {}) => {
    const sent = { CardToken, Amount: '10.00', Interval: 'Monthly', ...more };
    const said = await ask(shop, 'CreateCustomerSubscription', sent);
    return said.Data.SubscriptionID as string;
  };
  const plan = { PlanCode: 'gold', Discount: '12.50', Tax: '0.83', Interval: 'biweekly' };
  const first = await subscribe(mine.token, plan);
  const second = await subscribe(bank.Data.TokenResult, { StartDate: '01-31-2030' });
  const other = await subscribe(theirs.token);
  await fixture.db.query(
    `update subscriptions set state = 'canceled', due_at = null, notice_at = null, ended_at = created_at
     where business_id = $1 and id = $2`,
    [shop.business.id, second],
  );
  const shown = async (IndividualID: string) =>
    (await ask(shop, name, { IndividualID })).Data.Subscriptions;
  assert.deepEqual(await shown(mine.id), [
    {
      SubscriptionID: second,
      PlanCode: null,
      Status: 'Canceled',
      Amount: '10.00',
      Interval: 'Monthly',
      Discount: '0',
      Tax: '0.00',
      CardToken: bank.Data.TokenResult,
      StartDate: '01-31-2030',
      NextChargeDate: null,
    },
    {
      SubscriptionID: first,
      PlanCode: 'gold',
      Status: 'Active',
      Amount: '10.00',
      Interval: 'Bi-Weekly',
      Discount: '12.5',
      Tax: '0.83',
      CardToken: mine.token,
      StartDate: '01-15-2030',
      NextChargeDate: '01-29-2030',
    },
  ]);
  const [one, ...more] = await shown(theirs.id);
  assert.deepEqual([one.SubscriptionID, more], [other, []]);
});

test('test payments of a live business are no sales', async () => {
  const shop = await fixture.addBusiness({ environment: 'live' });
  const { id, token } = await newCustomer(shop);
  const declining = await newCustomer(shop, { CCNumber: '4000000000000002' });
  assert.equal(declining.id, id);
  for (const CardToken of [token, declining.token]) {
    const sent = { CardToken, Amount: '12.50', IsEmailReceipt: 'false', IsSMSReceipt: 'false' };
    const { IsSuccess } = await ask(shop, 'ProcessTokenPaymentTest', sent);
    assert.equal(IsSuccess, CardToken === token);
  }
  const { Data } = await ask(shop, name, { IndividualID: id });
  assert.deepEqual(Data.Invoices, nothing);
});

test('a hundred thousand invoices are added up exactly', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  const { Data: paid } = await json(shop, 'CreatePayment', {
    ...cardFields,
    Amount: '12.50',
    IndividualID: id,
  });
  assert.ok(paid.InvoiceID);
  await fixture.db.query(
    `insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details,
       created_at)
     select business_id, 1000000 + n, customer_id, 'open', 99999999, 'order ' || n, '{}', created_at
     from invoices, generate_series(1, 100000) n where business_id = $1`,
    [shop.business.id],
  );
  const { Data } = await ask(shop, name, { IndividualID: id });
  assert.deepEqual(Data.Invoices, {
    Count: 100_001,
    Invoiced: '99999999012.50',
    Paid: '12.50',
    Refunded: '0.00',
    Open: '99999999000.00',
  });
});

test('nobody, and a customer of another business, are told in the same words', async () => {
  const shop = await fixture.addBusiness();
  const other = await fixture.addBusiness();
  await newCustomer(other);
  const { id } = await newCustomer(other, { Email: 'theirs@example.com' });
  for (const IndividualID of [id, '987654321', 'payer']) {
    const { IsSuccess, Message, Data } = await ask(shop, name, { IndividualID });
    assert.equal(IsSuccess, false);
    assert.equal(Message, 'IndividualID is not a customer of this business.');
    assert.equal(Data, null);
  }
});

async function onlyBank({ business }: Caller): Promise<{ last4: string }> {
  const rows = await fixture.db.query<{ last4: string }>(
    `select last4 from tokens where business_id = $1 and kind = 'bank'`,
    [business.id],
  );
  return rows[0]!;
}
