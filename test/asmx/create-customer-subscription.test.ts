import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { setPlan } from '../../src/invoicing/subscriptions/plan.ts';
import { bankFields } from '../caller.ts';
import { bindings, type Sent } from './bindings.ts';
import { openSubscriptions } from './subscriptions.ts';

const { fixture, ask, json, enter, made, payments } = await openSubscriptions({ after });
const name = 'CreateCustomerSubscription';
const monthly = { Amount: '10.00', Interval: 'Monthly' };

test('a card is charged at once and from then on, in every binding, and the answer is this', async () => {
  const { shop, token } = await enter();
  for (const [i, binding] of bindings.entries()) {
    const sent = { ...monthly, CardToken: token, PlanCode: `plan ${i}` };
    const said = await ask(shop, name, sent, { binding });
    const [{ id } = assert.fail()] = await made(shop);
    assert.deepEqual(said, {
      IsSuccess: true,
      Message: 'The subscription was made.',
      Data: { SubscriptionID: String(id), NextChargeDate: '02-15-2030', Status: 'Active' },
      OrderNumber: `SUB-${id}-1`,
      SMSID: null,
    });
  }
  assert.deepEqual(
    await payments(shop),
    Array(bindings.length).fill({ state: 'captured', cents: 1000n }),
  );
});

/** What is sent, and what stands in the row of the subscription then. */
const taken: Readonly<
  Record<string, readonly [sent: Sent, row: Readonly<Record<string, unknown>>]>
> = {
  'an amount without decimals': [{ Amount: '7' }, { amount: 700n }],
  'a discount with decimals': [{ Discount: '12.5' }, { discount: 1250 }],
  'a discount of all of it': [
    { Discount: '100', Tax: '' },
    { discount: 10_000, tax: 0n },
  ],
  'a tax': [{ Tax: '0.83' }, { tax: 83n }],
  'no discount and no tax': [{}, { discount: 0, tax: 0n }],
  'a plan that is made of what is sent': [{ PlanCode: 'Ünique' }, { plan: 'Ünique' }],
  'no plan': [{ PlanCode: '' }, { plan: '' }],
  today: [{ StartDate: '01-15-2030' }, { starts: '2030-01-15', state: 'active' }],
  'no date, which is today': [{ StartDate: '' }, { starts: '2030-01-15', state: 'active' }],
  'a later date': [{ StartDate: '1/31/2030' }, { starts: '2030-01-31', state: 'scheduled' }],
  'a date ten years ahead': [{ StartDate: '01-15-2040' }, { starts: '2040-01-15' }],
};

for (const [what, [sent, row]] of Object.entries(taken)) {
  test(`takes ${what}`, async () => {
    const { shop, token } = await enter();
    const said = await ask(shop, name, { ...monthly, CardToken: token, ...sent });
    assert.equal(said.IsSuccess, true, said.Message);
    const [found] = await made(shop);
    assert.deepEqual({ ...found, ...row }, found);
  });
}

const words = [
  ['Daily', 'daily', '01-16-2030'],
  ['Weekly', 'weekly', '01-22-2030'],
  ['Bi-Weekly', 'every_two_weeks', '01-29-2030'],
  ['Monthly', 'monthly', '02-15-2030'],
  ['Bi-Monthly', 'every_two_months', '03-15-2030'],
  ['Quarterly', 'quarterly', '04-15-2030'],
  ['Semi-Annually', 'every_half_year', '07-15-2030'],
  ['Annually', 'yearly', '01-15-2031'],
  ['biweekly', 'every_two_weeks', '01-29-2030'],
  ['SEMI ANNUALLY', 'every_half_year', '07-15-2030'],
  ['Annual', 'yearly', '01-15-2031'],
  ['Yearly', 'yearly', '01-15-2031'],
] as const;

for (const [Interval, interval, next] of words) {
  test(`Interval ${Interval} is ${interval}`, async () => {
    const { shop, token } = await enter();
    const { Data } = await ask(shop, name, { Amount: '10.00', CardToken: token, Interval });
    assert.equal(Data.NextChargeDate, next);
    assert.equal((await made(shop))[0]?.interval, interval);
  });
}

