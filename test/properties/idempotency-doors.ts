import { testCard } from '../../packages/sandbox/test/bank.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { World } from '../../src/world.ts';
import { callBy, resultText, type Sent } from '../asmx/bindings.ts';
import { cardFields, client, type Fields, type Reply as HttpReply, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { businessFields } from '../onboarding/fields.ts';
import { patient } from '../patient.ts';
import { atEnd, type Scope } from '../scope.ts';

export type Place = { readonly fixture: Fixture; readonly baseUrl: string };

export type Reply = {
  /** Equal for a replay. */
  readonly text: string;
  /** True if the request was refused because its key was used for another one. */
  readonly isReused: boolean;
};

/** An operation that makes something under an idempotency key, called by one business. */
export type Door = {
  /** Doors of one group share their keys. */
  readonly group: string;
  /** What may be asked for: all contents are different requests. */
  readonly contents: number;
  /** The content that comes to nothing, so that its key is free at once. */
  readonly comesToNothing?: number;
  /** Makes what the next first request under this key is about. */
  prepare?(key: string): Promise<void>;
  ask(key: string, content: number): Promise<Reply>;
  /** How many it made. */
  count(): Promise<number>;
};

export const doorNames = [
  'CreatePayment',
  'ProcessRefundNoCC',
  'ProcessAuthorization',
  'CreateToken',
  'CreateCustomerSubscription',
  'SendPaymentSMS',
  'CreateSMSReceipt',
  'UpdateCustomer',
  'AcquirerATokenUpdate',
  'CreateNewBusiness',
] as const;
export type DoorName = (typeof doorNames)[number];

export async function openPlace(scope: Scope, breaks = (world: World) => world): Promise<Place> {
  const fixture = await makeFixture(scope);
  const { baseUrl, close } = await openDoor(breaks(patient(await fixture.open())));
  atEnd(scope, close);
  return { fixture, baseUrl };
}

/** The doors for a new business, and what hangs up. */
export async function openShop(place: Place): Promise<{
  doors: Readonly<Record<DoorName, Door>>;
  close(): void;
}> {
  const { fixture, baseUrl } = place;
  const caller = await fixture.addBusiness();
  const api = client(baseUrl, caller);
  const calls: Calls = {
    async json(name, fields, key) {
      const headers: Sent = key === undefined ? {} : { 'Idempotency-Key': key };
      return await api.call(name, fields, headers);
    },
    async service(name, fields, key) {
      const sent = { Token: caller.apiKey, Username: caller.username, ...blanks[name], ...fields };
      const headers = { 'Idempotency-Key': key };
      const { status, body } = await callBy('HTTP POST', baseUrl, name, sent, headers);
      return { status, body: resultText('HTTP POST', name, body) ?? body };
    },
  };
  const made = JSON.parse((await calls.json('CreateToken', cardFields)).body).Data;
  const customer = { id: made.IndividualID, token: made.TokenResult };
  return { doors: doorsOf(place, caller, calls, customer), close: api.close };
}

type Heard = Pick<HttpReply, 'status' | 'body'>;
type Calls = {
  json(name: string, fields: Fields, key?: string): Promise<HttpReply>;
  /** Service.asmx, by HTTP POST. */
  service(name: keyof typeof blanks, fields: Sent, key: string): Promise<Heard>;
};
type Customer = { readonly id: string; readonly token: string };

function doorsOf(
  { fixture }: Place,
  { business }: Caller,
  { json, service }: Calls,
  customer: Customer,
): Readonly<Record<DoorName, Door>> {
  const counted = (source: string) => async () =>
    (await fixture.db.query(`select from ${source}`, [business.id])).length;
  const events = (kind: string) => counted(`events where business_id = $1 and kind = '${kind}'`);
  const followUps = (kind: string) =>
    counted(`followups where business_id = $1 and kind = '${kind}'`);
  const payments = new Map<string, { readonly id: bigint; readonly invoice: string }>();
  const prepared = (ChargeType: string) => async (key: string) => {
    const fields = { ...cardFields, ChargeType, Amount: '50.00' };
    const { body, headers } = await json('CreatePayment', fields);
    const id = BigInt(String(headers['x-payment-id']));
    payments.set(`${ChargeType} ${key}`, { id, invoice: JSON.parse(body).Data.InvoiceID });
  };
  return {
    CreatePayment: {
      group: 'payments',
      contents: 4,
      // After a 503 the key is free at once (docs/interface/idempotency.md). A decline is a result, and replayed.
      comesToNothing: 3,
      async ask(key, content) {
        const CCNumber = cardsToPayWith[content]!;
        return replyOf(
          await json('CreatePayment', { ...cardFields, CCNumber, Amount: '9.00' }, key),
        );
      },
      count: counted('payments where business_id = $1'),
    },
    // Captures, voids and refunds have one group of keys (docs/interface/idempotency.md).
    ProcessRefundNoCC: {
      group: 'follow-ups',
      contents: 4,
      // As for payments: the answer is 503, and its key is free.
      comesToNothing: 3,
      prepare: prepared('Charge'),
      async ask(key, content) {
        const { id, invoice: PaymentID } = payments.get(`Charge ${key}`)!;
        if (content === 3) {
          fixture.bank.script({ reference: referenceOf(business.id, id, 2) }, 'connection_refused');
        }
        const fields = { RefundType: 'Partial', Amount: amounts[content]!, PaymentID };
        return replyOf(await service('ProcessRefundNoCC', fields, key));
      },
      count: followUps('refund'),
    },
    // An authorization is captured once, whatever the key: each first request is about one of its own.
    ProcessAuthorization: {
      group: 'follow-ups',
      contents: 3,
      prepare: prepared('Authorize'),
      async ask(key, content) {
        const { invoice: TransactionID } = payments.get(`Authorize ${key}`)!;
        const fields = { TransactionID, ChargeType: 'Capture', Amount: amounts[content]! };
        return replyOf(await json('ProcessAuthorization', fields, key));
      },
      count: followUps('capture'),
    },
    CreateToken: {
      group: 'tokens',
      contents: 3,
      ask: async (key, content) =>
        replyOf(await json('CreateToken', { ...cardFields, Address1: words[content] }, key)),
      count: counted('tokens where business_id = $1'),
    },
    CreateCustomerSubscription: {
      group: 'subscriptions',
      contents: 3,
      async ask(key, content) {
        const plan = { Amount: amounts[content]!, Interval: 'Monthly', StartDate: '01-02-2039' };
        const fields = { CardToken: customer.token, ...plan };
        return replyOf(await service('CreateCustomerSubscription', fields, key));
      },
      count: counted('subscriptions where business_id = $1'),
    },
    // Without InvoiceID: an equal request under the same one is the same invoice, whatever the key.
    SendPaymentSMS: {
      group: 'pay links',
      contents: 3,
      async ask(key, content) {
        const payer = { BillToName: 'Ada Park', BillToCellPhone: phone };
        const fields = { TotalAmountDue: amounts[content]!, ...payer };
        return replyOf(await service('SendPaymentSMS', fields, key));
      },
      count: counted('pay_links where business_id = $1'),
    },
    CreateSMSReceipt: {
      group: 'texts',
      contents: 3,
      async ask(key, content) {
        const fields = { MobilePhone: phone, SMSMessage: words[content]! };
        return replyOf(await service('CreateSMSReceipt', fields, key));
      },
      count: counted(`messages where business_id = $1 and kind = 'receipt'`),
    },
    // A change makes nothing but its event, whose id is its key: all changes of customers and cards have one group.
    UpdateCustomer: {
      group: 'changes',
      contents: 3,
      async ask(key, content) {
        const fields = { IndividualID: customer.id, Title: words[content]! };
        return replyOf(await service('UpdateCustomer', fields, key));
      },
      count: events('customer.updated'),
    },
    AcquirerATokenUpdate: {
      group: 'changes',
      contents: 3,
      async ask(key, content) {
        const fields = { CardToken: customer.token, Address1: words[content]! };
        return replyOf(await service('AcquirerATokenUpdate', fields, key));
      },
      count: events('token.updated'),
    },
    // Every replay has the same API key, though it is stored nowhere.
    CreateNewBusiness: {
      group: 'businesses',
      contents: 3,
      async ask(key, content) {
        const fields = { ...businessFields, BusinessLegalName: words[content] };
        return replyOf(await json('CreateNewBusiness', fields, key));
      },
      count: counted('businesses where parent_id = $1'),
    },
  };
}

const reused = new Refusal('idempotency_key_reused').message;

function replyOf({ status, body }: Heard): Reply {
  return { text: `${status} ${body}`, isReused: JSON.parse(body).Message === reused };
}

const phone = '2125550100';
const amounts = ['1.00', '2.00', '3.00', '4.00'];
const words = ['Elm Street', 'Oak Street', 'Fir Street'];
const cardsToPayWith = [
  cardFields.CCNumber,
  '5555555555554444',
  testCard('card_declined'),
  testCard('connection_refused'),
];

const names = {
  ProcessRefundNoCC: 'RefundType Amount OrderNumber PaymentID',
  CreateCustomerSubscription: 'CardToken PlanCode Amount Interval Discount Tax StartDate',
  SendPaymentSMS: `BusinessName AccountNumber Description TotalAmountDue BillToName BillToAddress1 BillToCity
    BillToState BillToZip BillToCellPhone BillToAddress2 BusinessAddress1 BusinessAddress2 BusinessCity
    BusinessState BusinessZip BusinessPhone BusinessEmail AccountNumber2 InvoiceID StatementDate Subtotal Tax
    ConvenienceFee ScheduledDate ExpirationDate SMSMessage`,
  CreateSMSReceipt: 'FirstName LastName MobilePhone SMSMessage Email',
  UpdateCustomer: `IndividualID FirstName LastName Email PhoneNumber Title CompanyName Address1 Address2 City
    CountryCode StateCode PostalCode Status OriginCode CustomField1 CustomField2 CustomField3 CustomField4
    CustomField5 CustomField6 CustomField7 ExternalID`,
  AcquirerATokenUpdate:
    'CardToken FirstName LastName CardNumber ExpirationDate Address1 PostalCode',
};
const blanksOf = (fields: string): Sent =>
  Object.fromEntries(fields.split(/\s+/).map((name) => [name, '']));
const blanks = {
  ProcessRefundNoCC: blanksOf(names.ProcessRefundNoCC),
  CreateCustomerSubscription: blanksOf(names.CreateCustomerSubscription),
  SendPaymentSMS: blanksOf(names.SendPaymentSMS),
  CreateSMSReceipt: blanksOf(names.CreateSMSReceipt),
  UpdateCustomer: blanksOf(names.UpdateCustomer),
  AcquirerATokenUpdate: blanksOf(names.AcquirerATokenUpdate),
};
