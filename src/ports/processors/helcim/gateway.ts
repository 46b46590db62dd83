import type { GatewayKind } from '../gateway-kind.ts';
import { addresses } from './client.ts';
import { helcim as connect, helcimCan } from './helcim.ts';

export const helcim: GatewayKind = {
  addresses,
  can: helcimCan,
  shows: new Set([
    ...['currency', 'amount', 'ecommerce', 'invoiceNumber', 'quantity', 'price'],
    ...['preAuthTransactionId', 'cardTransactionId', 'originalTransactionId'],
    ...['transactionId', 'cardBatchId', 'limit', 'page', 'dateCreated', 'status', 'type'],
    ...['avsResponse', 'cvvResponse', 'cardType', 'approvalCode', 'warning', 'errors', 'response'],
    ...['id', 'batchNumber', 'terminalId', 'closed', 'dateUpdated', 'dateClosed', 'netSales'],
    ...['totalSales', 'totalRefunds', 'totalReversed', 'totalRefundsReversed', 'countTotal'],
    ...['countApproved', 'countDeclined', 'message'],
  ]),
  connect: ({ address, key: apiToken }, { callTo, signalAfter }) =>
    connect({ call: callTo(address), apiToken, signalAfter }),
};
