import assert from 'node:assert/strict';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';

/** A value that is taken for every parameter of every operation, but for tokens and what is sent once. */
export const goodValues: Readonly<Record<string, string>> = {
  AccountNumber: '123456789',
  AccountNumber2: '42',
  Address1: '1 Main Street',
  Address2: 'Suite 2',
  // The business's own.
  AgentPhoneNumber: '',
  Amount: '12.50',
  AmountHolder: '12.50',
  BankName: 'First Bank',
  BillToAddress1: '1 Main Street',
  BillToAddress2: '',
  BillToCellPhone: '6175550123',
  BillToCity: 'Boston',
  BillToName: 'Ada Park',
  BillToState: 'MA',
  BillToZip: '02101',
  BusinessAddress: '2 Main Street',
  BusinessAddress1: '2 Main Street',
  BusinessAddress2: '',
  BusinessCity: 'Boston',
  BusinessEmail: 'shop@example.com',
  BusinessLegalName: 'Park Flowers LLC',
  BusinessName: 'Park Flowers',
  BusinessPhone: '6175550124',
  BusinessPostalCode: '02101',
  BusinessState: 'MA',
  BusinessZip: '02101',
  CardNumber: '4242424242424242',
  ChargeType: 'Charge',
  City: 'Boston',
  CompanyName: 'Park Flowers',
  ConvenienceFee: '0.00',
  CountryCode: 'US',
  CustomerCode: 'C-1',
  CustomField1: 'one',
  CustomField2: '',
  CustomField3: '',
  CustomField4: '',
  CustomField5: '',
  CustomField6: '',
  CustomField7: '',
  DBA: 'Park Flowers',
  DateOfBirth: '02-29-1980',
  Description: 'Flowers',
  Discount: '10',
  EIN: '982345671',
  Email: 'ada@example.com',
  ExpirationDate: '1239',
  ExternalID: 'ext-1',
  FirstName: 'Ada',
  IPAddress: '192.0.2.1',
  IndividualID: '1',
  Interval: 'Monthly',
  InvoiceID: '1',
  IsEmailReceipt: 'true',
  IsSMSReceipt: 'false',
  IsSent: 'true',
  IsSuccess: 'true',
  LastName: 'Park',
  MessageType: 'Test',
  MobilePhone: '6175550123',
  OriginCode: 'web',
  PaymentID: '1234567890',
  Phone: '6175550123',
  PhoneNumber: '6175550123',
  PlanCode: 'gold',
  PostalCode: '02101',
  RefundType: 'Full',
  ReturnMessage: 'taken over',
  RoutingNumber: '021000021',
  SMSMessage: 'Thank you.',
  SSN: '123121234',
  ScheduledDate: '',
  StartDate: '',
  State: 'MA',
  StateCode: 'MA',
  StatementDate: '',
  StatementDescriptor: 'PARK FLOWERS',
  Status: 'Active',
  Subtotal: '12.50',
  Tax: '0.50',
  Title: 'Ms',
  TotalAmountDue: '13.00',
  URL: 'flowers.example.com',
  accountName: 'Park Flowers LLC',
  providerAddress1: '3 Main Street',
  providerAddress2: '',
  providerCity: 'Boston',
  providerEmail: 'clinic@example.com',
  providerName: 'Park Clinic',
  providerPhone1: '6175550125',
  providerPhone2: '',
  providerState: 'MA',
  providerTaxId: '987654321',
  providerZipcode: '02101',
  provideruserName: 'clinic',
};

/** Where one name means two things. */
export const goodValuesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SendPaymentSMS: { ExpirationDate: '' },
  ProcessRefundNoCC: { OrderNumber: '' },
};

/** A call a second time with one of these would be another one's call. */
const neverTwice = new Set(['OrderNumber', 'providerId', 'provideruserName']);
let calls = 0;

/** Values with which this operation does what it is there for, in the order of the wire. */
export function goodCall(
  { name: operation, credentials, parameters }: ServiceOperation,
  caller: {
    readonly username: string;
    readonly apiKey: string;
    readonly cardToken: string;
    readonly invoice: string;
    /** Of the customer with the number 1. */
    readonly lead: string;
  },
): Record<string, string> {
  calls += 1;
  const known: Record<string, string> = {
    ...goodValues,
    CardToken: caller.cardToken,
    PaymentID: caller.invoice,
    ExternalAPIID: caller.lead,
  };
  const sent: Record<string, string> = {};
  for (const name of credentials?.order ?? []) {
    sent[name] = name === credentials!.apiKey ? caller.apiKey : caller.username;
  }
  for (const name of Object.keys(parameters)) {
    const own = goodValuesOf[operation]?.[name];
    const value = own ?? (neverTwice.has(name) ? `number-${calls}` : known[name]);
    assert.notEqual(value, undefined, `test/asmx/good-values.ts has no ${name}`);
    sent[name] = value!;
  }
  return sent;
}
