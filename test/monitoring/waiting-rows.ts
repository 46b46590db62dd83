/** A row of each kind that waits since `$2`, and is tried again at `$3`. */
export const waitingRows = {
  outcomes: `insert into batches (business_id, id, processor, state, reference, first_payment_id, last_payment_id, item_count,
      net_cents, fee_cents, actor, epoch, lease_until, resolve_at, created_at, sent_at)
    values ($1, 1, 'simulator', 'unknown', 'one', 1, 1, 1, 100, 0, 'job', 1, $2, $3, $2, $2)`,
  webhooks: `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, tries, due_at,
      last_status, created_at)
    values ($1, 17, gen_random_uuid(), 'payments', 1, 1, 'scheduled', '', 3, $3, 503, $2)`,
  receivers: `insert into webhook_endpoints (business_id, kind, url, created_at, state, failing_since, disable_at)
    values ($1, 'payments', 'https://shop.example/hook', $2, 'failing', $2, $3)`,
  mails: `insert into mails (business_id, id, kind, event_id, recipient, state, due_at, error_code, created_at)
    values ($1, 5, 'receipt', gen_random_uuid(), 'ada@example.com', 'queued', $3, 'no_connection', $2)`,
  'failed-mails': `insert into mails (business_id, id, kind, event_id, recipient, state, error_code, created_at, finished_at)
    values ($1, 15, 'receipt', gen_random_uuid(), 'bob@example.com', 'failed', 'no_such_mailbox', $2, $2)`,
  texts: `insert into messages (business_id, id, conversation_id, direction, kind, state, body, due_at, created_at)
    values ($1, 6, 1, 'out', 'receipt', 'queued', '', $2, $2)`,
  'failed-texts': `insert into messages (business_id, id, conversation_id, direction, kind, state, body, error_code,
      created_at, finished_at)
    values ($1, 16, 1, 'out', 'receipt', 'failed', '', 'landline', $2, $2)`,
  transfers: `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind, routing_number,
      last4, holder, number_owner, is_same_day, next_at, created_at)
    values ($1, 7, 'debit', 'queued', 100, 'WEB', 'checking', '021000021', '6789', 'Ada', 'payment:1', false, $2, $2)`,
  files: `insert into ach_files (business_id, id, direction, state, name, file_on, number, environment, cutoff_at,
      resolve_at, created_at)
    values ($1, 8, 'out', 'written', 'one.ach', '2030-01-15', 1, 'sandbox', $2, $2, $2)`,
  subscriptions: `insert into subscription_periods (business_id, subscription_id, n, invoice_id, state, amount_cents,
      starts_on, ends_on, due_at, created_at, price_cents)
    values ($1, 9, 1, 1, 'open', 100, '2030-01-15', '2030-02-15', $2, $2, 100)`,
  jobs: `insert into jobs (business_id, kind, key, run_at, tries, last_error)
    values ($1, 'number.assign', 'first', $2::timestamptz + interval '12 minutes', 2, 'no number is left')`,
  accounts: `insert into processor_accounts (business_id, name, processor, environment, state, stopped_because, address,
      key_number, created_at, checked_at)
    values ($1, 'nmi', 'nmi', 'sandbox', 'stopped', 'the key was turned away', 'https://gateway.example', 1, $2, $2)`,
  circuits: `insert into processes (name, version, serves, works, started_at, seen_at, open_circuits)
    values ('host:' || $1, '1', true, true, $2, $3, jsonb_build_array(
      jsonb_build_object('business_id', $1::text, 'name', 'nmi', 'since', $2::timestamptz)))`,
};
