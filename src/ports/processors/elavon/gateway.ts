import type { GatewayKind } from '../gateway-kind.ts';
import { addresses, isSandbox, readUser } from './client.ts';
import { elavon as connect, elavonCan } from './elavon.ts';

export const elavon: GatewayKind = {
  addresses,
  can: elavonCan,
  shows: new Set([
    ...['ssl_transaction_type', 'ssl_merchant_txn_id', 'ssl_txn_id', 'ssl_amount'],
    ...['ssl_partial_auth_indicator', 'ssl_cvv2cvc2_indicator', 'ssl_get_token', 'ssl_add_token'],
    ...['ssl_recurring_flag', 'ssl_merchant_initiated_unscheduled', 'ssl_entry_mode'],
    ...['ssl_eci_ind', 'ssl_3ds_message_version', 'ssl_3ds_server_trans_id'],
    ...['ssl_3ds_trans_status'],
    ...['ssl_search_start_date', 'ssl_search_transaction_type', 'ssl_time_zone_request_utc'],
    ...['ssl_result', 'ssl_result_message', 'ssl_issuer_response', 'ssl_approval_code'],
    ...['ssl_requested_amount', 'ssl_balance_due', 'ssl_avs_response', 'ssl_cvv2_response'],
    ...['ssl_trans_status', 'ssl_txn_time', 'ssl_txn_count', 'ssl_is_voidable'],
    ...['ssl_card_type', 'ssl_token_response', 'ssl_add_token_response'],
    ...['ssl_txn_main_count', 'ssl_txn_main_amount', 'ssl_txn_ecg_count', 'ssl_txn_ecg_amount'],
    ...['errorCode', 'errorName', 'errorMessage'],
  ]),
  connect({ address, key: pin, merchant = '' }, { callTo }) {
    const call = callTo(address);
    return connect({ call, user: readUser(merchant), pin, isSandbox: isSandbox(address) });
  },
};
