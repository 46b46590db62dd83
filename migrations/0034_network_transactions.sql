alter table tokens
  add column network_transaction_id varchar(100),
  add column network_transaction_of varchar(30);
comment on column tokens.network_transaction_id is
  'The name of the charge with which the card was stored; later charges of the card refer to it.';
comment on column tokens.network_transaction_of is 'The processor that gave the name.';
