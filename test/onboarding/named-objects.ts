import type { Operation } from '../../src/api/operations/operation.ts';
import type { Kind } from './family.ts';

/**
 * What a parameter means whose name or reading says that it might name an object:
 * - names: an object that must be there;
 * - finds: the caller's own word, which leads to what was made under it before;
 * - notes: kept, and nothing is looked up by it;
 * - claims: unique over all businesses, so that what is taken may be told;
 * - nothing: it is no name of anything here.
 * The first kind is what it is for; the others are tried as well.
 */
export type Meaning = {
  readonly way: 'names' | 'finds' | 'notes' | 'claims' | 'nothing';
  readonly kinds: readonly Kind[];
};

const names = (...kinds: Kind[]): Meaning => ({ way: 'names', kinds });
const finds = (...kinds: Kind[]): Meaning => ({ way: 'finds', kinds });
const notes = (...kinds: Kind[]): Meaning => ({ way: 'notes', kinds });
const claims = (...kinds: Kind[]): Meaning => ({ way: 'claims', kinds });
const nothing: Meaning = { way: 'nothing', kinds: [] };

/** By the name of the parameter, or of operation and parameter where one name means two things. */
export const meanings: Readonly<Record<string, Meaning>> = {
  IndividualID: names('customer', 'invoice', 'application', 'site'),
  CardToken: names('cardToken', 'bankToken', 'customer'),
  ACHToken: names('bankToken', 'cardToken'),
  ParentId: names('site', 'childSite', 'application'),
  PaymentID: names('invoice', 'customer'),
  TransactionID: names('invoice', 'customer'),
  ExternalAPIID: names('lead', 'customer'),
  CustomerCode: names('customerWord'),
  AgentPhoneNumber: names('agentNumber', 'mobileNumber'),
  PlanCode: finds('plan'),
  OrderNumber: finds('order', 'invoice'),
  'ProcessRefundNoCC OrderNumber': names('order'),
  'RetrievePayment OrderNumber': names('order'),
  ExternalID: finds('childWord', 'site'),
  providerId: finds('childWord', 'site'),
  CustomerExternalID: finds('customerWord'),
  'UpdateCustomer ExternalID': names('customerWord'),
  'CreatePayment ExternalID': notes('customerWord', 'order', 'childWord'),
  InvoiceExternalID: notes('invoiceWord', 'invoice'),
  'SendPaymentSMS InvoiceID': finds('order', 'invoice'),
  'SendPaymentSMS AccountNumber': notes('customer'),
  AccountNumber2: notes('customer'),
  Email: notes('email'),
  BusinessEmail: notes('email'),
  providerEmail: notes('email'),
  ReferralID: notes('site'),
  ReferralId: notes('site'),
  GatewayId: notes('application'),
  Gateway: notes('application'),
  ExternalUsername: notes('childUsername'),
  ExternalMID: notes('application'),
  ExternalTerminalID: notes('application'),
  PaymentWebhookUsername: notes('childUsername'),
  OriginCode: notes('customerWord'),
  provideruserName: claims('childUsername'),
  MobileNumberAssigned: claims('mobileNumber'),

  // Of the operator's list, the same for everybody; or checked with the business alone.
  BusinessTypeId: nothing,
  MccCode: nothing,
  ExternalAPIKey: nothing,
  GatewayPasskey: nothing,
  providerTaxId: nothing,
  CreateToken: nothing,
  // Addresses, cards, accounts and phones in the world outside.
  AccountNumber: nothing,
  CCNumber: nothing,
  CardNumber: nothing,
  RoutingNumber: nothing,
  PhoneNumber: nothing,
  StateCode: nothing,
  PostalCode: nothing,
  BusinessPostalCode: nothing,
  providerZipcode: nothing,
  CountryCode: nothing,
  OwnerAddressCountryCode: nothing,
  BusinessAddressCountryCode: nothing,
  URL: nothing,
  PaymentsWebhookURL: nothing,
  MessagesWebhookURL: nothing,
  CustomersWebhookURL: nothing,
  CreateBusinessAPIURL: nothing,
};

export function meaningOf({ name }: Operation, parameter: string): Meaning | undefined {
  return meanings[`${name} ${parameter}`] ?? meanings[parameter];
}

const soundsLikeOne = /(?:id|ids|token|number|number\d|code|key|username|reference)$/i;

/** Whether it must be said what this parameter means: by its name, or since it is compared to the letter. */
export function mayNameAnObject({ parameters }: Operation, parameter: string): boolean {
  return soundsLikeOne.test(parameter) || parameters[parameter]!.isVerbatim === true;
}
