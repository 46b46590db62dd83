/** The fields of NMI that are evidence of what happened. */
export const nmiShows: ReadonlySet<string> = new Set([
  ...['type', 'amount', 'currency', 'orderid', 'transactionid', 'dup_seconds', 'payment'],
  ...['initiated_by', 'stored_credential_indicator', 'initial_transaction_id', 'billing_method'],
  'customer_vault',
  ...['cardholder_auth', 'eci', 'three_ds_version', 'directory_server_id'],
  ...['decrypted_applepay_data', 'decrypted_googlepay_data'],
  ...['report_type', 'order_id', 'transaction_id', 'action_type', 'start_date', 'end_date'],
  ...['result_limit', 'page_number'],
  ...['response', 'responsetext', 'response_code', 'authcode', 'avsresponse', 'cvvresponse'],
  ...['partial_payment_id', 'partial_payment_balance'],
  ...['transaction_type', 'condition', 'authorization_code', 'avs_response', 'csc_response'],
  ...['success', 'date', 'source', 'response_text', 'processor_response_code'],
  ...['error_response', 'test_mode_enabled'],
]);