const refused: Readonly<Record<string, readonly [sent: Sent, field: string, code: string]>> = {
  'no token': [{ CardToken: '' }, 'CardToken', 'required'],
  'a token of nobody': [{ CardToken: `card_${'Z'.repeat(24)}` }, 'CardToken', 'unknown'],
  'a bank token of nobody': [{ CardToken: '90000000000000000001' }, 'CardToken', 'unknown'],
  'a word that is no token': [{ CardToken: 'the usual card' }, 'CardToken', 'unknown'],
  'a plan code that is too long': [{ PlanCode: 'x'.repeat(101) }, 'PlanCode', 'too_long'],
  'no amount': [{ Amount: '' }, 'Amount', 'required'],
  'no amount with a plan code of no plan': [
    { Amount: '', PlanCode: 'bronze' },
    'Amount',
    'required',
  ],
  'an amount of nothing': [{ Amount: '0.00' }, 'Amount', 'too_small'],
  'an amount that is no amount': [{ Amount: 'ten' }, 'Amount', 'malformed'],
  'an amount that is too large': [{ Amount: '1000000' }, 'Amount', 'too_large'],
  'no interval': [{ Interval: '' }, 'Interval', 'required'],
  'an interval of no name': [{ Interval: 'Fortnightly' }, 'Interval', 'not_one_of'],
  'a discount over all of it': [{ Discount: '100.01' }, 'Discount', 'too_large'],
  'a discount that is no number': [{ Discount: 'half' }, 'Discount', 'malformed'],
  'a tax that is no amount': [{ Tax: '8%' }, 'Tax', 'malformed'],
  'a tax that makes it too large': [{ Amount: '999999.99', Tax: '0.01' }, 'Tax', 'too_large'],
  'a date in the past': [{ StartDate: '01-14-2030' }, 'StartDate', 'too_early'],
  'more than ten years': [{ StartDate: '01-16-2040' }, 'StartDate', 'too_late'],
  'a day that never was': [{ StartDate: '02-30-2030' }, 'StartDate', 'malformed'],
};

for (const [what, [sent, Field, Code]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    const { shop, token } = await enter();
    const said = await ask(shop, name, { ...monthly, CardToken: token, ...sent });
    assert.equal(said.IsSuccess, false);
    assert.deepEqual(
      said.Errors?.map((error) => [error.Field, error.Code]),
      [[Field, Code]],
      said.Message,
    );
    assert.deepEqual(await made(shop), []);
  });
}

test('every wrong field is named at once', async () => {
  const { shop } = await enter();
  const { Errors } = await ask(shop, name, { Discount: 'x', Tax: 'x', StartDate: 'x' });
  const fields = Errors?.map(({ Field }) => Field);
  assert.deepEqual(fields?.sort(), [
    'Amount',
    'CardToken',
    'Discount',
    'Interval',
    'StartDate',
    'Tax',
  ]);
});

test('a token of another business is not there', async () => {
  const { token } = await enter();
  const shop = await fixture.addBusiness();
  const { Message } = await ask(shop, name, { ...monthly, CardToken: token });
  assert.equal(Message, 'CardToken is not a token of this business.');
});

test('a token that was disabled is refused, and nothing is made', async () => {
  const { shop, token } = await enter();
  await fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  const said = await ask(shop, name, { ...monthly, CardToken: token });
  assert.match(said.Message, /can no longer be used/);
  assert.deepEqual(await made(shop), []);
});

test('a bank account is promised at once, and the subscription is active', async () => {
  const { shop, id } = await enter();
  const bank = await json(shop, 'CreateToken', { ...bankFields, IndividualID: id });
  const said = await ask(shop, name, { ...monthly, CardToken: bank.Data.TokenResult });
  assert.deepEqual([said.IsSuccess, said.Data.Status], [true, 'Active']);
  assert.deepEqual(await payments(shop), [{ state: 'queued', cents: 0n }]);
});

test('a card of a live business waits for a processor: nothing is made', async () => {
  const { shop, token } = await enter({}, { environment: 'live' });
  const said = await ask(shop, name, { ...monthly, CardToken: token });
  assert.match(said.Message, /No card processor is connected/);
  assert.deepEqual(await made(shop), []);
});

test('a first charge that is declined leaves it incomplete, and the answer says so', async () => {
  const { shop, token } = await enter({ CCNumber: '4000000000000341' });
  const { Data, ...said } = await ask(shop, name, { ...monthly, CardToken: token });
  const [{ id, state } = assert.fail()] = await made(shop);
  assert.equal(state, 'incomplete');
  assert.deepEqual(said, {
    IsSuccess: false,
    Message:
      'The subscription was made, but its first charge did not succeed; it waits for a payment by its link.',
    OrderNumber: `SUB-${id}-1`,
    SMSID: null,
  });
  assert.equal(Data.Status, 'Incomplete');
});

