/** The names of the schema that are read here, in its order. An element that is not listed has no elements. */
const elements: Readonly<Record<string, readonly string[]>> = {
  createTransactionRequest: ['merchantAuthentication', 'refId', 'transactionRequest'],
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
    ...['transactionType', 'amount', 'currencyCode', 'payment', 'authCode', 'refTransId'],
    ...['splitTenderId', 'order', 'customer', 'billTo', 'customerIP', 'transactionSettings'],
    'processingOptions',
  ],
  payment: ['creditCard'],
  creditCard: ['cardNumber', 'expirationDate', 'cardCode'],
  order: ['invoiceNumber', 'description'],
  customer: ['type', 'id', 'email'],
  billTo: [
    ...['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zip', 'country'],
    'phoneNumber',
  ],
  transactionSettings: ['setting'],
  setting: ['settingName', 'settingValue'],
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
