import type { GatewayKind } from '../gateway-kind.ts';
import { authorizeNetCan, authorizeNet as connect } from './authorize-net.ts';
import { addresses } from './client.ts';

export const authorizeNet: GatewayKind = {
  addresses,
  can: authorizeNetCan,
  shows: new Set([
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
  ]),
  connect({ address, key: transactionKey, merchant: loginId = '' }, { callTo, now }) {
    const isSandbox = address === addresses.sandbox;
    return connect({ call: callTo(address), loginId, transactionKey, isSandbox, now });
  },
};
