/** The names of the schema that are read here, in its order. An element that is not listed has no elements. */
const elements: Readonly<Record<string, readonly string[]>> = {
  createTransactionRequest: ['merchantAuthentication', 'refId', 'transactionRequest'],
  createCustomerProfileRequest: [
    ...['merchantAuthentication', 'refId', 'profile', 'validationMode'],
  ],
  getCustomerPaymentProfileRequest: [
    ...['merchantAuthentication', 'refId', 'customerProfileId', 'customerPaymentProfileId'],
  ],
  updateCustomerPaymentProfileRequest: [
    ...['merchantAuthentication', 'refId', 'customerProfileId', 'paymentProfile'],
    'validationMode',
  ],
  profile: [
    ...['merchantCustomerId', 'description', 'email', 'paymentProfiles'],
    ...['customerProfileId', 'paymentProfile'],
  ],
  paymentProfiles: ['customerType', 'billTo', 'payment'],
  paymentProfile: [
    ...['paymentProfileId', 'cardCode', 'customerType', 'billTo', 'payment'],
    'customerPaymentProfileId',
  ],
  getMerchantDetailsRequest: ['merchantAuthentication', 'refId'],
  getUnsettledTransactionListRequest: ['merchantAuthentication', 'refId', 'sorting', 'paging'],
  getSettledBatchListRequest: [
    ...['merchantAuthentication', 'refId', 'includeStatistics'],
    ...['firstSettlementDate', 'lastSettlementDate'],
  ],
  getTransactionListRequest: ['merchantAuthentication', 'refId', 'batchId', 'sorting', 'paging'],
  getTransactionDetailsRequest: ['merchantAuthentication', 'refId', 'transId'],
  merchantAuthentication: ['name', 'transactionKey'],
  transactionRequest: [
    ...['transactionType', 'amount', 'currencyCode', 'payment', 'profile', 'authCode'],
    'refTransId',
    ...['splitTenderId', 'order', 'customer', 'billTo', 'customerIP'],
    ...['cardholderAuthentication', 'transactionSettings'],
    ...['processingOptions', 'subsequentAuthInformation'],
  ],
  payment: ['creditCard', 'opaqueData'],
  creditCard: [
    ...['cardNumber', 'expirationDate', 'cardCode', 'isPaymentToken', 'cryptogram'],
    ...['tokenRequestorName', 'tokenRequestorId', 'tokenRequestorEci'],
  ],
  opaqueData: ['dataDescriptor', 'dataValue'],
  cardholderAuthentication: ['authenticationIndicator', 'cardholderAuthenticationValue'],
  order: ['invoiceNumber', 'description'],
  customer: ['type', 'id', 'email'],
  billTo: [
    ...['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zip', 'country'],
    'phoneNumber',
  ],
  transactionSettings: ['setting'],
  setting: ['settingName', 'settingValue'],
  processingOptions: [
    ...['isFirstRecurringPayment', 'isFirstSubsequentAuth', 'isSubsequentAuth'],
    'isStoredCredentials',
  ],
  subsequentAuthInformation: ['originalNetworkTransId', 'originalAuthAmount', 'reason'],
  sorting: ['orderBy', 'orderDescending'],
  paging: ['limit', 'offset'],
};

/** Whether all that is in an element is known there and comes in the order of the schema. */
export function isInOrder(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => isInOrder(name, one));
  if (typeof value !== 'object' || value === null) return true;
  const places = Object.keys(value).map((key) => elements[name]?.indexOf(key) ?? -1);
  const isSorted = places.every((place, i) => place > (places[i - 1] ?? -1));
  return isSorted && Object.entries(value).every(([key, inner]) => isInOrder(key, inner));
}
