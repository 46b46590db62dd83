import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flaw } from '../../../kernel/parsed.ts';
import type { Business } from '../../../parties/businesses/business.ts';
import type { Onboarding } from '../onboarding.ts';
import type { ServiceOperation } from '../operation.ts';
import { acquirerATokenUpdate } from './acquirer-a-token-update.ts';
import { createCustomerSubscription } from './create-customer-subscription.ts';
import { createMerchantAccount } from './create-merchant-account.ts';
import { createMerchantAccountTest } from './create-merchant-account-test.ts';
import { externalApiResponse } from './external-api-response.ts';
import { onboardNewBusiness } from './onboard-new-business.ts';
import { processRefundNoCc } from './process-refund-no-cc.ts';
import { sendPaymentSms } from './send-payment-sms.ts';
import { updateCustomer } from './update-customer.ts';

type Texts = Readonly<Record<string, string>>;

const today = Temporal.PlainDate.from('2026-05-31');
const none: string[] = [];

test('a customer to change is named by either identifier', () => {
  assert.deepEqual(faultsOf(updateCustomer, { IndividualID: '17' }), none);
  assert.deepEqual(faultsOf(updateCustomer, { ExternalID: 'c-17' }), none);
  assert.deepEqual(faultsOf(updateCustomer, { FirstName: 'Ann' }), ['IndividualID required']);
});

test('nothing of a customer is set for the caller', () => {
  for (const [field, { schema }] of Object.entries(updateCustomer.parameters)) {
    assert.equal('default' in schema, false, field);
  }
});

test('a status of a customer is one of three', () => {
  const statusOf = (text: string) =>
    read(updateCustomer, { ExternalID: 'c', Status: text }).values.Status;
  assert.equal(statusOf('active'), 'Active');
  assert.equal(statusOf('INACTIVE'), 'Inactive');
  assert.equal(statusOf('Do Not Contact'), 'DoNotContact');
  const deleted = { ExternalID: 'c', Status: 'Deleted' };
  assert.deepEqual(faultsOf(updateCustomer, deleted), ['Status not_one_of']);
});

test('an entry of the list is acknowledged by either identifier', () => {
  assert.deepEqual(faultsOf(externalApiResponse, { ExternalAPIID: '3', IsSent: 'True' }), none);
  assert.deepEqual(faultsOf(externalApiResponse, { IndividualID: '17', IsSuccess: '0' }), none);
  assert.deepEqual(faultsOf(externalApiResponse, { IsSent: 'true' }), ['ExternalAPIID required']);
});

test('a refund names its payment by either number', () => {
  assert.deepEqual(faultsOf(processRefundNoCc, { PaymentID: '1234567890' }), none);
  assert.deepEqual(faultsOf(processRefundNoCc, { OrderNumber: 'A-1' }), none);
  assert.deepEqual(faultsOf(processRefundNoCc, { RefundType: 'Full' }), ['PaymentID required']);
});

test('a full refund ignores the amount, whatever it says', () => {
  for (const RefundType of ['', 'Full', 'full']) {
    for (const Amount of ['', '5.00', '0.00', '$5', '-1']) {
      const { ask, faults } = read(processRefundNoCc, { PaymentID: '1', RefundType, Amount });
      assert.deepEqual(faults, none);
      assert.deepEqual(ask, { amountCents: undefined, orderNumber: undefined, paymentId: '1' });
    }
  }
});

test('a partial refund needs an amount of more than nothing', () => {
  const partial = { OrderNumber: 'A-1', RefundType: 'partial' };
  const { ask, faults } = read(processRefundNoCc, { ...partial, Amount: '5.5' });
  assert.deepEqual(faults, none);
  assert.deepEqual(ask, { amountCents: 550n, orderNumber: 'A-1', paymentId: undefined });
  const wrong = { '': 'required', '0.00': 'too_small', '-1': 'malformed', '1.005': 'malformed' };
  for (const [Amount, code] of Object.entries(wrong)) {
    assert.deepEqual(faultsOf(processRefundNoCc, { ...partial, Amount }), [`Amount ${code}`]);
  }
});

test('a new expiry date of a token must not have passed', () => {
  const update = (ExpirationDate: string) =>
    faultsOf(acquirerATokenUpdate, { CardToken: 'card_1', ExpirationDate });
  assert.deepEqual(update(''), none);
  assert.deepEqual(update('0526'), none);
  assert.deepEqual(update('0426'), ['ExpirationDate expired']);
  assert.deepEqual(update('0647'), ['ExpirationDate too_large']);
  assert.deepEqual(update('2605'), ['ExpirationDate malformed']);
});

const subscription = { CardToken: 'card_1', Amount: '10', Interval: 'Monthly' };

test('a subscription starts today or later', () => {
  const starting = (StartDate: string) =>
    faultsOf(createCustomerSubscription, { ...subscription, StartDate });
  assert.deepEqual(starting(''), none);
  assert.deepEqual(starting('05-31-2026'), none);
  assert.deepEqual(starting('6/1/2026'), none);
  // Yesterday is judged where it is known whether this was asked for then.
  assert.deepEqual(starting('2026-05-30'), none);
  assert.deepEqual(starting('2026-05-29'), ['StartDate too_early']);
  assert.deepEqual(starting('tomorrow'), ['StartDate malformed']);
});

