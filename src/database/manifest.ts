/**
 * The kind of every table, should the database be spread over several servers one day:
 * - tenant: rows belong to a business and live where the business lives;
 * - lookup: something unique over all businesses, found by a key of its own;
 * - reference: few and nearly static rows, the same everywhere.
 */
export type TableKind = { kind: 'tenant' } | { kind: 'lookup'; by: string } | { kind: 'reference' };
export type Manifest = Readonly<Record<string, TableKind>>;

const tenant: TableKind = { kind: 'tenant' };
const reference: TableKind = { kind: 'reference' };
const lookup = (by: string): TableKind => ({ kind: 'lookup', by });

export const tenantKey = 'business_id';

export const manifest: Manifest = {
  migrations: reference,
  restores: reference,
  write_probes: reference,
  processes: reference,

  counters: lookup('name'),
  businesses: tenant,
  business_ids: tenant,
  business_types: reference,
  business_profiles: tenant,
  business_brandings: tenant,
  business_moves: tenant,
  account_news: tenant,
  external_sites: lookup('parent_id'),
  site_requests: lookup('caller_id'),
  mobile_numbers: lookup('number'),
  webhook_endpoints: tenant,
  external_keys: tenant,
  usernames: lookup('username'),
  api_keys: lookup('key_hash'),
  users: tenant,
  people: lookup('id'),
  memberships: lookup('person_id'),
  sessions: lookup('token_hash'),
  sign_in_links: lookup('token_hash'),
  passkeys: lookup('person_id'),
  passkey_challenges: lookup('challenge_hash'),
  sign_in_guesses: lookup('name'),
  jobs: tenant,
  card_declines: lookup('fingerprint'),
  card_testing_suspects: lookup('name'),
  spent_proofs: lookup('drawn'),

  vault_roots: reference,
  vault_named_keys: reference,
  vault_keys: tenant,
  vault_records: tenant,
  vault_rotations: reference,
  number_openings: tenant,

  customers: tenant,
  tokens: tenant,
  invoices: tenant,
  payments: tenant,
  payment_watches: tenant,
  daily_figures: tenant,
  kept_keys: tenant,
  kept_answers: tenant,
  followups: tenant,
  processor_accounts: tenant,
  gateway_conversations: tenant,
  batches: tenant,
  batch_marks: tenant,
  disputes: tenant,
  dispute_marks: tenant,
  transfers: tenant,
  ach_entries: tenant,
  ach_answers: tenant,
  ach_files: tenant,
  ach_file_parts: tenant,
  account_validations: tenant,
  validation_hooks: tenant,
  open_questions: tenant,
  business_terms: tenant,
  events: tenant,
  deliveries: tenant,
  delivery_tries: tenant,

  conversations: tenant,
  consent_moves: tenant,
  messages: tenant,
  conversation_notes: tenant,
  text_templates: tenant,
  mails: tenant,
  mail_templates: tenant,
  sandbox_inbox: tenant,
  bank_scripts: tenant,
  text_counts: lookup('name'),
  pay_links: tenant,
  checkout_sessions: tenant,
  field_sessions: tenant,
  page_addresses: lookup('token_hash'),
  lead_forms: tenant,
  leads: tenant,
  phone_lookups: lookup('number'),

  plans: tenant,
  subscriptions: tenant,
  subscription_periods: tenant,
  subscription_moves: tenant,

  applications: tenant,
  application_moves: tenant,
  audit_trail: tenant,
  audit_heads: tenant,
};
