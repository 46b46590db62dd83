/** The fields of Stripe that are evidence of what happened. */
export const stripeShows: ReadonlySet<string> = new Set([
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
]);