test('a first charge that was certainly not made is told as that, and as unknown where nobody knows', async () => {
  for (const [card, says] of [
    [
      'connection_refused',
      'The subscription was made, but its first charge could not be made: nothing was charged. It is tried ' +
        'again within the hour. Do not make it again.',
    ],
    [
      'timeout_before_booking',
      'The subscription was made, and it is being found out whether its first charge succeeded. Do not make it ' +
        'again.',
    ],
  ] as const) {
    const { shop, token } = await enter({ CCNumber: testCard(card) });
    const said = await ask(shop, name, { ...monthly, CardToken: token });
    assert.deepEqual([said.IsSuccess, said.Message, said.Data.Status], [false, says, 'Incomplete']);
  }
});

test('a price of nothing is no payment, and the subscription is active all the same', async () => {
  const { shop, token } = await enter();
  const said = await ask(shop, name, { ...monthly, CardToken: token, Discount: '100' });
  assert.deepEqual([said.IsSuccess, said.Data.Status], [true, 'Active']);
  assert.deepEqual(await payments(shop), []);
});

test('a plan that is there gives what is not sent: trial, discount, tax and number of periods', async () => {
  const { shop, token } = await enter();
  const { id: businessId } = shop.business;
  const gold = { businessId, code: 'gold', amountCents: 900n, interval: 'yearly' } as const;
  const more = { discount: 500n, taxCents: 7n, trialDays: 14, periods: 3 };
  await setPlan({ db: fixture.db, now: fixture.clock.now }, { ...gold, ...more }, 'operator');
  const said = await ask(shop, name, { ...monthly, CardToken: token, PlanCode: 'gold' });
  assert.deepEqual([said.Data.Status, said.Data.NextChargeDate], ['Trialing', '01-29-2030']);
  const sent = { CardToken: token, PlanCode: 'gold', Discount: '0', Tax: '0' };
  await ask(shop, name, { ...monthly, ...sent });
  const rows = await made(shop);
  // Those that are sent win, for this subscription alone.
  assert.deepEqual(
    rows.map(({ amount, interval, discount, tax, periods }) => [
      amount,
      interval,
      discount,
      tax,
      periods,
    ]),
    [
      [1000n, 'monthly', 0, 0n, 3],
      [1000n, 'monthly', 500, 7n, 3],
    ],
  );
  const [plan] = await fixture.db.query(
    'select amount_cents as cents from plans where business_id = $1',
    [businessId],
  );
  assert.deepEqual(plan, { cents: 900n });
});

test('a plan that is there gives the amount and the interval as well, and without one both must be sent', async () => {
  const { shop, token } = await enter();
  const { id: businessId } = shop.business;
  const silver = { businessId, code: 'silver', amountCents: 900n, interval: 'weekly' } as const;
  await setPlan({ db: fixture.db, now: fixture.clock.now }, silver, 'operator');
  const sent = { CardToken: token, PlanCode: 'silver' };
  const said = await ask(shop, name, sent);
  assert.deepEqual([said.IsSuccess, said.Data.NextChargeDate], [true, '01-22-2030'], said.Message);
  assert.deepEqual(await ask(shop, name, sent), said);
  await ask(shop, name, { ...sent, Amount: '5.00' });
  await ask(shop, name, { ...sent, Interval: 'Daily' });
  const rows = await made(shop);
  assert.deepEqual(
    rows.map(({ amount, interval, plan }) => [amount, interval, plan]),
    [
      [900n, 'daily', 'silver'],
      [500n, 'weekly', 'silver'],
      [900n, 'weekly', 'silver'],
    ],
  );

  for (const [more, missing, says] of [
    [{}, ['Amount', 'Interval'], 'Amount is required (also wrong: Interval).'],
    [{ Amount: '5.00' }, ['Interval'], 'Interval is required.'],
    [{ Interval: 'Daily' }, ['Amount'], 'Amount is required.'],
  ] as const) {
    for (const PlanCode of ['', 'bronze']) {
      const { Message, Errors } = await ask(shop, name, { CardToken: token, PlanCode, ...more });
      assert.deepEqual(
        Errors?.map(({ Field, Code }) => [Field, Code]),
        missing.map((field) => [field, 'required']),
      );
      assert.equal(Message, says);
    }
  }
  assert.equal((await made(shop)).length, 3);
});

test('a business that takes no payments makes no subscription', async () => {
  const { shop, token } = await enter();
  await fixture.db.query(`update businesses set state = 'suspended' where business_id = $1`, [
    shop.business.id,
  ]);
  // Who calls is looked up again after some seconds.
  fixture.clock.pass(60_000);
  const said = await ask(shop, name, { ...monthly, CardToken: token });
  assert.equal(said.IsSuccess, false);
  assert.deepEqual(await made(shop), []);
});
