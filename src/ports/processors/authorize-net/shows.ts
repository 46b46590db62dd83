/** The fields of Authorize.Net that are evidence of what happened. */
export const authorizeNetShows: ReadonlySet<string> = new Set([
  'validationMode',
  ...['refId', 'transactionType', 'amount', 'currencyCode', 'refTransId', 'refTransID'],
  ...['invoiceNumber', 'settingName', 'settingValue', 'isFirstRecurringPayment'],
  ...['isFirstSubsequentAuth', 'isStoredCredentials', 'isSubsequentAuth'],
  ...['originalNetworkTransId', 'originalAuthAmount', 'networkTransId'],
  ...['transId', 'transrefId', 'batchId', 'orderBy', 'orderDescending', 'limit', 'offset'],
  ...['includeStatistics', 'firstSettlementDate', 'lastSettlementDate'],
  ...['responseCode', 'authCode', 'avsResultCode', 'cvvResultCode', 'cavvResultCode'],
  ...['authenticationIndicator', 'dataDescriptor', 'isPaymentToken', 'tokenRequestorEci'],
  ...['testRequest', 'isTestMode', 'accountType', 'resultCode', 'code', 'text'],
  ...['description', 'errorCode', 'errorText', 'splitTenderId'],
  ...['submitTimeUTC', 'transactionStatus', 'responseReasonCode'],
  ...['responseReasonDescription', 'AVSResponse', 'cardCodeResponse', 'authAmount'],
  ...['settleAmount', 'requestedAmount', 'totalNumInResultSet'],
  ...['settlementTimeUTC', 'settlementState', 'paymentMethod', 'currencies'],
]);
