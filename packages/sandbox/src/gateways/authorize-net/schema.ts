/*
 * The part of the gateway's published schema (AnetApiSchema.xsd) about the requests that are read here: the elements,
 * their order, and what fits into each. An element that nobody here sends is `unread`: only its place counts.
 */

export type Simple = {
  /** Undefined: any text. */
  readonly pattern?: RegExp;
  /** How many characters fit. */
  readonly least?: number;
  readonly most?: number;
  readonly values?: readonly string[];
  /** The bounds of a number. */
  readonly from?: number;
  readonly to?: number;
};

export type Field = {
  readonly name: string;
  readonly isRequired: boolean;
  /** True if it may come more than once. */
  readonly isList: boolean;
  /** Exactly one of the elements that share a choice comes. */
  readonly choice: string | undefined;
  /** The elements in it, by the name of their sequence; or its text; or `unread` content. */
  readonly holds: string | Simple | 'unread';
};

const text: Simple = {};
const upTo = (most: number, least?: number): Simple => ({ most, ...(least && { least }) });
const digits: Simple = { pattern: /^[0-9]+$/ };
const truth: Simple = { values: ['true', 'false', '1', '0'] };
const decimal: Simple = { pattern: /^[+-]?(?:\d+\.?\d*|\.\d+)$/ };
const amountOfFourDigits: Simple = { pattern: /^\+?(?:\d+(?:\.\d{0,4})?|\.\d{1,4})$/ };
const moment: Simple = {
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/,
};
const cardCode: Simple = { pattern: /^[0-9]{3,4}$/ };
const values = (...all: readonly string[]): Simple => ({ values: all });

const field = (isRequired: boolean, name: string, holds: Field['holds'], more = {}): Field => ({
  ...{ name, isRequired, holds, isList: false, choice: undefined },
  ...more,
});
const must = (name: string, holds: Field['holds'] = text) => field(true, name, holds);
const may = (name: string, holds: Field['holds'] = text) => field(false, name, holds);
const list = (name: string, holds: Field['holds']) => field(false, name, holds, { isList: true });
const oneOf = (choice: string, name: string, holds: Field['holds'] = 'unread') =>
  field(false, name, holds, { choice });
const unread = (...names: readonly string[]) => names.map((name) => may(name, 'unread'));

/** The elements with which every request begins. */
const request = [
  must('merchantAuthentication', 'merchantAuthentication'),
  may('clientId', upTo(30)),
  may('refId', upTo(20)),
];
const validationMode = may('validationMode', values('none', 'testMode', 'liveMode', 'oldLiveMode'));
const customerType = may('customerType', values('individual', 'business'));
const listing = [may('sorting', 'sorting'), may('paging', 'paging')];
const ofPaymentProfile = [
  customerType,
  may('billTo', 'customerAddress'),
  may('payment', 'payment'),
  may('driversLicense', 'unread'),
  may('taxId', upTo(9, 8)),
  may('defaultPaymentProfile', truth),
  may('subsequentAuthInformation', 'subsequentAuthInformation'),
  may('excludeFromAccountUpdater', truth),
];