test('the interval of a subscription is known by all its names', () => {
  const names = {
    Daily: 'daily',
    Weekly: 'WEEKLY',
    'Bi-Weekly': 'BiWeekly',
    Monthly: 'monthly',
    'Bi-Monthly': 'bi-monthly',
    Quarterly: 'Quarterly',
    'Semi-Annually': 'Semi Annually',
    Annually: 'Annual',
  };
  for (const [name, text] of [...Object.entries(names), ['Annually', 'Yearly'] as const]) {
    const { values } = read(createCustomerSubscription, { ...subscription, Interval: text });
    assert.equal(values.Interval, name);
  }
  const twice = { ...subscription, Interval: 'Biannually' };
  assert.deepEqual(faultsOf(createCustomerSubscription, twice), ['Interval not_one_of']);
});

const link = { TotalAmountDue: '10.00', BillToCellPhone: '2125550100' };

test('a link does not expire before it is sent, and is sent within ten years', () => {
  const sent = (dates: Texts) => faultsOf(sendPaymentSms, { ...link, ...dates });
  assert.deepEqual(sent({}), none);
  assert.deepEqual(sent({ ExpirationDate: '05-31-2026' }), none);
  assert.deepEqual(sent({ ScheduledDate: '06-02-2026', ExpirationDate: '06-02-2026' }), none);
  assert.deepEqual(sent({ ScheduledDate: '05-01-2026' }), none);
  assert.deepEqual(sent({ ScheduledDate: '06-02-2036' }), ['ScheduledDate too_late']);
  const before = { ScheduledDate: '06-02-2026', ExpirationDate: '06-01-2026' };
  assert.deepEqual(sent(before), ['ExpirationDate contradictory']);
});

const application = {
  DateOfBirth: '02-29-1980',
  SSN: '123456789',
  AccountNumber: '123456789012',
  RoutingNumber: '021000021',
};

test('the deposit account of a merchant is judged in the environment of the new business', () => {
  assert.deepEqual(faultsOf(createMerchantAccount, application, 'live'), none);
  const tooLong = ['AccountNumber malformed'];
  assert.deepEqual(faultsOf(createMerchantAccount, application, 'sandbox'), tooLong);
  assert.deepEqual(faultsOf(createMerchantAccountTest, application, 'live'), tooLong);
  const wrong = { ...application, RoutingNumber: '021000022' };
  assert.deepEqual(faultsOf(createMerchantAccount, wrong, 'live'), ['RoutingNumber invalid']);
});

test('an owner is 18 years old or older', () => {
  const born = (DateOfBirth: string) =>
    faultsOf(createMerchantAccount, { ...application, DateOfBirth }, 'live');
  assert.deepEqual(born('05-31-2008'), none);
  assert.deepEqual(born('06-01-2008'), ['DateOfBirth too_late']);
  assert.deepEqual(born('05-31-2026'), ['DateOfBirth too_late']);
  assert.deepEqual(born('01-01-1900'), none);
  assert.deepEqual(born('12-31-1899'), ['DateOfBirth malformed']);
  assert.deepEqual(born('02-29-1981'), ['DateOfBirth malformed']);
});

test("an owner's number that is the business's number too is kept as a secret only", () => {
  const detailsOf = (EIN: string) => {
    const { details, application: asked } = read(
      createMerchantAccount,
      { ...application, EIN },
      'live',
    ).ask as Onboarding;
    return [details.EIN, asked?.details.EIN];
  };
  assert.deepEqual(detailsOf('98-7654321'), ['987654321', '987654321']);
  assert.deepEqual(detailsOf('12-3456789'), [undefined, undefined]);
});

test('a username that is asked for is left alone when it could be none', () => {
  const readName = (provideruserName: string) =>
    (read(onboardNewBusiness, { provideruserName }).ask as Onboarding).requestedUsername;
  for (const name of ['clinic', 'Park Clinic', 'ann@example.com', '7up']) {
    assert.equal(readName(name), name);
  }
  for (const name of ['', '100001', 'a:b', 'clínica']) assert.equal(readName(name), undefined);
});

test('a blank second line of an address is none', () => {
  assert.equal(createMerchantAccount.parameters.Address2?.isRequired, false);
});

function faultsOf(operation: ServiceOperation, sent: Texts, environment?: Business['environment']) {
  return read(operation, sent, environment).faults;
}

/** What the operation makes of these; a blank text is none, and what else is required is not asked for. */
function read(
  { parameters, read: readAll }: ServiceOperation,
  sent: Texts,
  environment: Business['environment'] = 'sandbox',
) {
  const texts = Object.entries(sent).filter(([, text]) => text !== '');
  const faults: string[] = [];
  const note = (field: string, { code }: Flaw) => faults.push(`${field} ${code}`);
  const values: Record<string, unknown> = {};
  for (const [field, text] of texts) {
    const value = parameters[field]!.parse(text);
    if (value.ok) values[field] = value.value;
    else note(field, value);
  }
  const business = { environment } as Business;
  const sentNow = (field: string) => texts.some(([name]) => name === field);
  const review = { sent: sentNow, note, noteLate: note };
  const ask = readAll(values, { business, today }, review);
  return { ask, values, faults };
}
