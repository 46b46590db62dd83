import type { GatewayKind } from '../gateway-kind.ts';
import { addresses, isSandbox } from './client.ts';
import { nmi as connect, nmiCan } from './nmi.ts';

export const nmi: GatewayKind = {
  addresses,
  can: nmiCan,
  shows: new Set([
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
  ]),
  connect({ address, key: securityKey, merchant: processorId }, { callTo }) {
    const call = callTo(address);
    return connect({ call, securityKey, processorId, isSandbox: isSandbox(address) });
  },
};
