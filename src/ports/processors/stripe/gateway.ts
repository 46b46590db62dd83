import type { GatewayKind } from '../gateway-kind.ts';
import { namesOfCards } from './card-names.ts';
import { addresses, readError } from './client.ts';
import { stripe as connect, stripeCan } from './stripe.ts';

export const stripe: GatewayKind = {
  addresses,
  can: stripeCan,
  shows: new Set([
    ...['id', 'object', 'reference', 'capture', 'amount', 'amount_received', 'amount_capturable'],
    ...['amount_to_capture', 'amount_captured', 'amount_refunded', 'currency', 'capture_method'],
    ...['type', 'payment_method_types', 'payment_intent', 'charge', 'refund', 'expand'],
    ...[
      'setup_future_usage',
      'off_session',
      'usage',
      'network_transaction_id',
      'error_on_requires_action',
    ],
    ...['electronic_commerce_indicator', 'transaction_id', 'version'],
    ...['status', 'created', 'livemode', 'cancellation_reason', 'canceled_at', 'refunded', 'paid'],
    ...['captured', 'failure_code', 'failure_reason', 'code', 'decline_code', 'message', 'param'],
    ...['advice_code', 'network_advice_code', 'network_decline_code', 'network_status'],
    ...['risk_level', 'seller_message', 'authorization_code', 'brand', 'reason'],
    ...['address_line1_check', 'address_postal_code_check', 'cvc_check', 'capture_before'],
    ...['network_reason_code', 'due_by', 'has_more', 'gte', 'lte', 'limit', 'starting_after'],
  ]),
  hides: namesOfCards,
  // With `lock_timeout` something else holds this one payment; the gateway is not too busy.
  asksToSlowDown: (body) => readError(body)?.code !== 'lock_timeout',
  connect: ({ address, key: secretKey, merchant: account }, { callTo, now }) =>
    connect({ call: callTo(address), secretKey, account, now }),
};
