alter table payments
  add column actor text,
  add column expires_on varchar(7),
  add column address_check text,
  add column security_code_check text;
comment on column payments.actor is
  'Who asked for it, as the audit log names them. Null where the payer paid by a link, a subscription charged it, or it is older than this column.';
comment on column payments.expires_on is
  'The last month of its card, YYYY-MM, as it was charged.';
comment on column payments.address_check is
  'What the issuer said about the address, where it said anything.';
comment on column payments.security_code_check is
  'What the issuer said about the security code, where it said anything.';
