/** Statements that store payments $1 to $2 as the service would have: the same tables, rows of the same size. */
export const rowsOfPayments = [
  `insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1,
     address2, city, state_code, postal_code, country_code, created_at)
   select 100001, 1000000 + n, null, (3000000000 + n)::text, 'stored' || n || '@example.com', 'Ada', 'Park',
     '1 Main Street', '', 'New York', 'NY', '10001', 'US', timestamptz '2026-01-01'
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents,
     approved_cents, captured_cents,
     order_number, holds_order, fingerprint, brand, last4, wants_token, processor, epoch, lease_until, message,
     authorization_code, processor_id, created_at, finished_at)
   select 100001, 1000000 + n, 1000000 + n, 1000000 + n, 'captured', 'card', true, 1250, 1250, 1250,
     'stored-' || n, true,
     decode(md5(n::text) || '01', 'hex'), 'visa', '4242', false, 'simulator', 1, timestamptz '2026-01-01',
     'Approved.', '123456', 'sim_' || md5(n::text), timestamptz '2026-01-01', timestamptz '2026-01-01'
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details,
     created_at)
   select 100001, 1000000 + n, 1000000 + n, 1000000 + n, 'held', 1250, 'stored-' || n,
     json_build_object('lines', '[]'::json, 'billTo', json_build_object('firstName', 'Ada', 'lastName', 'Park',
       'address1', '1 Main Street', 'city', 'New York', 'stateCode', 'NY', 'postalCode', '10001'),
       'email', 'stored' || n || '@example.com', 'phone', (3000000000 + n)::text, 'emailReceipt', true,
       'smsReceipt', true, 'description', 'Order stored-' || n), timestamptz '2026-01-01'
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
   select 100001, 1000000 + n, 1000000 + n, 'receivable:simulator', 'sales', 1250, timestamptz '2026-01-01'
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
   select 100001, ('0195' || lpad(to_hex(n), 8, '0') || substr(md5(n::text), 1, 20))::uuid, 'payment.captured',
     1000000 + n, timestamptz '2026-01-01',
     json_build_object('paymentId', n::text, 'customerId', n::text, 'invoiceNumber', '1234567890', 'orderNumber',
       'stored-' || n, 'amountCents', '1250', 'state', 'captured', 'method', 'card', 'brand', 'visa', 'last4',
       '4242', 'receiptNumber', 'R' || n, 'message', 'Approved.', 'email', 'stored' || n || '@example.com',
       'phone', (3000000000 + n)::text), '{email,sms}'
   from generate_series($1::bigint, $2::bigint) n`,
];