/** The requests by their names, and the sequences of what is in them. */
export const sequences: Readonly<Record<string, readonly Field[]>> = {
  createTransactionRequest: [...request, must('transactionRequest', 'transactionRequest')],
  createCustomerProfileRequest: [...request, must('profile', 'newProfile'), validationMode],
  getCustomerPaymentProfileRequest: [
    ...request,
    must('customerProfileId', digits),
    may('customerPaymentProfileId', digits),
    may('unmaskExpirationDate', truth),
    may('includeIssuerInfo', truth),
  ],
  updateCustomerPaymentProfileRequest: [
    ...request,
    must('customerProfileId', digits),
    must('paymentProfile', 'changedPaymentProfile'),
    validationMode,
  ],
  getMerchantDetailsRequest: request,
  getUnsettledTransactionListRequest: [
    ...request,
    may('status', values('any', 'pendingApproval')),
    ...listing,
  ],
  getSettledBatchListRequest: [
    ...request,
    may('includeStatistics', truth),
    may('firstSettlementDate', moment),
    may('lastSettlementDate', moment),
  ],
  getTransactionListRequest: [...request, may('batchId', digits), ...listing],
  getTransactionDetailsRequest: [...request, must('transId', digits)],

  merchantAuthentication: [
    may('name', upTo(25)),
    oneOf('credential', 'transactionKey', upTo(16)),
    ...['sessionToken', 'password', 'impersonationAuthentication', 'fingerPrint'].map((name) =>
      oneOf('credential', name),
    ),
    ...['clientKey', 'accessToken'].map((name) => oneOf('credential', name)),
    may('mobileDeviceId', upTo(60)),
  ],
  transactionRequest: [
    must('transactionType'),
    may('amount', decimal),
    may('currencyCode'),
    may('payment', 'payment'),
    may('profile', 'chargedProfile'),
    ...unread('solution', 'callId', 'terminalNumber', 'authCode'),
    may('refTransId'),
    ...unread('splitTenderId'),
    may('order', 'order'),
    ...unread('lineItems', 'tax', 'duty', 'shipping', 'taxExempt', 'poNumber'),
    may('customer', 'customer'),
    may('billTo', 'customerAddress'),
    ...unread('shipTo'),
    may('customerIP'),
    may('cardholderAuthentication', 'cardholderAuthentication'),
    ...unread('retail', 'employeeId'),
    may('transactionSettings', 'settings'),
    ...unread('userFields', 'surcharge', 'merchantDescriptor', 'subMerchant', 'tip'),
    may('processingOptions', 'processingOptions'),
    may('subsequentAuthInformation', 'subsequentAuthInformation'),
    ...unread('otherTax', 'shipFrom', 'authorizationIndicatorType'),
  ],
  payment: [
    oneOf('payment', 'creditCard', 'creditCard'),
    ...['bankAccount', 'trackData', 'encryptedTrackData', 'payPal'].map((name) =>
      oneOf('payment', name),
    ),
    oneOf('payment', 'opaqueData', 'opaqueData'),
    oneOf('payment', 'emv'),
    may('dataSource'),
  ],
  creditCard: [
    must('cardNumber', upTo(16, 4)),
    must('expirationDate', upTo(7, 4)),
    may('cardCode', cardCode),
    may('isPaymentToken', truth),
    may('cryptogram'),
    may('tokenRequestorName'),
    may('tokenRequestorId'),
    may('tokenRequestorEci'),
  ],
  opaqueData: [
    must('dataDescriptor'),
    must('dataValue'),
    ...unread('dataKey', 'expirationTimeStamp'),
  ],
  chargedProfile: [
    may('createProfile', truth),
    may('customerProfileId', digits),
    may('paymentProfile', 'chargedPaymentProfile'),
    may('shippingProfileId', digits),
  ],
  chargedPaymentProfile: [must('paymentProfileId', digits), may('cardCode', cardCode)],
  newProfile: [
    may('merchantCustomerId', upTo(20)),
    may('description', upTo(255)),
    may('email', upTo(255)),
    list('paymentProfiles', 'newPaymentProfile'),
    list('shipToList', 'unread'),
    may('profileType', values('regular', 'guest')),
  ],
  newPaymentProfile: ofPaymentProfile,
  changedPaymentProfile: [...ofPaymentProfile, may('customerPaymentProfileId', digits)],
  order: [
    may('invoiceNumber', upTo(20)),
    may('description', upTo(255)),
    ...unread('discountAmount', 'taxIsAfterDiscount', 'totalTaxTypeCode'),
    ...unread('purchaserVATRegistrationNumber', 'merchantVATRegistrationNumber'),
    ...unread('vatInvoiceReferenceNumber', 'purchaserCode', 'summaryCommodityCode'),
    ...unread('purchaseOrderDateUTC', 'supplierOrderReference', 'authorizedContactName'),
    ...unread('cardAcceptorRefNumber', 'amexDataTAA1', 'amexDataTAA2', 'amexDataTAA3'),
    ...unread('amexDataTAA4'),
  ],
  customer: [
    may('type', values('individual', 'business')),
    may('id', upTo(20)),
    may('email', upTo(255)),
    ...unread('driversLicense', 'taxId'),
  ],
  customerAddress: [
    may('firstName', upTo(50)),
    may('lastName', upTo(50)),
    may('company', upTo(50)),
    may('address', upTo(60)),
    may('city', upTo(40)),
    may('state', upTo(40)),
    may('zip', upTo(20)),
    may('country', upTo(60)),
    may('phoneNumber', upTo(25)),
    may('faxNumber', upTo(25)),
    may('email'),
  ],
  cardholderAuthentication: [
    must('authenticationIndicator'),
    must('cardholderAuthenticationValue'),
  ],
  settings: [list('setting', 'setting')],
  setting: [may('settingName'), may('settingValue')],
  processingOptions: [
    may('isFirstRecurringPayment', truth),
    may('isFirstSubsequentAuth', truth),
    may('isSubsequentAuth', truth),
    may('isStoredCredentials', truth),
  ],
  subsequentAuthInformation: [
    may('originalNetworkTransId', { pattern: /^[0-9a-zA-Z\s]+$/, most: 255 }),
    may('originalAuthAmount', amountOfFourDigits),
    may('reason', values('resubmission', 'delayedCharge', 'reauthorization', 'noShow')),
  ],
  sorting: [must('orderBy', values('id', 'submitTimeUTC')), must('orderDescending', truth)],
  paging: [
    must('limit', { pattern: /^\d+$/, from: 1, to: 1000 }),
    must('offset', { pattern: /^\d+$/, from: 1, to: 100_000 }),
  ],
};
