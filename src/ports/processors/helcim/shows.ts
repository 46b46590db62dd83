/** The fields of Helcim that are evidence of what happened. */
export const helcimShows: ReadonlySet<string> = new Set([
  ...['currency', 'amount', 'ecommerce', 'invoiceNumber', 'quantity', 'price'],
  ...['preAuthTransactionId', 'cardTransactionId', 'originalTransactionId'],
  ...['transactionId', 'cardBatchId', 'limit', 'page', 'dateCreated', 'status', 'type'],
  ...['avsResponse', 'cvvResponse', 'cardType', 'approvalCode', 'warning', 'errors', 'response'],
  ...['id', 'batchNumber', 'terminalId', 'closed', 'dateUpdated', 'dateClosed', 'netSales'],
  ...['totalSales', 'totalRefunds', 'totalReversed', 'totalRefundsReversed', 'countTotal'],
  ...['countApproved', 'countDeclined', 'message'],
]);
