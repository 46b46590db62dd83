alter table tokens add column network_transaction_cents bigint;
comment on column tokens.network_transaction_cents is
  'What that charge authorized: some card networks compare it with later charges. Null where it was not noted.';
